import { type CaseDescription, type ConformanceCase, type Stage, STAGES } from '../case.ts';
import { type CaseScope, createScope } from '../case-scope.ts';
import { createTools } from '../case-tools.ts';
import type { Fixtures } from '../fixtures/fixtures.ts';
import { messageOf } from '../../contract/errors.ts';
import type { Attempt } from '../history.ts';
import { CaseStopped } from '../judge.ts';
import type { StopRecord } from '../records/records.ts';
import { casesAtATime, runBounded, runInTurns } from './case-order.ts';
import { finalViolations } from '../rules/judge-history.ts';
import type { Run } from '../run.ts';
import type { RunHooks } from './open-run.ts';
import type { Settling } from './settle.ts';

/** How a case ended. A `pending` case never started. */
export interface CaseEnd {
  readonly description: CaseDescription;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Messages of faults of the suite. */
  readonly errors: readonly string[];
  /** Why it stopped; null if it did not. */
  readonly stop: StopRecord | null;
}

/** How a caller follows a run. `caseEnded` is called after the first try of each case. */
export interface SuiteRunHooks extends RunHooks {
  readonly caseEnded: (end: CaseEnd) => void;
  /** Whether the run has seen enough: then no further case starts, and the violations are tried again. Default: never. */
  readonly hasSeenEnough?: () => boolean;
}

/** What the steps of one run share. */
export interface Execution {
  readonly cases: readonly ConformanceCase[];
  readonly hooks: SuiteRunHooks;
  readonly run: Run;
  readonly publishViolation: (requirement: string) => void;
  readonly fixtures: Fixtures;
  readonly settling: Settling;
  /** Messages of faults of the suite outside a case. */
  readonly faults: string[];
}

/** Whether no further case needs to start. */
export function hasSeenEnough({ hooks }: Execution): boolean {
  return hooks.hasSeenEnough?.() ?? false;
}

/** Risky probes at a time. Each of them may be the one that damaged the catalogue. */
const PROBES_AT_A_TIME = 2;
/** More cases run than requests are sent, since many cases wait for a shared page. */
const CASES_A_REQUEST = 3;

/** Runs a case, for the first time or once more. All cases and attempts run here. */
export async function runCase(execution: Execution, each: ConformanceCase, attempt: Attempt): Promise<CaseEnd> {
  const { run, fixtures } = execution;
  const { description } = each;
  const { caseId, judges, feeds, needs, stage } = description;
  const purpose = attempt === 'trial' ? 'trials' : stage === 'generated' ? 'examples' : 'cases';
  const scope = createScope(run, { caseId, attempt, judges, feeds, purpose });
  try {
    await fixtures.require(needs, scope);
    await runBody(scope, each);
    return { description, state: 'passed', errors: [], stop: null };
  } catch (error) {
    if (error instanceof CaseStopped) return { description, state: 'skipped', errors: [], stop: error.stop };
    return { description, state: 'failed', errors: [messageOf(error)], stop: null };
  } finally {
    if (attempt !== 'soak') run.records.caseEnded(caseId);
  }
}

async function runBody(scope: CaseScope, { description: { needs }, body }: ConformanceCase): Promise<void> {
  const { run, caseId } = scope;
  const runIt = async (): Promise<void> => {
    await body(createTools(scope));
  };
  try {
    await (needs.includes('risky probe') ? run.probes.runProbe(caseId, runIt) : runIt());
  } finally {
    await scope.finish();
  }
}

/** Runs a case once more. Its end stays that of its first run, so faults of the suite are kept here. */
export async function runAgain(
  execution: Execution,
  each: ConformanceCase,
  attempt: Attempt,
): Promise<StopRecord | null> {
  const { description, errors, stop } = await runCase(execution, each, attempt);
  execution.faults.push(...errors.map((message) => `${description.caseId} could not run again: ${message}`));
  return stop;
}

/** Which cases run stage by stage, and how. */
interface StagesOptions {
  readonly cases: readonly ConformanceCase[];
  readonly work: (each: ConformanceCase) => Promise<unknown>;
  /** Whether no further case may start. */
  readonly isOver: () => boolean;
  /** Called after the cases of a stage. */
  readonly ended?: (stage: Stage) => Promise<void>;
}

/** Runs cases stage by stage. */
export async function runStages(execution: Execution, options: StagesOptions): Promise<void> {
  for (const stage of STAGES) {
    if (options.isOver()) return;
    await runStage(execution, stage, options);
    await options.ended?.(stage);
  }
}

/** Runs the cases of a stage concurrently, then settles the doubts of the catalogue rules. */
async function runStage(
  { run, fixtures, settling, publishViolation }: Execution,
  stage: Stage,
  { cases, work, isOver }: StagesOptions,
): Promise<void> {
  const own = cases.filter(({ description }) => description.stage === stage);
  if (own.length === 0 || isOver()) return;
  // A failed fixture fails again in every case that needs it.
  const making = fixtures.make(own.flatMap(({ description }) => description.needs)).catch(() => undefined);
  // A maximum of wrong keys is spent in the order of the specs, so each operation gets some.
  const isOrdered = run.configuration.maxWrongKeys !== null;
  if (isOrdered) await making;
  const most = stage === 'risky probes' ? PROBES_AT_A_TIME : run.configuration.concurrency * CASES_A_REQUEST;
  const atATime = (): number => casesAtATime(most, run.client.largestBody());
  await (isOrdered ? runBounded : runInTurns)(own, atATime, async (each) => {
    if (!isOver()) await work(each);
  });
  await making;
  await settling.settle(isOver);
  for (const requirement of finalViolations(run.history.judge())) publishViolation(requirement);
}
