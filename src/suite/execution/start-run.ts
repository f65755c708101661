import { messageOf } from '../../contract/errors.ts';
import { findRequirement, type TestableId } from '../../contract/requirements.ts';
import { nameByFlag } from '../../settings/read-settings.ts';
import { type ConformanceCase, type Stage, STAGES } from '../case.ts';
import { createFixtures } from '../fixtures/fixtures.ts';
import type { RunRecord } from '../records/records.ts';
import { recordsOf } from '../rules/judge-history.ts';
import { findStored } from '../rules/rejected-bodies.ts';
import { isUntouched, judgeDisturbed, repeatWithoutResponse, runFurtherAttempts } from './further-attempts.ts';
import { openRun, type SuiteOptions } from './open-run.ts';
import { type CaseEnd, type Execution, hasSeenEnough, runCase, runStages, type SuiteRunHooks } from './run-cases.ts';
import { createSettling } from './settle.ts';
import { soakRun } from './soak.ts';

/** The result of a run, in memory. */
export interface SuiteResult {
  readonly cases: readonly CaseEnd[];
  readonly records: readonly RunRecord[];
  /** Messages of faults of the suite outside a case. */
  readonly faults: readonly string[];
}

const LAST_BEFORE_PROBES: Stage = 'long names';

/** A run of some cases against one target, in this process. A test runner can ask for the outcomes in any order. */
export type SuiteRun = ReturnType<typeof startRun>;

/** Starts a run. It sends nothing until a case is asked for. */
export function startRun(input: SuiteOptions, cases: readonly ConformanceCase[], hooks: SuiteRunHooks) {
  const keptPets = petsForLastStages(cases, input.configuration.riskyProbes);
  const { run, publishViolation, close } = openRun(input, hooks, keptPets);
  const execution: Execution = {
    cases,
    hooks,
    run,
    publishViolation,
    fixtures: createFixtures(run, input.unreachable ?? null),
    settling: createSettling(run),
    faults: [],
  };
  const ends = new Map<string, Promise<CaseEnd>>();
  let isFinished = false;

  function runOnce(each: ConformanceCase): Promise<CaseEnd> {
    const { caseId } = each.description;
    const known = ends.get(caseId);
    if (known !== undefined) return known;
    const end = runCase(execution, each, 'first');
    ends.set(caseId, end);
    void end.then(hooks.caseEnded);
    return end;
  }

  return {
    cases,
    /** Runs a case with its fixtures, unless it has run. Throws a RangeError for an unknown case, and after the run has finished. */
    outcome(caseId: string): Promise<CaseEnd> {
      const found = cases.find(({ description }) => description.caseId === caseId);
      if (found === undefined) throw new RangeError(`This run has no case ${caseId}.`);
      if (isFinished) throw new RangeError('This run has finished.');
      return runOnce(found);
    },
    /** The records so far. */
    records: (): readonly RunRecord[] => run.records.all(),
    /** Runs all remaining cases stage by stage, a few at a time. */
    runAll: () => runAll(execution, runOnce),
    /** Continues to send and judge requests for the minutes of the setting `soak`, after all cases have run. */
    soak: () => soakRun(execution),
    /** Closes the run and returns its result. If `secondTry`, repeats cases that found a violation first. */
    async finish(secondTry: boolean): Promise<SuiteResult> {
      isFinished = true;
      const ended = await Promise.all(ends.values());
      return finishRun(execution, ended, secondTry, close);
    },
  };
}

/** Repeats what a repetition may decide, records what only the end of a run shows, and closes the run. */
async function finishRun(
  execution: Execution,
  ended: readonly CaseEnd[],
  secondTry: boolean,
  close: () => void,
): Promise<SuiteResult> {
  const { run, cases, fixtures, faults } = execution;
  const endOf = new Map(ended.map((end) => [end.description.caseId, end]));
  await fixtures.finish().catch((error: unknown) => {
    faults.push(`The pets that the fixtures added could not be read: ${messageOf(error)}`);
  });
  if (hasSeenEnough(execution)) recordNotStarted(execution, endOf);
  await runFurtherAttempts(execution, secondTry).catch((error: unknown) => {
    faults.push(`A case could not run again: ${messageOf(error)}`);
  });
  recordRules(execution);
  close();
  const all = cases.map(
    ({ description }): CaseEnd =>
      endOf.get(description.caseId) ?? { description, state: 'pending', errors: [], stop: null },
  );
  return { cases: all, records: run.records.all(), faults };
}

/** Records what the catalogue rules find. If no case feeds a rule, only its violations count: its requests are there by chance. */
function recordRules({ run, cases }: Execution): void {
  const judged = run.history.judge();
  const fed = new Set(cases.flatMap(({ description: { feeds } }) => feeds));
  const isFed = (id: TestableId): boolean => fed.has(id) || findRequirement(id)?.operation === 'every';
  const results = judged.results.filter(({ kind, requirement }) => kind === 'violated' || isFed(requirement));
  for (const record of recordsOf({ results }))
    if (!('attempt' in record) || record.attempt !== 'soak') run.records.add(record);
  const recorded = new Set(run.records.all().map((each) => (each.type === 'addition' ? each.addition.id : null)));
  for (const { body, view } of findStored(judged.catalogue)) {
    const id = view.pet.id.toString();
    if (recorded.has(id)) continue;
    const shown = { id, name: view.pet.name ?? null, caseId: body.caseId, exchange: body.exchangeId };
    run.records.add({ type: 'addition', addition: { ...shown, intended: false, sentAt: null, outcome: 'created' } });
  }
}

/** The most pets that the stages after the generated cases add. */
function petsForLastStages(cases: readonly ConformanceCase[], riskyProbes: boolean): number {
  const last: readonly Stage[] = STAGES.slice(STAGES.indexOf('generated') + 1);
  return cases
    .filter(
      ({ description: { stage, needs } }) => last.includes(stage) && (riskyProbes || !needs.includes('risky probe')),
    )
    .reduce((sum, { description }) => sum + description.mayCreate, 0);
}

async function runAll(execution: Execution, runOnce: (each: ConformanceCase) => Promise<unknown>): Promise<void> {
  const { run, cases, hooks } = execution;
  await runStages(execution, {
    cases,
    work: runOnce,
    isOver: () => hooks.stop.aborted || hasSeenEnough(execution),
    async ended(stage) {
      // Later stages change the catalogue.
      if (stage === 'untouched catalogue') await repeatWithoutResponse(execution, cases.filter(isUntouched));
      // After a probe that damages the catalogue, no trial shows anything.
      if (stage === LAST_BEFORE_PROBES && run.configuration.riskyProbes && !hasSeenEnough(execution))
        await judgeDisturbed(execution);
    },
  });
}

/** Records that cases did not start because the run ended at the first violation. */
function recordNotStarted({ run, cases }: Execution, started: ReadonlyMap<string, CaseEnd>): void {
  const reason = 'The run ended at the first violation.';
  const howToResolve = `Run without ${nameByFlag('failFast')}.`;
  const end = { type: 'stopped', outcome: 'not-verified', reason, howToResolve, exchanges: [] } as const;
  const left = cases.map(({ description }) => description.caseId).filter((caseId) => !started.has(caseId));
  for (const caseId of left) run.records.add({ ...end, caseId, attempt: 'first' });
}
