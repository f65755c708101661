import { setTimeout as sleep } from 'node:timers/promises';
import { removalPhase } from '../contract/removal-calendar.ts';
import { createClient } from '../http/client.ts';
import { systemClock, systemSleep } from '../http/clock.ts';
import { credentialsFor } from './keys/credentials.ts';
import { defaultNetwork } from '../settings/network-settings.ts';
import type { Redactor } from '../http/redaction.ts';
import { createApi } from './api.ts';
import { createBudget } from './budget.ts';
import { createScope } from './case-scope.ts';
import { type Journal, openJournal } from './journal.ts';
import { CaseStopped } from './judge.ts';
import { createKeyAcceptance } from './key-acceptance.ts';
import { createKnownPets } from './known-pets.ts';
import { heavinessTeller, type LiveEvent, violationTeller } from './live-event.ts';
import { randomNumbers, seedFor } from './random-numbers.ts';
import { createRecords, type RunRecord, type RunRecords } from './records.ts';
import { redactRecord } from './redact-record.ts';
import { redactorFor } from './redactor-for.ts';
import type { RunInput } from './run-input.ts';
import { createRunNames } from './run-names.ts';
import type { Run } from './run.ts';
import { type ReadPage, sharePages } from './shared-pages.ts';
import { watchTarget } from './watch-target.ts';

/** An open run, and how to close it: the facts are recorded, connections and files are closed. */
export interface OpenRun {
  readonly run: Run;
  readonly records: RunRecords;
  readonly close: () => Promise<void>;
}

/** How others follow a run: it ends early when `stop` fires. */
export interface Following {
  readonly stop: AbortSignal;
  readonly tell: (news: LiveEvent) => void;
}

/** Opens the target, the journal and everything else that the cases of a run share. */
export function openRun(input: RunInput, { stop, tell }: Following): OpenRun {
  const { configuration, runId } = input;
  const credentials = credentialsFor(configuration.apiKey, randomNumbers(configuration.seed));
  const redactor = redactorFor(configuration, credentials);
  const journal = openJournal(input.journalPath);
  const records = createRecords();
  const record = recorder(records, journal, redactor, violationTeller(tell));
  const noteWeight = heavinessTeller(tell);
  const end = endOf(stop, input.deadlineAt);
  const client = createClient({
    baseUrl: configuration.baseUrl,
    headers: configuration.headers,
    concurrency: configuration.concurrency,
    network: configuration.network ?? defaultNetwork,
    onPacing: ({ waitMilliseconds }) => tell({ type: 'pacing', milliseconds: waitMilliseconds }),
    requestTimeoutMilliseconds: configuration.requestTimeoutSeconds * 1000,
    redactor,
    runId,
    suiteVersion: input.suiteVersion,
    journal: {
      sent: ({ id, request }) => journal.append({ type: 'sent', exchange: id, method: request.method }),
      exchange(exchange) {
        records.append({ type: 'exchange', exchange });
        noteWeight(exchange.response?.body.length ?? 0);
        if (exchange.request.method === 'POST')
          journal.append({ type: 'answered', exchange: exchange.id, status: exchange.response?.status ?? null });
      },
    },
    signal: end.signal,
    clock: systemClock,
    sleep: systemSleep,
  });
  const watched = watchTarget(client, configuration.concurrency);
  const settlingDelays: number[] = [];
  let timedOut = false;
  const run: Run = {
    configuration,
    client: watched,
    credentials,
    record,
    records,
    known: createKnownPets(),
    budget: createBudget(configuration.maxCreates),
    keys: createKeyAcceptance(),
    readPage: sharePages((query, caseId) => readPageFor(run, query, caseId)),
    phase: removalPhase(configuration.asOf, new Date(input.startedAt)),
    creation: { current: { categories: [], acceptsOwnCategory: false, seedPets: [] } },
    snapshots: [],
    nextName: createRunNames(configuration.seed),
    randomFor: (caseId) => randomNumbers(seedFor(configuration.seed, caseId)),
    settlingDelays,
    settleTimedOut: () => timedOut,
    recordSettleTimeout: () => {
      timedOut = true;
    },
    pause: (milliseconds) => sleep(milliseconds, undefined, { signal: end.signal }).catch(() => undefined),
  };
  return {
    run,
    records,
    async close() {
      record({
        type: 'facts',
        facts: {
          highestLimitProven: run.known.highestProven(),
          largestPage: run.known.largestPage(),
          categoriesAccepted: run.creation.current.categories.map(String),
          settlingDelays,
          requests: watched.sentCount(),
          creates: run.budget.spent(),
          examplesDropped: run.budget.dropped(),
          pacing: client.pacing(),
        },
      });
      end.release();
      await client.close();
      journal.close();
    },
  };
}

/** Takes what happens in a run: secrets are taken out first, and additions are in the journal too. */
function recorder(
  records: RunRecords,
  journal: Journal,
  redactor: Pick<Redactor, 'redactText'>,
  note: (record: RunRecord) => void,
): (record: RunRecord) => void {
  const redact = redactRecord(redactor);
  return (given) => {
    const record = redact(given);
    records.append(record);
    if (record.type === 'created') journal.append(record);
    note(record);
  };
}

/** Reads a page on behalf of several cases, judged by the response rules alone. */
async function readPageFor(run: Run, ...[query, caseId]: Parameters<ReadPage>): ReturnType<ReadPage> {
  let stopped: Extract<RunRecord, { readonly type: 'stopped' }> | null = null;
  const scope = createScope(run, caseId, [], (record) => {
    if (record.type === 'stopped') stopped = record;
    else run.record(record);
  });
  try {
    return { kind: 'page', page: await createApi(run, scope).readPage(query) };
  } catch (error) {
    if (!(error instanceof CaseStopped)) throw error;
    const { reason, howToResolve, exchanges } = stopped ?? {
      reason: 'The page was not read.',
      howToResolve: null,
      exchanges: [],
    };
    return { kind: 'none', reason, howToResolve, responses: exchanges.map((exchangeId) => ({ exchangeId })) };
  } finally {
    await scope.finish();
  }
}

/** A signal that fires at the deadline of the run, or when the run is stopped before. */
function endOf(stop: AbortSignal, deadlineAt: number): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const interrupt = (): void => controller.abort('interrupted');
  if (stop.aborted) interrupt();
  stop.addEventListener('abort', interrupt, { once: true });
  const timer = setTimeout(() => controller.abort('run-deadline'), Math.max(0, deadlineAt - Date.now()));
  timer.unref();
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      stop.removeEventListener('abort', interrupt);
    },
  };
}
