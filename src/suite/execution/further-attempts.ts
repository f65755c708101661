import { BOUNDS } from '../../http/bounds.ts';
import type { ConformanceCase } from '../case.ts';
import { isViolation, requestsOf, type RunRecord } from '../records/records.ts';
import type { RuleResult } from '../rules/rule.ts';
import { firstOfEach, runTrials } from './controlled-trials.ts';
import { type Execution, hasSeenEnough, runAgain, runStages } from './run-cases.ts';

/** Runs the cases again that a repetition can decide. If `secondTry`, also those that found a violation. */
export async function runFurtherAttempts(execution: Execution, secondTry: boolean): Promise<void> {
  const { run, cases, fixtures, hooks, settling } = execution;
  // Requests after a damaging probe cannot be judged. Trials of earlier requests took place before the probes.
  if (run.probes.damage() !== null) return;
  // A test runner may have asked for the cases one by one.
  await settling.settle(() => hooks.stop.aborted || hasSeenEnough(execution));
  if (!hasSeenEnough(execution)) {
    await judgeDisturbed(execution);
    const changed = cases.filter((each) => !isUntouched(each));
    await repeatWithoutResponse(execution, changed);
  }
  if (!secondTry || hooks.stop.aborted) return;
  const violating = casesToTryAgain(run.records.all(), run.history.judge().results);
  if (violating.size === 0) return;
  await fixtures.trySecondTime();
  await runStages(execution, {
    cases: cases.filter(({ description }) => violating.has(description.caseId)),
    work: (each) => runAgain(execution, each, 'second try'),
    isOver: () => hooks.stop.aborted,
  });
}

/** Repeats those of some cases in which a request had no response, alone and one after another. */
export async function repeatWithoutResponse(execution: Execution, cases: readonly ConformanceCase[]): Promise<void> {
  const { run, hooks } = execution;
  let inRow = 0;
  const withoutResponse = casesWithoutResponse(run.records.all());
  const repeated = cases.filter(({ description }) => withoutResponse.has(description.caseId));
  if (repeated.length === 0) return;
  const ordered = inOrderOfRepeats(repeated, new Set(run.disturbed.all().map(({ caseId }) => caseId)));
  await run.clock.pause(BOUNDS.cutBodyWindow);
  const end = run.clock.now() + BOUNDS.timeForRepeats;
  for (const [index, each] of ordered.entries()) {
    const isOver = hooks.stop.aborted || run.client.obstacle() !== null;
    const hasTime = index < BOUNDS.repeats || run.clock.now() < end;
    if (isOver || !hasTime || inRow >= BOUNDS.repeatsWithoutResponse) return;
    const { caseId } = each.description;
    run.records.add({ type: 'repeat', caseId });
    await runAgain(execution, each, 'repeat');
    inRow = casesWithoutResponse(run.records.all()).has(caseId) ? inRow + 1 : 0;
  }
}

/**
 * One case of each group first, and last those that may cause their disturbance: away from them, a body that is still cut short is
 * the service's own doing.
 */
export function inOrderOfRepeats<Case extends Pick<ConformanceCase, 'description'>>(
  cases: readonly Case[],
  disturbing: ReadonlySet<string>,
): readonly Case[] {
  const isLast = ({ description }: Case): number => Number(disturbing.has(description.caseId));
  return firstOfEach(cases, ({ description }) => description.repeatGroup).toSorted(
    (one, other) => isLast(one) - isLast(other),
  );
}

/** Judges the disturbances that requests cause themselves, which controlled trials show. */
export async function judgeDisturbed(execution: Execution): Promise<void> {
  const { run, cases, hooks, settling } = execution;
  if (hooks.stop.aborted || run.client.obstacle() !== null) return;
  const byId = new Map(cases.map((each) => [each.description.caseId, each]));
  const judged = await runTrials(
    run,
    (caseId) => byId.get(caseId)?.description.judges[0] ?? caseId,
    (caseId) => byId.get(caseId)?.description.mayCreate ?? 0,
  );
  for (const each of fewestPetsFirst(judged.flatMap((caseId) => byId.get(caseId) ?? [])))
    if (!hooks.stop.aborted) await runAgain(execution, each, 'trial');
  if (judged.length > 0) await settling.settle(() => hooks.stop.aborted);
}

/** The pets that are set aside for trials may not suffice for all cases. */
export function fewestPetsFirst<Case extends Pick<ConformanceCase, 'description'>>(
  cases: readonly Case[],
): readonly Case[] {
  return cases.toSorted((one, other) => one.description.mayCreate - other.description.mayCreate);
}

/** The cases in which a request had no response, at their last run. A violation decides a case. */
function casesWithoutResponse(records: readonly RunRecord[]): ReadonlySet<string> {
  const violating = new Set(records.filter(isViolation).map(({ caseId }) => caseId));
  const withoutResponse = new Set<string>();
  for (const record of records) {
    if (record.type === 'repeat') withoutResponse.delete(record.caseId);
    if (record.type !== 'stopped' || record.cause !== 'no-response') continue;
    if (!violating.has(record.caseId)) withoutResponse.add(record.caseId);
  }
  return withoutResponse;
}

/** The cases that found a violation, and the first cases that sent what violates a rule: every response may violate one. */
export function casesToTryAgain(records: readonly RunRecord[], results: readonly RuleResult[]): ReadonlySet<string> {
  const requests = requestsOf(records);
  const violations = records.filter(isViolation);
  const byCases = violations.filter(({ type }) => type === 'judgement').map(({ caseId }) => caseId);
  const byRules = [
    ...violations.flatMap(({ type, caseId, judgement: { requirement, exchanges } }) => {
      if (type === 'judgement') return [];
      // Each operation violates a response rule in its own way.
      return [{ rule: `${requests.get(exchanges.at(-1) ?? '')?.operation} ${requirement}`, caseId }];
    }),
    ...results.flatMap((each) => {
      const sender = each.kind === 'violated' ? each.responses.at(-1) : undefined;
      return sender === undefined ? [] : [{ rule: each.requirement, caseId: sender.caseId }];
    }),
  ];
  const firstOfRules = [...Map.groupBy(byRules, ({ rule }) => rule).values()].flatMap((group) =>
    [...new Set(group.map(({ caseId }) => caseId))].slice(0, BOUNDS.triesOfRule),
  );
  return new Set([...byCases, ...firstOfRules]);
}

/** Whether a case needs the catalogue as it was before the run added pets. */
export function isUntouched({ description }: ConformanceCase): boolean {
  return description.stage === 'untouched catalogue';
}
