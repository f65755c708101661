import type { Check, Report, RequirementResult } from '../report/report.ts';
import { verdictLine } from '../report/verdict.ts';

/** A requirement whose outcome changed. `checks` are the ids of the checks in head that show it. */
export interface ChangedRequirement {
  readonly id: string;
  readonly part: string;
  readonly level: RequirementResult['level'];
  readonly statement: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string | null;
  readonly checks: readonly string[];
}

/** A check whose outcome changed while that of its requirement did not. */
export interface ChangedCheck {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

/** A change of behaviour that the contract leaves unspecified. */
export interface ChangedBehaviour {
  readonly requirement: string;
  readonly case: string;
  readonly question: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A fact of the run that changed. */
export interface ChangedFact {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** How two reports differ. A regression is a required requirement that is newly violated or no longer verified. */
export interface Comparison {
  readonly regression: boolean;
  readonly verdict: { readonly before: string; readonly after: string };
  readonly newlyViolated: readonly ChangedRequirement[];
  readonly newlyDeviating: readonly ChangedRequirement[];
  readonly newlyNotVerified: readonly ChangedRequirement[];
  readonly newlySatisfied: readonly ChangedRequirement[];
  readonly otherwiseChanged: readonly ChangedRequirement[];
  /** Checks whose requirement ended as before: newly violated ones are a regression where it is required. */
  readonly changedChecks: readonly ChangedCheck[];
  readonly behaviour: readonly ChangedBehaviour[];
  readonly appearedChecks: readonly string[];
  readonly vanishedChecks: readonly string[];
  readonly appearedRequirements: readonly string[];
  readonly vanishedRequirements: readonly string[];
  readonly facts: readonly ChangedFact[];
}

/** Why two reports cannot be compared, one sentence each; empty if they can. */
export function comparisonProblems(base: Report, head: Report): readonly string[] {
  const contracts = [base, head].map(({ run }) => `${run.contract.title} ${run.contract.version}`);
  return [
    ...(contracts[0] === contracts[1] ? [] : [`They are of two contracts, ${contracts.join(' and ')}.`]),
    ...(base.run.profile === head.run.profile
      ? []
      : [`They are of two profiles, ${base.run.profile} and ${head.run.profile}.`]),
    ...(base.run.selection === 'all' ? [] : ['The base ran only a part of the suite.']),
    ...(head.run.selection === 'all' ? [] : ['The head ran only a part of the suite.']),
  ];
}

/** Compares a report with an earlier one. Call `comparisonProblems` first. */
export function compareReports(base: Report, head: Report): Comparison {
  const changed = changedRequirements(base, head);
  const newlyViolated = changed.filter(({ after }) => after === 'violated');
  const newlyNotVerified = changed.filter(({ after }) => after === 'not-verified');
  const settledByName = new Set(['violated', 'not-verified', 'deviating', 'verified']);
  const changedChecks = changedChecksOf(base, head, new Set(changed.map(({ id }) => id)));
  const levels = new Map(head.requirements.map(({ id, level }) => [id, level]));
  return {
    regression:
      newlyViolated.some(isRequired) ||
      newlyNotVerified.some((each) => isRequired(each) && each.before === 'verified') ||
      changedChecks.some(({ id, after }) => after === 'violated' && levels.get(requirementOf(id)) === 'required'),
    verdict: { before: verdictLine(base.verdict), after: verdictLine(head.verdict) },
    newlyViolated,
    newlyDeviating: changed.filter(({ after }) => after === 'deviating'),
    newlyNotVerified,
    newlySatisfied: changed.filter(({ after }) => after === 'verified'),
    otherwiseChanged: changed.filter(({ after }) => !settledByName.has(after)),
    changedChecks,
    behaviour: changedBehaviour(base, head),
    appearedChecks: missingIn(base.checks, head.checks),
    vanishedChecks: missingIn(head.checks, base.checks),
    appearedRequirements: missingIn(base.requirements, head.requirements),
    vanishedRequirements: missingIn(head.requirements, base.requirements),
    facts: changedFacts(base, head),
  };
}

function isRequired({ level }: ChangedRequirement): boolean {
  return level === 'required';
}

function requirementOf(checkId: string): string {
  return checkId.slice(checkId.lastIndexOf('#') + 1);
}

/** A violation of a requirement that the base does not know is new. */
function changedRequirements(base: Report, head: Report): readonly ChangedRequirement[] {
  const earlier = new Map(base.requirements.map((each) => [each.id, each]));
  const checks = Map.groupBy(head.checks, ({ requirement }) => requirement);
  return head.requirements.flatMap((requirement): readonly ChangedRequirement[] => {
    const { id, part, level, statement, outcome, reason } = requirement;
    const before = earlier.get(id)?.outcome ?? 'not there';
    if (before === outcome || (before === 'not there' && outcome !== 'violated')) return [];
    const own = (checks.get(id) ?? []).filter((check) => check.outcome === outcome).map((check) => check.id);
    return [{ id, part, level, statement, before, after: outcome, reason, checks: own }];
  });
}

function changedChecksOf(base: Report, head: Report, changed: ReadonlySet<string>): readonly ChangedCheck[] {
  const earlier = new Map(base.checks.map((check) => [check.id, check.outcome]));
  return head.checks.flatMap(({ id, requirement, outcome }): readonly ChangedCheck[] => {
    const before = earlier.get(id);
    return before === undefined || before === outcome || changed.has(requirement)
      ? []
      : [{ id, before, after: outcome }];
  });
}

function changedBehaviour(base: Report, head: Report): readonly ChangedBehaviour[] {
  const [earlier, later] = [behaviourOf(base), behaviourOf(head)];
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key): readonly ChangedBehaviour[] => {
    const [before, after] = [earlier.get(key), later.get(key)];
    const entry = after ?? before;
    if (entry === undefined || before?.seen === after?.seen) return [];
    const { requirement, question } = entry;
    return [{ requirement, case: entry.case, question, before: before?.seen ?? null, after: after?.seen ?? null }];
  });
}

function behaviourOf({ behaviour }: Report): ReadonlyMap<string, Report['behaviour'][number]> {
  return new Map(behaviour.map((entry) => [`${entry.case}#${entry.requirement}`, entry]));
}

/** The ids that only the second list has. */
function missingIn(first: readonly Pick<Check, 'id'>[], second: readonly Pick<Check, 'id'>[]): readonly string[] {
  const known = new Set(first.map(({ id }) => id));
  return second.filter(({ id }) => !known.has(id)).map(({ id }) => id);
}

const FACTS: readonly (readonly [name: string, of: (report: Report) => string])[] = [
  ['suite', ({ run }) => `${run.suite.name} ${run.suite.version}`],
  ['Node.js', ({ run }) => run.node],
  ['target', ({ run }) => run.target],
  ['build', ({ run }) => String(run.configuration['subject'] ?? 'not named')],
  ['end of the run', ({ run }) => run.end],
  ['removal of reading one', ({ run }) => run.removalPhase],
];

function changedFacts(base: Report, head: Report): readonly ChangedFact[] {
  return FACTS.flatMap(([name, of]) => {
    const [before, after] = [of(base), of(head)];
    return before === after ? [] : [{ name, before, after }];
  });
}
