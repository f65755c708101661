import { messageOf } from '../contract/errors.ts';
import { buildReport, type ReportInput } from '../report/verdict/build-report.ts';
import type { Deviation, Report } from '../report/report.ts';
import type { ConformanceCase } from '../suite/case.ts';
import { startRun, type SuiteRun } from '../suite/execution/start-run.ts';
import type { CaseEnd, SuiteRunHooks } from '../suite/execution/run-cases.ts';
import type { Journal } from '../suite/records/records.ts';
import { loadSuite } from './load-suite.ts';
import { redactorFor } from '../suite/records/run-redactor.ts';
import type { LiveEvent, SuiteOptions } from '../suite/execution/open-run.ts';
import type { Reason } from '../suite/reasons.ts';
import { type DescribedRun, describeRun } from './describe-run.ts';
import type { Interruption } from './run-console.ts';
import type { Configuration } from '../settings/configuration.ts';

/** What is called while cases run. */
export interface RunEvents {
  /** Called when the cases are known, before anything is sent. */
  readonly collected: (cases: readonly ConformanceCase[]) => void;
  readonly caseEnded: (end: CaseEnd) => void;
  /** Not called for a violation that may turn out to be a known deviation. */
  readonly live: (event: LiveEvent) => void;
}

/** The input of a run. `now` returns milliseconds since the epoch. */
interface ConformanceRun extends DescribedRun {
  readonly journal: Journal;
  readonly now: () => number;
  /** Milliseconds by a clock that never goes back. Default: that of the machine. */
  readonly elapsed?: () => number;
  /** Waits so many milliseconds. Default: by the clock of the machine. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /** Whether violated cases run once more at the end, which shows the unstable violations. */
  readonly secondTry: boolean;
  readonly events?: Partial<RunEvents>;
  /** Ends the run early; its report says so. */
  readonly interruption?: Interruption;
  /** Runs the cases in another order than that of the stages. */
  readonly runCases?: RunCases | undefined;
  /** Why the target gave no response to `--wait`; the run sends nothing then. */
  readonly unreachable?: Reason | null;
}

/** Runs the cases of a run in an order of its own. The run ends when it resolves. */
export type RunCases = (suite: SuiteRun) => Promise<void>;

/** Runs the suite against a target and folds the result into a report. Writes only the journal. */
export async function judgeCases(run: ConformanceRun): Promise<Report> {
  const { configuration, interruption } = run;
  const startedAt = run.now();
  const started = performance.now();
  const options: SuiteOptions = {
    configuration,
    runId: run.runId,
    suiteVersion: run.suite.version,
    journal: run.journal,
    startedAt,
    deadlineAt: started + configuration.deadline * 1000 + configuration.soak * 60_000,
    elapsed: run.elapsed,
    pause: run.pause,
    unreachable: run.unreachable ?? null,
  };
  const found = await runSelectedCases(run, options);
  const hasReachedDeadline = performance.now() >= options.deadlineAt;
  const isInterrupted = interruption?.stop.aborted === true;
  const ended = performance.now();
  return buildReport({
    run: describeRun(run, startedAt, startedAt + ended - started, {
      end: isInterrupted ? 'interrupted' : hasReachedDeadline ? 'deadline' : found.end,
      signal: isInterrupted ? interruption.signal() : null,
    }),
    ...redactFaults(found, configuration),
    records: found.records,
    deviations: run.deviations ?? [],
  });
}

/** Loads the cases, runs the selected ones, and runs those that found a violation once more. */
async function runSelectedCases(
  run: ConformanceRun,
  options: SuiteOptions,
): Promise<Pick<ReportInput, 'cases' | 'records' | 'suiteFaults'> & { readonly end: 'complete' | 'first-violation' }> {
  const { selection, secondTry, events = {}, runCases = (suite) => suite.runAll() } = run;
  const { cases, faults } = await loadSuite(options.configuration.examples);
  const chosen = cases.filter(({ description }) => selection?.has(description.caseId) ?? true);
  events.collected?.(chosen);
  const hooks = hooksOf(run);
  let suite: SuiteRun | null = null;
  try {
    suite = startRun(options, chosen, hooks);
    await runCases(suite);
    await suite.soak();
    const found = await suite.finish(secondTry);
    const isCutShort = hooks.hasSeenEnough() && found.cases.some(({ state }) => state === 'pending');
    const end = isCutShort ? 'first-violation' : 'complete';
    return { cases: found.cases, records: found.records, suiteFaults: [...faults, ...found.faults], end };
  } catch (error) {
    const message = messageOf(error);
    const failed = chosen.map(
      ({ description }) => ({ description, state: 'failed', errors: [message], stop: null }) as const,
    );
    for (const end of failed) events.caseEnded?.(end);
    // The report must still list the pets that were added before.
    return { cases: failed, records: suite?.records() ?? [], suiteFaults: faults, end: 'complete' };
  }
}

/** What the suite tells the caller of a run. With `--fail-fast`, the first violation that is no known deviation ends the run. */
function hooksOf({ configuration, events = {}, interruption, deviations = [] }: ConformanceRun) {
  let hasFailed = false;
  return {
    stop: interruption?.stop ?? new AbortController().signal,
    publish(event: LiveEvent): void {
      if (event.type === 'violated' && mayBeKnown(event.requirement, deviations)) return;
      hasFailed ||= event.type === 'violated';
      events.live?.(event);
    },
    caseEnded: (end: CaseEnd): void => events.caseEnded?.(end),
    hasSeenEnough: () => configuration.failFast && hasFailed,
  } satisfies SuiteRunHooks;
}

/** Whether the violation of a requirement may turn out to be a known deviation, of the requirement or of one of its checks. */
function mayBeKnown(requirement: string, deviations: readonly Deviation[]): boolean {
  return deviations.some(({ id }) => id === requirement || id.endsWith(`#${requirement}`));
}

/** Redacts the errors of a run: an error of Node or of a library may quote its input, and so the key. */
export function redactFaults(
  { cases, suiteFaults }: Pick<ReportInput, 'cases' | 'suiteFaults'>,
  configuration: Configuration,
): Pick<ReportInput, 'cases' | 'suiteFaults'> {
  const { redactText } = redactorFor(configuration);
  return {
    cases: cases.map((end) => ({ ...end, errors: end.errors.map(redactText) })),
    suiteFaults: suiteFaults.map(redactText),
  };
}

/** Does some work for a run. An error that it throws quotes no secret and has only a message. */
export function withoutSecretsInErrors<T>(configuration: Configuration, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    // The original error is not the cause: it would show the secret.
    throw new Error(redactorFor(configuration).redactText(messageOf(error)));
  });
}
