import { isRaise } from '../suite/budget.ts';
import type { CaseDescription } from '../suite/case.ts';
import { FIXTURES_CASE } from '../suite/fixture-step.ts';
import { findRequirement } from '../contract/requirements.ts';
import { isRuleCase } from '../report/fold-checks.ts';
import type { Check, Report } from '../report/report.ts';

/** A counterexample of a generated case: `path` leads to it for the seed of its run. */
export interface Counterexample {
  readonly caseId: string;
  readonly path: string;
}

/** A check that was violated, and the cases that found the violation. */
export interface TriedCheck {
  readonly check: Check;
  readonly cases: readonly string[];
}

/** What of an earlier report is tried again, and for which of its checks. */
export interface AgainPlan {
  readonly checks: readonly TriedCheck[];
  readonly cases: ReadonlySet<string>;
  /** The most pets that the cases add, and how many requests the earlier run sent. */
  readonly creates: number;
  readonly requests: number;
  /** The seed by which generated cases drew their examples. */
  readonly exampleSeed: number;
  readonly counterexamples: readonly Counterexample[];
}

/**
 * Plans to try again what a report holds as violated, known deviations and unstable violations included. A response rule
 * is tried by the cases whose responses broke it. A plan without checks has nothing to try. Cases that this suite does
 * not have are left out.
 */
export function planAgain(report: Report, cases: readonly CaseDescription[]): AgainPlan {
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
    creates: chosen.reduce((sum, { creates }) => sum + creates, 0),
    requests: report.facts?.requests ?? report.exchanges.length,
    exampleSeed,
    counterexamples: violated.flatMap((check) => counterexampleOf(check, exampleSeed)),
  };
}

/** Fixtures that pull all others. */
const FIXTURES = ['seed pets', 'full catalogue'] as const;

/** Fixtures are made for the cases that need them: one case for each that no chosen case needs. */
function casesWithFixtures(
  cases: readonly CaseDescription[],
  chosen: readonly CaseDescription[],
): readonly CaseDescription[] {
  const missing = FIXTURES.filter((need) => !chosen.some(({ needs }) => needs.includes(need)));
  return missing.flatMap((need) => cases.find(({ needs }) => needs.includes(need)) ?? []);
}

function isViolated({ outcome }: Check): boolean {
  return outcome === 'violated' || outcome === 'deviating';
}

/** A run with `--again` draws its examples by the seed of the earlier run. */
function exampleSeedOf({ run }: Report): number {
  const own = run.configuration['exampleSeed'];
  return typeof own === 'number' && Number.isInteger(own) ? own : run.seed;
}

/** The cases behind a check: its own, or those whose responses broke a response rule. */
export function casesBehind(check: Check, senders: ReadonlyMap<string, string>): readonly string[] {
  if (!isRuleCase(check.case)) return [check.case];
  return [...check.exchanges, ...check.furtherViolations].flatMap((id) => senders.get(id) ?? []);
}

/** A path leads to its example by one seed only. */
function counterexampleOf({ counterexample, case: caseId }: Check, seed: number): readonly Counterexample[] {
  return counterexample?.seed === seed ? [{ caseId, path: counterexample.path }] : [];
}

/** The result for a requirement, by one check. */
export interface AgainResult {
  readonly requirement: string;
  readonly outcome: 'newly violated' | 'still violated' | 'not settled' | 'fixed';
  readonly reason: string | null;
}

/** The results of the new run for the earlier violations. */
export interface AgainSummary {
  /** Newly violated requirements come first. */
  readonly requirements: readonly AgainRequirement[];
  readonly leftOut: readonly LeftOut[];
}

/** The cases of earlier violations that a bound of the new run left out. `howToResolve` names the setting to raise. */
export interface LeftOut {
  readonly howToResolve: string;
  readonly requirements: readonly string[];
  readonly cases: readonly string[];
}

/** Compares the checks that were violated with the report of the new run, which may also show new violations. */
export function settleAgain(tried: readonly TriedCheck[], later: Report): AgainSummary {
  const found = new Map(later.checks.map((check) => [check.id, check]));
  const bounds = boundsOf(later);
  const compared = tried.map(({ check, cases }) => {
    const after = found.get(check.id);
    return { check, after, left: leftOutOf(check, cases, after, bounds) };
  });
  const before = compared.map(({ check, after, left }) => ({
    requirement: check.requirement,
    ...resultOf(check, after, left.length > 0),
  }));
  const elsewhere = Map.groupBy(violatedElsewhere(tried, later), ({ outcome }) => outcome);
  const [newly = [], still = []] = (['newly violated', 'still violated'] as const).map((each) => elsewhere.get(each));
  return {
    requirements: againByRequirement([...newly, ...before, ...still]),
    leftOut: byResolution(compared.flatMap(({ left }) => left)),
  };
}

/** The violations of checks that found none before: of a requirement that was violated before, or of a new one. */
function violatedElsewhere(tried: readonly TriedCheck[], { checks }: Report): readonly AgainResult[] {
  const known = new Set(tried.map(({ check }) => check.id));
  const before = new Set(tried.map(({ check }) => check.requirement));
  return checks
    .filter((check) => isViolated(check) && !known.has(check.id))
    .map((check): AgainResult => {
      const { requirement } = check;
      return before.has(requirement)
        ? { requirement, outcome: 'still violated', reason: reasonOf(check) ?? ELSEWHERE }
        : { requirement, outcome: 'newly violated', reason: reasonOf(check) };
    });
}

function resultOf(before: Check, after: Check | undefined, isPart: boolean): Pick<AgainResult, 'outcome' | 'reason'> {
  if (after === undefined) return { outcome: 'not settled', reason: absence(before) };
  if (isViolated(after)) return { outcome: 'still violated', reason: reasonOf(after) };
  if (after.outcome !== 'satisfied') return { outcome: 'not settled', reason: unsettledReason(after) };
  if (isPart) return { outcome: 'not settled', reason: PART_HOLDS };
  return before.unstable === true
    ? { outcome: 'not settled', reason: UNSTABLE_BEFORE }
    : { outcome: 'fixed', reason: null };
}

function unsettledReason({ outcome, reason, howToResolve }: Check): string {
  return [reason ?? `It ended as ${outcome}.`, ...(howToResolve === null ? [] : [howToResolve])].join(' ');
}

/** What to know about a violation that is not a plain one. */
function reasonOf({ outcome, unstable }: Check): string | null {
  if (outcome === 'deviating') return 'It is a known deviation.';
  return unstable === true ? UNSTABLE_NOW : null;
}

const ELSEWHERE = 'Other checks than before find it violated.';
const PART_HOLDS = 'It holds in the cases that ran. Others were left out.';
const UNSTABLE_NOW = 'It is unstable: a second try did not show the violation.';
const UNSTABLE_BEFORE = 'It holds this time, but the violation was unstable: one correct response proves nothing.';

function absence({ requirement }: Check): string {
  return findRequirement(requirement) === undefined
    ? 'This suite does not know the requirement.'
    : 'No check of this run judged it.';
}

/** The cases that a bound of the run ended, with the setting that raises it. */
function boundsOf({ checks }: Report): ReadonlyMap<string, string> {
  return new Map(
    checks.flatMap(({ case: caseId, outcome, howToResolve }) =>
      outcome === 'not-verified' && isRaise(howToResolve) ? [[caseId, howToResolve] as const] : [],
    ),
  );
}

/** A case of an earlier violation that was left out. */
interface LeftCase {
  readonly howToResolve: string;
  readonly requirement: string;
  readonly caseId: string;
}

/** A case that settled its check was not left out; a response rule may have been settled by other cases. */
function leftOutOf(
  { case: own, requirement }: Check,
  cases: readonly string[],
  after: Check | undefined,
  bounds: ReadonlyMap<string, string>,
): readonly LeftCase[] {
  const isSettled = after !== undefined && after.outcome !== 'not-verified';
  return cases.flatMap((caseId) => {
    const howToResolve = bounds.get(caseId);
    return howToResolve === undefined || (isSettled && caseId === own) ? [] : [{ howToResolve, requirement, caseId }];
  });
}

function byResolution(left: readonly LeftCase[]): readonly LeftOut[] {
  const groups = Map.groupBy(left, ({ howToResolve }) => howToResolve);
  return inOrder([...groups.keys()]).map((howToResolve) => ({
    howToResolve,
    requirements: inOrder((groups.get(howToResolve) ?? []).map(({ requirement }) => requirement)),
    cases: inOrder((groups.get(howToResolve) ?? []).map(({ caseId }) => caseId)),
  }));
}

/** Each text once, whatever the order in the earlier report. */
function inOrder(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}

/** The result for one requirement: that of its most severe check. */
export interface AgainRequirement {
  readonly id: string;
  readonly outcome: AgainResult['outcome'];
  readonly reason: string | null;
  /** How many checks ended so, and how many there are. */
  readonly count: number;
  readonly checks: number;
}

/** Sums up by requirement: still violated where one check is, fixed only where all are. */
export function againByRequirement(results: readonly AgainResult[]): readonly AgainRequirement[] {
  return [...Map.groupBy(results, ({ requirement }) => requirement)].map(([id, own]) => {
    const outcome = MOST_SEVERE.find((each) => own.some((result) => result.outcome === each)) ?? 'not settled';
    const deciding = own.filter((result) => result.outcome === outcome);
    const reason = deciding.find((result) => result.reason !== null)?.reason ?? null;
    return { id, outcome, reason, count: deciding.length, checks: own.length };
  });
}

const MOST_SEVERE = ['newly violated', 'still violated', 'not settled', 'fixed'] as const;
