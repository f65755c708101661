import firstCases from '../first-cases.json' with { type: 'json' };
import { type CaseDescription, type ConformanceCase, type Stage, STAGES } from '../case.ts';
import { createScope } from '../case-scope.ts';
import { runTrials } from './controlled-trials.ts';
import { createTools } from '../case-tools.ts';
import { createFixtures, type Fixtures } from '../fixtures/fixtures.ts';
import { CaseStopped, createJudge, type TakeRecord } from '../judge.ts';
import { type RunHooks, openRun, type SuiteOptions } from './open-run.ts';
import type { RunRecords } from '../records/record-store.ts';
import { countRequests, type RunRecord } from '../records/records.ts';
import { createRepeats } from './repeat-cases.ts';
import type { Run } from '../run.ts';
import { recordStored, runSecondTry } from './second-try.ts';
import { soak } from './soak.ts';
import { lookForDamage } from './risky-probes.ts';
import { bodiesThatFit } from '../../http/pacing/concurrency-limit.ts';
import { nameByFlag } from '../../settings/read-settings.ts';
import { messageOf } from '../../contract/errors.ts';

/** How a case ended. A `pending` case never started. */
export interface CaseEnd {
  readonly description: CaseDescription;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Messages of faults of the suite. */
  readonly errors: readonly string[];
}

/** The result of a run, in memory. */
export interface SuiteResult {
  readonly cases: readonly CaseEnd[];
  readonly records: readonly RunRecord[];
  /** Messages of faults of the suite outside a case. */
  readonly faults: readonly string[];
}

/** A run of some cases against one target, in this process. A test runner can ask for the outcomes in any order. */
export interface SuiteRun {
  readonly cases: readonly ConformanceCase[];
  /**
   * Runs a case, with the fixtures that it needs, unless it has run. Never rejects because of the target. Throws a RangeError
   * for an unknown case and after the run has finished.
   */
  outcome(caseId: string): Promise<CaseEnd>;
  /** Runs all remaining cases stage by stage, a few at a time. */
  runAll(): Promise<void>;
  /** Continues to send and judge requests for the minutes of the setting `soak`, after all cases have run. */
  soak(): Promise<void>;
  /** The records so far. */
  records(): readonly RunRecord[];
  /** Closes the run and returns its result. If `secondTry`, repeats cases that found a violation first. */
  finish(secondTry: boolean): Promise<SuiteResult>;
}

/** How a caller follows a run. `caseEnded` is called after the first try of each case. */
interface SuiteRunHooks extends RunHooks {
  readonly caseEnded: (end: CaseEnd) => void;
  /** Whether the run has seen enough: then no further case starts, and the violations are tried again. Default: never. */
  readonly hasSeenEnough?: () => boolean;
}

/** More cases run than requests are sent, since many cases wait for a shared page. */
const CASES_A_REQUEST = 3;
/** Bytes of response bodies that the cases in progress may hold. Read as JSON, a body takes five times as much memory. */
const ROOM_OF_CASES = 8 * 1024 * 1024;

/** Starts a run. It sends nothing until a case is asked for. */
export function startRun(input: SuiteOptions, cases: readonly ConformanceCase[], hooks: SuiteRunHooks): SuiteRun {
  const { run, records, close } = openRun(input, hooks);
  const execution: Execution = {
    input,
    cases,
    hooks,
    run,
    records,
    fixtures: createFixtures(run, input.unreachable ?? null),
    keptPets: petsForLastStage(cases, input.configuration.riskyProbes),
    faults: [],
  };
  const repeatWithoutResponse = createRepeats({
    run,
    records: () => records.all(),
    isStopped: () => hooks.stop.aborted,
    runAgain: (bounded, each) => runAgain(execution, bounded, each, run.record),
  });
  const ends = new Map<string, Promise<CaseEnd>>();
  let isFinished = false;

  function outcome(each: ConformanceCase): Promise<CaseEnd> {
    const { caseId } = each.description;
    const known = ends.get(caseId);
    if (known !== undefined) return known;
    const end = runCase(execution, run, each, run.record);
    ends.set(caseId, end);
    void end.then(hooks.caseEnded);
    return end;
  }

  return {
    cases,
    outcome(caseId) {
      const found = cases.find(({ description }) => description.caseId === caseId);
      if (found === undefined) throw new RangeError(`This run has no case ${caseId}.`);
      if (isFinished) throw new RangeError('This run has finished.');
      return outcome(found);
    },
    records: () => records.all(),
    runAll: () => runStages(execution, outcome, repeatWithoutResponse),
    soak: () => soakRun(execution),
    async finish(secondTry) {
      isFinished = true;
      const ended = new Map((await Promise.all(ends.values())).map((end) => [end.description.caseId, end]));
      if (hasSeenEnough(execution)) recordNotStarted(execution, new Set(ended.keys()));
      await runAfterStages(execution, repeatWithoutResponse, secondTry).catch((error: unknown) => {
        execution.faults.push(`A case could not run again: ${messageOf(error)}`);
      });
      recordStored(run, records.all());
      await close();
      const all = cases.map(
        ({ description }): CaseEnd => ended.get(description.caseId) ?? { description, state: 'pending', errors: [] },
      );
      return { cases: all, records: records.all(), faults: execution.faults };
    },
  };
}

/** The most pets that the last stage adds, which comes after the generated cases. */
function petsForLastStage(cases: readonly ConformanceCase[], riskyProbes: boolean): number {
  return cases
    .filter(
      ({ description: { stage, needs } }) => stage === 'one by one' && (riskyProbes || !needs.includes('risky probe')),
    )
    .reduce((sum, { description }) => sum + description.mayCreate, 0);
}

/** What the steps of one run share. */
interface Execution {
  readonly input: SuiteOptions;
  readonly cases: readonly ConformanceCase[];
  readonly hooks: SuiteRunHooks;
  readonly run: Run;
  readonly records: RunRecords;
  readonly fixtures: Fixtures;
  /** Pets that generated cases leave for the last stage. */
  readonly keptPets: number;
  /** Messages of faults of the suite outside a case. */
  readonly faults: string[];
}

function hasSeenEnough({ hooks }: Execution): boolean {
  return hooks.hasSeenEnough?.() ?? false;
}

function isUntouched({ description }: ConformanceCase): boolean {
  return description.stage === 'untouched catalogue';
}

/** Runs all cases stage by stage. */
async function runStages(
  execution: Execution,
  outcome: (each: ConformanceCase) => Promise<unknown>,
  repeatWithoutResponse: (cases: readonly ConformanceCase[]) => Promise<void>,
): Promise<void> {
  const { input, cases, hooks } = execution;
  const isOver = (): boolean => hooks.stop.aborted || hasSeenEnough(execution);
  const ordered = input.configuration.failFast ? startWithFirstCases(cases) : cases;
  for (const stage of STAGES) {
    if (isOver()) return;
    await runStage(execution, { stage, cases: ordered, work: outcome, isOver });
    // Later stages change the catalogue.
    if (stage === 'untouched catalogue') await repeatWithoutResponse(cases.filter(isUntouched));
  }
}

/** The order for `--fail-fast`: the cases that find most violations come first. */
function startWithFirstCases(cases: readonly ConformanceCase[]): readonly ConformanceCase[] {
  const ranks = new Map(firstCases.map((id, rank) => [id, rank]));
  const rankOf = ({ description }: ConformanceCase): number => ranks.get(description.caseId) ?? firstCases.length;
  return cases.toSorted((left, right) => rankOf(left) - rankOf(right));
}

interface StageOptions {
  readonly stage: Stage;
  /** The cases of any stage. Those of other stages do not run. */
  readonly cases: readonly ConformanceCase[];
  readonly work: (each: ConformanceCase) => Promise<unknown>;
  /** Whether no further case may start. */
  readonly isOver: () => boolean;
}

/** Makes the fixtures of a stage, then runs its cases concurrently. */
async function runStage(
  { input, run, fixtures }: Execution,
  { stage, cases, work, isOver }: StageOptions,
): Promise<void> {
  const waiting = cases.filter(({ description }) => description.stage === stage);
  if (waiting.length === 0 || isOver()) return;
  // A failed fixture fails again in every case that needs it.
  await fixtures.make(waiting.flatMap(({ description }) => description.needs)).catch(() => undefined);
  const most = stage === 'one by one' ? 1 : input.configuration.concurrency * CASES_A_REQUEST;
  const atATime = (): number => casesAtATime(most, run.client.largestBody());
  await runBounded(waiting, atATime, async (each) => {
    if (!isOver()) await work(each);
  });
}

/** Runs a case once more. Its end stays that of its first run, so faults of the suite are kept here. */
async function runAgain(execution: Execution, run: Run, each: ConformanceCase, record: TakeRecord): Promise<void> {
  const { description, errors } = await runCase(execution, run, each, record);
  execution.faults.push(...errors.map((message) => `${description.caseId} could not run again: ${message}`));
}

/** Runs cases once more, stage by stage. The records of a case go to `recordFor`. */
async function runStagesAgain(
  execution: Execution,
  cases: readonly ConformanceCase[],
  recordFor: (each: ConformanceCase) => TakeRecord,
): Promise<void> {
  const { run, hooks } = execution;
  const work = (each: ConformanceCase): Promise<void> => runAgain(execution, run, each, recordFor(each));
  for (const stage of STAGES) await runStage(execution, { stage, cases, work, isOver: () => hooks.stop.aborted });
}

/** Runs the cases again that a repetition can settle. If `secondTry`, also those that found a violation. */
async function runAfterStages(
  execution: Execution,
  repeatWithoutResponse: (cases: readonly ConformanceCase[]) => Promise<void>,
  secondTry: boolean,
): Promise<void> {
  const { run, cases, fixtures, records, hooks } = execution;
  // Requests after a damaging probe cannot be judged.
  if (run.probing.damage !== null) return;
  if (!hasSeenEnough(execution)) {
    await judgeDisturbed(execution);
    await repeatWithoutResponse(cases.filter((each) => !isUntouched(each)));
  }
  if (!secondTry || hooks.stop.aborted) return;
  await runSecondTry({
    run,
    cases,
    fixtures,
    records: records.all(),
    runAgain: (violating, recordFor) => runStagesAgain(execution, violating, recordFor),
  });
}

/** Judges the disturbances that requests cause themselves, which controlled trials show. */
async function judgeDisturbed(execution: Execution): Promise<void> {
  const { run, cases, hooks } = execution;
  if (hooks.stop.aborted || run.client.isGone()) return;
  const topics = new Map(cases.map(({ description: { caseId, requirements } }) => [caseId, requirements[0]]));
  const proven = await runTrials(run, (caseId) => topics.get(caseId) ?? caseId);
  const judged = cases.filter(({ description }) => proven.has(description.caseId));
  await runStagesAgain(execution, judged, () => run.record);
}

/** Records that cases did not start because the run ended at the first violation. */
function recordNotStarted({ run, cases }: Execution, started: ReadonlySet<string>): void {
  const reason = 'The run ended at the first violation.';
  const howToResolve = `Run without ${nameByFlag('failFast')}.`;
  const stopped = { type: 'stopped', outcome: 'not-verified', reason, howToResolve, exchanges: [] } as const;
  for (const { description } of cases)
    if (!started.has(description.caseId)) run.record({ ...stopped, caseId: description.caseId });
}

/** Continues to send and judge requests for the minutes of the setting `soak`. */
async function soakRun(execution: Execution): Promise<void> {
  const { input, run, cases, records, hooks } = execution;
  const { soak: minutes } = input.configuration;
  if (minutes === 0 || input.unreachable || hasSeenEnough(execution)) return;
  const requestsBefore = countRequests(records.all());
  const facts = await soak(run, cases, {
    minutes,
    now: input.elapsed ?? (() => performance.now()),
    isStopped: () => hooks.stop.aborted || run.client.isGone(),
    repeat: (silent, each, record) => runAgain(execution, silent, each, record),
    progress: (soakedMinutes) => hooks.publish({ type: 'soak', soakedMinutes, minutes }),
  });
  run.record({ type: 'soak', soak: { ...facts, requests: countRequests(records.all()) - requestsBefore } });
}

/** How many cases may be in progress: fewer after a large body (in bytes), which a case may hold until it ends. */
export function casesAtATime(most: number, largestBody: number): number {
  return Math.min(most, bodiesThatFit(ROOM_OF_CASES, largestBody));
}

/**
 * Works on all items, at most `atATime` of them at a time. If `atATime` falls, work slows down. If it rises again, the lower
 * limit stays.
 */
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

async function runCase(
  { fixtures, keptPets }: Execution,
  run: Run,
  each: ConformanceCase,
  record: TakeRecord,
): Promise<CaseEnd> {
  const { description } = each;
  const { caseId, requirements, needs, stage } = description;
  try {
    await fixtures.require(needs, createJudge(caseId, requirements, record));
    await runBody(stage === 'generated' ? keepingPets(run, keptPets) : run, each, record);
    return { description, state: 'passed', errors: [] };
  } catch (error) {
    if (error instanceof CaseStopped) return { description, state: 'skipped', errors: [] };
    return { description, state: 'failed', errors: [messageOf(error)] };
  } finally {
    run.records.caseEnded(caseId);
  }
}

/** The run, for a case that leaves some pets of the budget for others: kinds of requests come before further examples. */
function keepingPets(run: Run, count: number): Run {
  const { budget } = run;
  return { ...run, budget: { ...budget, reserve: (purpose) => budget.left() > count && budget.reserve(purpose) } };
}

async function runBody(run: Run, { description, body }: ConformanceCase, record: TakeRecord): Promise<void> {
  const scope = createScope(run, description.caseId, description.requirements, record);
  const added = run.budget.spent();
  try {
    await body(createTools(run, scope));
  } finally {
    await scope.finish();
    const mayHaveAdded = run.budget.spent() > added;
    if (mayHaveAdded && description.needs.includes('risky probe')) await lookForDamage(run, description.caseId);
  }
}
