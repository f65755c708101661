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
import { createKeyAcceptance, type Run } from './run.ts';
import { createKnownPets } from './known-pets.ts';
import { randomNumbers, seedFor } from './random-numbers.ts';
import { createRecords, type RunRecord, type RunRecords, isViolation, redactRecord } from './records.ts';
import { redactorFor } from './run-redactor.ts';
import { createRunNames } from './run-names.ts';
import { type ReadPage, sharePages } from './shared-pages.ts';
import { watchTarget } from './watch-target.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { Obstacle } from './transport-failures.ts';
import { findRequirement } from '../contract/requirements.ts';

/** What a run is made of. Handed over in memory only: it holds the key. */
export interface RunInput {
  readonly configuration: Configuration;
  readonly runId: string;
  readonly suiteVersion: string;
  readonly journalPath: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly deadlineAt: number;
  /** Why the target gave no response to `--wait`; null or absent if it did, or if nothing was waited for. */
  readonly unreachable?: Obstacle | null;
}

/** An open run, and how to close it: the facts are recorded, connections and files are closed. */
export interface OpenRun {
  readonly run: Run;
  readonly records: RunRecords;
  readonly close: () => Promise<void>;
}

/** How others follow a run: it ends early when `stop` fires. */
export interface RunHooks {
  readonly stop: AbortSignal;
  readonly tell: (news: LiveEvent) => void;
}

/** Opens the target, the journal and everything else that the cases of a run share. */
export function openRun(input: RunInput, { stop, tell }: RunHooks): OpenRun {
  const { configuration, runId } = input;
  const credentials = credentialsFor(configuration.apiKey, randomNumbers(configuration.seed));
  const redactor = redactorFor(configuration, credentials);
  const journal = openJournal(input.journalPath);
  const records = createRecords();
  const record = recorder(records, journal, redactor, publishViolations(tell));
  const noteWeight = publishHeavyResponse(tell);
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
          journal.append({ type: 'response', exchange: exchange.id, status: exchange.response?.status ?? null });
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

/**
 * What a run tells while it goes on: that its whole traffic waits, or that a requirement is violated, which
 * nothing that is still to come can undo.
 */
export type LiveEvent =
  | { readonly type: 'pacing'; readonly milliseconds: number }
  | { readonly type: 'violated'; readonly requirement: string }
  /** The service sends bodies so large that memory is to be spared. */
  | { readonly type: 'heavy-response' };

/** Bytes of such a body. A hundred ordinary pets take a fifth of it. */
const HEAVY = 64 * 1024;

/** Takes the lengths of response bodies, and tells of the first heavy one. */
export function publishHeavyResponse(tell: (news: LiveEvent) => void): (bytes: number) => void {
  let told = false;
  return (bytes) => {
    if (told || bytes <= HEAVY) return;
    told = true;
    tell({ type: 'heavy-response' });
  };
}

/** Takes what is recorded, and tells each required requirement that is violated, once. */
export function publishViolations(tell: (news: LiveEvent) => void): (record: RunRecord) => void {
  const told = new Set<string>();
  return (record) => {
    if (!isViolation(record)) return;
    const { requirement } = record.judgement;
    if (told.has(requirement) || findRequirement(requirement)?.level !== 'required') return;
    told.add(requirement);
    tell({ type: 'violated', requirement });
  };
}
