import { setTimeout as sleep } from 'node:timers/promises';
import { removalPhase } from '../contract/removal-calendar.ts';
import { createClient } from '../target/client.ts';
import { systemClock, systemSleep } from '../target/clock.ts';
import { credentialsFor } from '../target/credentials.ts';
import { defaultNetwork } from '../target/network-settings.ts';
import { createBudget } from './budget.ts';
import { openJournal, type RunFacts, watchedJournal } from './journal.ts';
import { type LiveNews, violationTeller } from './live-news.ts';
import { redactingJournal } from './redacting-journal.ts';
import { redactorFor } from './redactor-for.ts';
import { randomNumbers, seedFor } from './random-numbers.ts';
import { createRunNames } from './run-names.ts';
import { pageReader } from './read-page.ts';
import { createRights } from './rights.ts';
import { type RunState, storeState } from './run-state.ts';
import type { SetUp } from './catalogue.ts';
import type { RunInput } from './run-input.ts';
import type { Run } from './run.ts';
import { sharePages } from './shared-pages.ts';
import { collectLeavings, leavesMuch, memorySparer } from './spare-memory.ts';
import type { SetUpRequest } from './set-up-request.ts';
import { createSightings } from './sightings.ts';
import { watchTarget } from './watch-target.ts';

/** A run in this worker, and how to end it: the facts go to the journal, connections and files are closed. */
export interface OpenRun {
  readonly run: Run;
  readonly close: (setUp: SetUp, violatedRequests: readonly SetUpRequest[]) => Promise<void>;
}

/** How others follow a run: it ends early when `stop` fires. */
export interface Following {
  readonly stop: AbortSignal;
  readonly tell: (news: LiveNews) => void;
}

/** Opens the target, the journal and everything else that the cases of a run share. `earlier` is the state of a first try. */
export function openRun(input: RunInput, earlier: RunState | null, { stop, tell }: Following): OpenRun {
  const { configuration, runId } = input;
  const credentials = credentialsFor(configuration.apiKey, randomNumbers(configuration.seed));
  const redactor = redactorFor(configuration, credentials);
  const journal = watchedJournal(redactingJournal(openJournal(input.journalPath), redactor), violationTeller(tell));
  const end = endOf(stop, input.deadlineAt);
  const spare = memorySparer();
  const client = createClient({
    baseUrl: configuration.baseUrl,
    headers: configuration.headers,
    concurrency: configuration.concurrency,
    network: configuration.network ?? defaultNetwork,
    onPacing: ({ waitMilliseconds }) => tell({ type: 'pacing', milliseconds: waitMilliseconds }),
    heaviestAnswer: earlier?.heaviestAnswer ?? 0,
    onHeavyAnswer: spare.heavyAnswer,
    requestTimeoutMilliseconds: configuration.requestTimeoutSeconds * 1000,
    redactor,
    runId,
    suiteVersion: input.suiteVersion,
    exchangePrefix: input.again ? 'again-' : 'x',
    journal: {
      exchange: (exchange) => journal.append({ type: 'exchange', exchange }),
      sent: ({ id, caseId, at, request }) => {
        journal.append({ type: 'sent', exchange: id, caseId, method: request.method, url: request.url, at });
        spare.requestSent();
      },
    },
    signal: end.signal,
    clock: systemClock,
    sleep: systemSleep,
  });
  const watched = watchTarget(client, configuration.concurrency);
  const sightings = createSightings();
  const budget = createBudget(configuration.maxCreates);
  const settlingDelays: number[] = [];
  let lost = false;
  const run: Run = {
    configuration,
    runId,
    client: watched,
    credentials,
    journal,
    sightings,
    budget,
    rights: createRights(),
    readPage: sharePages(pageReader(() => run)),
    phase: removalPhase(configuration.asOf, new Date(input.startedAt)),
    assignedIds: new Map(),
    nextName: createRunNames(configuration.seed, input.again ? 'again ' : ''),
    randomFor: (caseId) => randomNumbers(seedFor(configuration.seed, caseId)),
    settlingDelays,
    lost: () => lost,
    noteLost: () => {
      lost = true;
    },
    pause: (milliseconds) => sleep(milliseconds, undefined, { signal: end.signal }).catch(() => undefined),
  };
  return {
    run,
    async close(setUp, violatedRequests) {
      const facts: RunFacts = {
        highestLimitProven: sightings.highestProven(),
        largestPage: sightings.largestPage(),
        categoriesAccepted: setUp.categories.map(String),
        settlingDelays,
        requests: watched.sentCount(),
        creates: budget.spent(),
        examplesDropped: budget.dropped(),
        pacing: client.pacing(),
      };
      journal.append({ type: 'facts', facts });
      if (!input.again) {
        journal.append({ type: 'state', state: storeState(run, setUp, violatedRequests) });
      }
      end.release();
      await client.close();
      journal.close();
      if (leavesMuch({ requests: facts.requests, heaviestAnswer: client.heaviestAnswer() })) collectLeavings();
    },
  };
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
