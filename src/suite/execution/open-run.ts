import { effectOf } from '../../contract/operations.ts';
import { findRequirement } from '../../contract/requirements.ts';
import { removalPhase } from '../../contract/removal-calendar.ts';
import { type Client, createClient } from '../../http/client.ts';
import { systemClock, systemSleep } from '../../http/clock.ts';
import { mayHaveStored } from '../../http/transport-failure.ts';
import { credentialsFor } from '../keys/credentials.ts';
import type { Redactor } from '../../http/redaction.ts';
import { listRequest } from '../operations/requests.ts';
import { createBudget } from './budget.ts';
import { asDemanded } from '../demands.ts';
import { nothingFound, type Run } from '../run.ts';
import { createKnowledge } from '../knowledge.ts';
import { sendUnjudged } from '../case-scope.ts';
import { createHistory } from '../history.ts';
import { judgeOnce } from '../rules/judge-history.ts';
import { highestLimits } from '../rules/limits.ts';
import { findDelays } from '../rules/listed.ts';
import { createLockouts } from './lockouts.ts';
import { createRiskyProbes } from './risky-probes.ts';
import { FIXTURES_CASE } from '../fixtures/fixture-step.ts';
import { randomNumbers } from '../random-numbers.ts';
import { findTriedValues } from '../operations/find-tried-values.ts';
import { createDisturbedRequests } from './disturbed-requests.ts';
import { createRecords, type RunRecords } from '../records/record-store.ts';
import { countRequests, isViolation, type Journal, type RunFacts } from '../records/records.ts';
import { rejectsKey } from '../responses/response.ts';
import { redactorFor, redactRecord } from '../records/run-redactor.ts';
import { createRunNames } from '../bodies/run-names.ts';
import { createSharedRequests } from '../shared-requests.ts';
import type { Reason } from '../reasons.ts';
import type { Configuration } from '../../settings/configuration.ts';

/** The options of a run. They hold the key, so they stay in memory. */
export interface SuiteOptions {
  readonly configuration: Configuration;
  readonly runId: string;
  readonly suiteVersion: string;
  readonly journal: Journal;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** As `performance.now()` counts: the time of day may jump. */
  readonly deadlineAt: number;
  /** Milliseconds by a clock that never goes back. Default: that of the machine. */
  readonly elapsed?: (() => number) | undefined;
  /** Waits so many milliseconds. Default: as long as the clock of the machine says, but not beyond the end of the run. */
  readonly pause?: ((milliseconds: number) => Promise<void>) | undefined;
  /** Why the target did not respond to `--wait`; null or absent if it responded, or without `--wait`. */
  readonly unreachable?: Reason | null;
}

/** Published during a run. A violation is final: no later result revokes it. */
export type LiveEvent =
  | { readonly type: 'pacing'; readonly milliseconds: number }
  | { readonly type: 'violated'; readonly requirement: string }
  /** The run soaks, and has done so for some of its minutes. */
  | { readonly type: 'soak'; readonly soakedMinutes: number; readonly minutes: number };

/** How a caller follows a run. The run ends early when `stop` fires. */
export interface RunHooks {
  readonly stop: AbortSignal;
  readonly publish: (event: LiveEvent) => void;
}

/** Opens the client, the journal and the state that cases share. `keptPets`: what generated cases leave for the last stages. */
export function openRun(input: SuiteOptions, { stop, publish }: RunHooks, keptPets: number) {
  const { configuration, journal } = input;
  const credentials = credentialsFor(configuration.apiKey, randomNumbers(configuration.seed));
  const redactor = redactorFor(configuration, credentials);
  const publishViolation = createViolationPublisher(publish);
  const records = createRecords({
    redact: redactRecord(redactor),
    kept(record) {
      if (record.type === 'addition') journal.ended(record.addition);
      if (isViolation(record)) publishViolation(record.judgement.requirement);
    },
  });
  const end = endOf(stop, input.deadlineAt);
  const client = openClient(input, publish, end.signal, redactor, records);
  const clock = {
    now: input.elapsed ?? (() => performance.now()),
    pause: input.pause ?? ((time: number) => systemSleep(time, end.signal)),
  };
  const budget = createBudget(configuration.maxCreates, keptPets, configuration.maxWrongKeys);
  const run = createRun(input, { client, clock, credentials, records, budget });
  return {
    run,
    publishViolation,
    /** Records the facts of the run and closes its connections. */
    close: (): void => {
      records.add({ type: 'facts', facts: factsOf(run, countRequests(records.all())) });
      end.release();
      client.close();
    },
  };
}

type RunParts = Pick<Run, 'client' | 'clock' | 'credentials' | 'records' | 'budget'>;

/** The state of a run that has sent nothing. */
function createRun({ configuration, startedAt }: SuiteOptions, parts: RunParts): Run {
  const { clock } = parts;
  const phase = removalPhase(configuration.asOf, new Date(startedAt));
  const knowledge = createKnowledge();
  const history = createHistory(knowledge.read);
  const judge = judgeOnce(history, {
    settlingTime: configuration.settleTimeout * 1000,
    phase,
    profile: configuration.profile,
  });
  const run: Run = {
    ...parts,
    configuration,
    names: createRunNames(configuration.seed),
    phase,
    history: Object.assign(history, { judge }),
    knowledge,
    shared: createSharedRequests(),
    found: nothingFound(),
    probes: createRiskyProbes(knowledge, parts.records, (read, caseId) =>
      sendUnjudged(run, caseId, { ...read, credential: parts.credentials.valid }),
    ),
    disturbed: createDisturbedRequests((request) => findTriedValues(request, (id) => knowledge.find(id)?.pet)),
    lockouts: createLockouts({ knowledge, clock, isAccepted: () => acceptsKey(run) }),
  };
  return run;
}

/** Publishes each violated required requirement once. */
export function createViolationPublisher(publish: RunHooks['publish']): (requirement: string) => void {
  const published = new Set<string>();
  return (requirement) => {
    if (published.has(requirement) || findRequirement(requirement)?.level !== 'required') return;
    published.add(requirement);
    publish({ type: 'violated', requirement });
  };
}

/** Whether a list accepts the configured key, in the place that the service demands. */
async function acceptsKey(run: Run): Promise<boolean> {
  const request = asDemanded(run, { ...listRequest(), credential: run.credentials.valid });
  const { result } = await sendUnjudged(run, FIXTURES_CASE, request);
  const { status } = result;
  return status !== null && !rejectsKey({ status });
}

/** Opens the client of a run. It records each exchange, and writes each request that may add a pet into the journal. */
function openClient(
  { configuration, runId, suiteVersion, journal }: SuiteOptions,
  publish: RunHooks['publish'],
  signal: AbortSignal,
  redactor: Redactor,
  records: RunRecords,
): Client {
  return createClient({
    baseUrl: configuration.baseUrl,
    headers: configuration.headers,
    concurrency: configuration.concurrency,
    network: configuration,
    onPause: (milliseconds) => publish({ type: 'pacing', milliseconds }),
    requestTimeoutMilliseconds: configuration.requestTimeout * 1000,
    redactor,
    runId,
    suiteVersion,
    nameCases: configuration.nameCases,
    journal: {
      sent({ id, operation, at, request }) {
        if (effectOf(operation) === 'adds a pet')
          journal.sent({ exchange: id, sentAt: at, name: nameIn(request.body?.text) });
      },
      exchange(exchange) {
        records.add({ type: 'exchange', exchange });
        if (effectOf(exchange.operation) === 'adds a pet' && !exchange.attempts.some(mayHaveStored))
          journal.ended({ exchange: exchange.id, id: null, name: null, sentAt: null, outcome: 'rejected' });
      },
    },
    signal,
    clock: systemClock,
    sleep: systemSleep,
  });
}

/** The name that a body gives a pet; null if it gives none. */
function nameIn(body: string = ''): string | null {
  try {
    const { name } = Object(JSON.parse(body)) as { readonly name?: unknown };
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
}

/** What a run has found out about the service and its own requests. */
function factsOf(run: Run, requests: number): RunFacts {
  const { catalogue } = run.history.judge();
  const pacing = run.client.pacing();
  const lockouts = run.lockouts.count();
  return {
    highestLimitProven: highestLimits(catalogue),
    largestPage: catalogue.caps.largestPage,
    categoriesAccepted: run.found.categories.map(String),
    settlingDelays: findDelays(catalogue),
    requests,
    creates: run.budget.spent(),
    // Lockouts count as disturbances: they slow the run down and are no violation.
    pacing: lockouts === 0 ? pacing : { ...pacing, disturbances: { ...pacing.disturbances, lockout: lockouts } },
  };
}

/** A signal that fires at the deadline of the run, or when the run is stopped before. */
function endOf(stop: AbortSignal, deadlineAt: number): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const interrupt = (): void => controller.abort('interrupted');
  if (stop.aborted) interrupt();
  stop.addEventListener('abort', interrupt, { once: true });
  const timer = setTimeout(() => controller.abort('run-deadline'), Math.max(0, deadlineAt - performance.now()));
  timer.unref();
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      stop.removeEventListener('abort', interrupt);
    },
  };
}
