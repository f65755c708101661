import type { CaseDescription } from '../suite/case.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';
import { findRequirement } from '../contract/requirements.ts';
import { isRuleCase } from '../report/fold-checks.ts';
import { isViolated } from '../report/deviations.ts';
import type { Check, Report } from '../report/report.ts';
import type { ExamplePath } from '../settings/value-types.ts';

/** A check that was violated, and the cases that found the violation. */
export interface ViolatedCheck {
  readonly check: Check;
  readonly cases: readonly string[];
}

/** The cases to run again, and the violated checks that they judge again. */
export interface RerunPlan {
  readonly checks: readonly ViolatedCheck[];
  readonly cases: ReadonlySet<string>;
  /** The most pets that the cases add, and how many requests the earlier run sent. */
  readonly creates: number;
  readonly requests: number;
  /** The seed by which generated cases drew their examples. */
  readonly exampleSeed: number;
  readonly counterexamples: readonly ExamplePath[];
}

/**
 * Plans to judge the violations of a report again, with known deviations and unstable violations. For a response rule, the
 * cases run whose responses broke it. The plan leaves out cases that this suite does not have.
 */
export function planRerun(report: Report, cases: readonly CaseDescription[]): RerunPlan {
  const violated = report.checks.filter(isViolated);
  const senders = new Map(report.exchanges.map(({ id, caseId }) => [id, caseId]));
  const checks = violated.map((check) => ({ check, cases: casesBehind(check, senders) }));
  const wanted = new Set(checks.flatMap((each) => each.cases));
  const known = cases.filter(({ caseId }) => wanted.has(caseId));
  const chosen = [...known, ...(wanted.has(FIXTURES_CASE) ? casesWithFixtures(cases, known) : [])];
  const exampleSeed = exampleSeedOf(report);
  return {
    checks,
    cases: new Set(chosen.map(({ caseId }) => caseId)),
    creates: chosen.reduce((sum, { mayCreate }) => sum + mayCreate, 0),
    requests: report.facts?.requests ?? report.exchanges.length,
    exampleSeed,
    counterexamples: violated.flatMap((check) => counterexampleOf(check, exampleSeed)),
  };
}

/** These fixtures need all others. */
const FIXTURES = ['seed pets', 'full catalogue'] as const;

/** The run creates fixtures only for cases that need them. Gives such a case for each fixture that no chosen case needs. */
function casesWithFixtures(
  cases: readonly CaseDescription[],
  chosen: readonly CaseDescription[],
): readonly CaseDescription[] {
  const missing = FIXTURES.filter((need) => !chosen.some(({ needs }) => needs.includes(need)));
  return missing.flatMap((need) => cases.find(({ needs }) => needs.includes(need)) ?? []);
}

/** A run with `--again` draws its examples by the seed of the earlier run. */
function exampleSeedOf({ run }: Report): number {
  const own = run.configuration.exampleSeed;
  return own !== undefined && Number.isInteger(own) ? own : run.seed;
}

/** The cases behind a check: its own, or those whose responses broke a response rule. */
export function casesBehind(check: Check, senders: ReadonlyMap<string, string>): readonly string[] {
  if (!isRuleCase(check.case)) return [check.case];
  return [...check.exchanges, ...check.furtherViolations].flatMap((id) => senders.get(id) ?? []);
}

/** A path leads to its example by one seed only. */
function counterexampleOf({ counterexample, case: caseId }: Check, seed: number): readonly ExamplePath[] {
  return counterexample?.seed === seed ? [{ caseId, path: counterexample.path }] : [];
}

/** The result for a requirement that was violated before, or is violated now. */
export interface RerunResult {
  readonly requirement: string;
  readonly outcome: 'newly violated' | 'still violated' | 'not settled' | 'fixed';
  readonly reason: string | null;
}

/** Compares the checks that were violated with the report of the new run. New violations come first. */
export function rerunResults(tried: readonly ViolatedCheck[], later: Report): readonly RerunResult[] {
  const before = Map.groupBy(tried, ({ check }) => check.requirement);
  const violated = Map.groupBy(later.checks.filter(isViolated), ({ requirement }) => requirement);
  const cases = Map.groupBy(later.checks, (check) => check.case);
  const newly = [...violated].filter(([requirement]) => !before.has(requirement));
  return [
    ...newly.map(([requirement, checks]): RerunResult => {
      return { requirement, outcome: 'newly violated', reason: reasonOf(checks) };
    }),
    ...[...before].map(([requirement, checks]): RerunResult => {
      const still = violated.get(requirement);
      if (still !== undefined) return { requirement, outcome: 'still violated', reason: reasonOf(still) };
      const obstacle = checks.map((each) => obstacleOf(each, later, cases)).find((each) => each !== null) ?? null;
      return { requirement, outcome: obstacle === null ? 'fixed' : 'not settled', reason: obstacle };
    }),
  ];
}

/** What limits the violations of a requirement; null if one is neither a known deviation nor unstable. */
function reasonOf(violated: readonly Check[]): string | null {
  if (violated.every(({ outcome }) => outcome === 'deviating')) return 'It is a known deviation.';
  return violated.every(({ unstable }) => unstable === true)
    ? 'The violation is unstable: only one of two tries showed it.'
    : null;
}

/** Why the new run does not show that an earlier violation is fixed; null if it does. `byCase` groups its checks. */
function obstacleOf(
  { check, cases }: ViolatedCheck,
  later: Report,
  byCase: ReadonlyMap<string, readonly Check[]>,
): string | null {
  if (findRequirement(check.requirement) === undefined) return 'This suite does not know the requirement.';
  // If a case that broke a response rule could not run, satisfied checks of other cases prove nothing.
  const cut = cases.map((caseId) => byCase.get(caseId) ?? []).find((checks) => checks.every(isUnsettled));
  const deciding = cut === undefined ? later.checks.find(({ id }) => id === check.id) : cut[0];
  if (deciding === undefined) return 'No check of this run judged this requirement.';
  if (deciding.outcome !== 'satisfied') return unsettledReason(deciding);
  return check.unstable === true
    ? 'The requirement holds this time. But the violation was unstable, so one correct response proves nothing.'
    : null;
}

function isUnsettled({ outcome }: Check): boolean {
  return outcome === 'not-verified' || outcome === 'harness-error';
}

function unsettledReason({ outcome, reason, howToResolve }: Check): string {
  return [reason ?? `It ended as ${outcome}.`, ...(howToResolve === null ? [] : [howToResolve])].join(' ');
}
