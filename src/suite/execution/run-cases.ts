import { type CaseDescription, type ConformanceCase, type Stage, STAGES } from '../case.ts';
import { type CaseScope, createScope } from '../case-scope.ts';
import { createTools } from '../case-tools.ts';
import type { Fixtures } from '../fixtures/fixtures.ts';
import { bodiesThatFit } from '../../http/pacing.ts';
import { messageOf } from '../../contract/errors.ts';
import type { Attempt } from '../history.ts';
import { CaseStopped } from '../judge.ts';
import type { StopRecord } from '../records/records.ts';
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
/** Bytes of response bodies that the cases in progress may hold. Read as JSON, a body takes five times as much memory. */
const ROOM_OF_CASES = 8 * 1024 * 1024;

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

type Ordered = Pick<ConformanceCase, 'description'>;

/**
 * The cases of a stage in the order in which they start, one for each requirement before further ones: a short budget of pets then leaves
 * out repetitions. Invalid bodies come last: they end the process of many first drafts, and others add a pet for each. Those beyond the
 * first of each requirement are apart, because they wait until it is known what became of the first.
 */
export function inTurns<Case extends Ordered>(
  cases: readonly Case[],
): { first: readonly Case[]; further: readonly Case[] } {
  const [others = [], invalid = []] = [false, true].map((isLast) => cases.filter((each) => isInvalid(each) === isLast));
  const [firstBodies = [], ...further] = roundsOf(invalid);
  return { first: [...roundsOf(others).flat().toSorted(compareTurns), ...firstBodies], further: further.flat() };
}

/** Runs cases as `inTurns` orders them. */
export async function runInTurns<Case extends Ordered>(
  cases: readonly Case[],
  atATime: () => number,
  work: (each: Case) => Promise<void>,
): Promise<void> {
  const { first, further } = inTurns(cases);
  const firstBodies: Promise<void>[] = [];
  await runBounded([...first, ...further], atATime, async (each) => {
    const isFurther = further.includes(each);
    if (isFurther) await Promise.all(firstBodies);
    const end = work(each);
    if (isInvalid(each) && !isFurther) firstBodies.push(end);
    await end;
  });
}

/** The cases in rounds, each with the next case of every requirement. */
function roundsOf<Case extends Ordered>(cases: readonly Case[]): readonly (readonly Case[])[] {
  const groups = [...Map.groupBy(cases, ({ description }) => description.judges[0] ?? description.caseId).values()];
  const most = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: most }, (_, round) => groups.flatMap((group) => group.slice(round, round + 1)));
}

function isInvalid({ description }: Ordered): boolean {
  return description.feeds.includes('CREATE-REFUSED-NOT-STORED');
}

/** Compares the places of two cases in their stage. Where they are equal, the longest chain of requests starts first. */
function compareTurns(one: Ordered, other: Ordered): number {
  const [row = 1, otherRow = 1] = [one, other].map(({ description }) => description.requestsInRow);
  return turnOf(one) - turnOf(other) || otherRow - row;
}

/** The place of a case in its stage: those that wait for fixtures come later. */
function turnOf({ description: { needs } }: Ordered): number {
  if (needs.includes('full catalogue')) return 2;
  return needs.some((need) => typeof need === 'string') ? 1 : 0;
}

/** How many cases may be in progress: fewer after a large body (in bytes), which a case may hold until it ends. */
export function casesAtATime(most: number, largestBody: number): number {
  return Math.min(most, bodiesThatFit(ROOM_OF_CASES, largestBody));
}

/** Works on all items, at most `atATime` at a time. If `atATime` falls, work slows down, and does not speed up again. */
export async function runBounded<Item>(
  items: readonly Item[],
  atATime: () => number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  let lanes = Math.min(atATime(), waiting.length);
  async function lane(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await work(next);
      if (lanes <= atATime()) continue;
      lanes -= 1;
      return;
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
}
