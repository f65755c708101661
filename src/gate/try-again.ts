import type { CaseDescription } from '../conformance/case.ts';
import { SET_UP_CASE } from '../conformance/set-up-case.ts';
import { findRequirement } from '../contract/requirements.ts';
import type { Check, Report } from '../report/report.ts';

/** A counterexample of a generated case: `path` leads to it for the seed of its run. */
export interface Counterexample {
  readonly caseId: string;
  readonly path: string;
}

/** What is tried of an earlier report, and for the sake of which of its checks. */
export interface AgainPlan {
  readonly checks: readonly Check[];
  readonly cases: ReadonlySet<string>;
  /** The seed by which generated cases drew their examples. */
  readonly exampleSeed: number;
  readonly counterexamples: readonly Counterexample[];
}

/**
 * Plans to try again what a report holds as violated, known deviations and unstable violations included. A rule for every
 * answer is tried by the cases whose answers broke it. A plan without checks has nothing to try; cases that this suite
 * does not know are left out.
 */
export function planAgain(report: Report, cases: readonly CaseDescription[]): AgainPlan {
  const checks = report.checks.filter(({ outcome }) => outcome === 'violated' || outcome === 'deviating');
  const senders = new Map(report.exchanges.map(({ id, caseId }) => [id, caseId]));
  const wanted = new Set(checks.flatMap((check) => casesBehind(check, senders)));
  const known = cases.filter(({ caseId }) => wanted.has(caseId)).map(({ caseId }) => caseId);
  // The set-up comes before any case, whichever it is.
  const first = wanted.has(SET_UP_CASE) && known.length === 0 ? cases.slice(0, 1).map(({ caseId }) => caseId) : [];
  const exampleSeed = exampleSeedOf(report);
  return {
    checks,
    cases: new Set([...known, ...first]),
    exampleSeed,
    counterexamples: checks.flatMap((check) => counterexampleOf(check, exampleSeed)),
  };
}

/** A run that tried another one again drew its examples by the seed of that one. */
function exampleSeedOf({ run }: Report): number {
  const own = run.configuration['exampleSeed'];
  return typeof own === 'number' && Number.isInteger(own) ? own : run.seed;
}

function casesBehind(check: Check, senders: ReadonlyMap<string, string>): readonly string[] {
  if (!check.case.startsWith('every-answer/')) return [check.case];
  return [...check.exchanges, ...check.furtherViolations].flatMap((id) => senders.get(id) ?? []);
}

/**
 * The last words of a generated check name its counterexample. What a service has sent may stand before them, so only the
 * words at the very end count, and only for this case and the seed of its examples.
 */
function counterexampleOf({ actual, case: caseId }: Check, seed: number): readonly Counterexample[] {
  const [, told, place, path] = /: --seed (\d+) --example-path ([\w/-]+):(\d+(?::\d+)*)\)$/.exec(actual) ?? [];
  return path !== undefined && place === caseId && told === String(seed) ? [{ caseId, path }] : [];
}

/** What became of a check that was violated. `unsettled` has the reason in `reason`. */
export interface AgainResult {
  readonly requirement: string;
  readonly outcome: 'fixed' | 'still violated' | 'not settled';
  readonly reason: string | null;
}

/** Holds every check that was violated against the report of the new try. */
export function settleAgain(checks: readonly Check[], later: Report): readonly AgainResult[] {
  const found = new Map(later.checks.map((check) => [check.id, check]));
  return checks.map((before) => ({ requirement: before.requirement, ...resultOf(before, found.get(before.id)) }));
}

function resultOf(before: Check, after: Check | undefined): Pick<AgainResult, 'outcome' | 'reason'> {
  if (after === undefined) return { outcome: 'not settled', reason: absence(before) };
  if (after.outcome === 'violated')
    return { outcome: 'still violated', reason: after.unstable === true ? UNSTABLE_NOW : null };
  if (after.outcome === 'deviating') return { outcome: 'still violated', reason: 'It is a known deviation.' };
  if (after.outcome !== 'satisfied')
    return { outcome: 'not settled', reason: after.reason ?? `It ended as ${after.outcome}.` };
  return before.unstable === true
    ? { outcome: 'not settled', reason: UNSTABLE_BEFORE }
    : { outcome: 'fixed', reason: null };
}

const UNSTABLE_NOW = 'It is unstable: a second try did not show it.';
const UNSTABLE_BEFORE = 'It holds this time, but it was unstable before: one good answer proves nothing.';

function absence({ requirement }: Check): string {
  return findRequirement(requirement) === undefined
    ? 'This suite does not know the requirement.'
    : 'Nothing of this run came to judge it.';
}

/** What became of the violated checks of one requirement: the heaviest of them speaks for it. */
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
    const outcome = HEAVIEST.find((each) => own.some((result) => result.outcome === each)) ?? 'not settled';
    const telling = own.filter((result) => result.outcome === outcome);
    const reason = telling.find((result) => result.reason !== null)?.reason ?? null;
    return { id, outcome, reason, count: telling.length, checks: own.length };
  });
}

const HEAVIEST = ['still violated', 'not settled', 'fixed'] as const;
