import { dayOf } from '../../contract/describe.ts';
import { digestOf } from '../../contract/digest.ts';
import { findRequirement, type RequirementRow, type TestableId } from '../../contract/requirements.ts';
import { type Exchange, requestLine } from '../../http/exchange.ts';
import { isErrorAsSuccess, isWithoutKey, readSent, seenRun } from '../causes/seen-exchanges.ts';
import { FIXTURES_CASE } from '../../suite/fixtures/fixture-step.ts';
import { requirementsAbout } from '../../suite/rules/response-rules.ts';
import { applyDeviations, settleDeviations } from './deviations.ts';
import {
  REPORTED_OUTCOMES,
  REQUIREMENT_OUTCOMES,
  type Check,
  type Counts,
  type Deviation,
  type Report,
  type RequirementOutcome,
  type RequirementResult,
} from '../report.ts';
import { isRuleCase } from './fold-checks.ts';
import { decideVerdict } from './verdict.ts';

/** The data that the conclusions of a report follow from. `checks` has every violation, also known deviations. */
interface Premises extends Pick<Report, 'run' | 'cases' | 'checks' | 'exchanges' | 'suiteFaults' | 'created' | 'soak'> {
  readonly table: readonly RequirementRow[];
  readonly deviations: readonly Deviation[];
}

/** The parts of a report that follow from its others. */
export type Conclusions = Pick<Report, 'verdict' | 'counts' | 'requirements' | 'checks' | 'deviations' | 'behaviour'>;

/** The digest by which a reader checks the case list of a report. */
export function digestOfCases(cases: Report['cases']): string {
  return digestOf(JSON.stringify(cases));
}

/** Draws all conclusions of a report. They depend only on the premises, so a reader of the report can check them. */
export function conclude(premises: Premises): Conclusions {
  const { run, table, deviations, exchanges } = premises;
  const day = dayOf(run.startedAt);
  const checks = applyDeviations(premises.checks, deviations, day);
  const requests = new Map(exchanges.map((each) => [each.id, requestText(each, run.target)]));
  const requirements = rollUp(table, checks, requests, (id) =>
    run.selection === 'part' ? NOT_SELECTED : reasonWithoutCheck(id, exchanges),
  );
  const settled = settleDeviations(deviations, checks, requirements, day);
  return {
    verdict: decideVerdict({ ...premises, requirements, checks, deviations: settled }),
    counts: countAll(requirements, checks, premises),
    requirements,
    checks,
    deviations: settled,
    behaviour: checks.filter((check) => check.outcome === 'observed').map(behaviourOf),
  };
}

/** A request in a sentence: "POST /pets with a malformed body". */
function requestText(exchange: Exchange, target: string): string {
  const { body } = exchange.request;
  const isMalformed = body !== null && readSent(body) === 'malformed';
  return `${requestLine(exchange, target)}${isMalformed ? ' with a malformed body' : ''}`;
}

function behaviourOf(check: Check): Report['behaviour'][number] {
  const question = findRequirement(check.requirement)?.statement ?? check.expected;
  return { requirement: check.requirement, case: check.case, question, seen: check.actual, exchanges: check.exchanges };
}

function countAll(
  requirements: readonly RequirementResult[],
  checks: readonly Check[],
  { cases, exchanges, created }: Premises,
): Counts {
  const required = requirements.filter(({ level }) => level === 'required');
  const recommended = requirements.filter(({ level }) => level === 'recommended');
  const collected = cases.filter(({ id }) => id !== FIXTURES_CASE && !isRuleCase(id));
  return {
    requirements: countBy(REQUIREMENT_OUTCOMES, requirements),
    required: countBy(REQUIREMENT_OUTCOMES, required),
    checks: countBy(REPORTED_OUTCOMES, checks),
    warnings: recommended.filter(({ outcome }) => outcome === 'violated').length,
    cases: collected.length,
    exchanges: exchanges.length,
    created: created.length,
  };
}

/** How many items have each outcome. */
function countBy<Outcome extends string>(
  outcomes: readonly Outcome[],
  items: readonly { readonly outcome: Outcome }[],
): Readonly<Record<Outcome, number>> {
  const counts = outcomes.map((each) => [each, items.filter(({ outcome }) => outcome === each).length]);
  return Object.fromEntries(counts) as Record<Outcome, number>;
}

/** Why a requirement without a check is not verified. */
const NOT_JUDGED = 'No response of this run was suitable for a judgement.';
const NOT_SELECTED = 'No selected case judged it.';

/** The requirements about an Error and its response. */
const ABOUT_ERRORS: ReadonlySet<string> = new Set<TestableId>([...requirementsAbout('error'), 'AUTH-CHALLENGE']);

/** Why a requirement without a check is not verified: an Error may stand under a status of success. */
function reasonWithoutCheck(id: string, exchanges: readonly Exchange[]): string {
  if (!ABOUT_ERRORS.has(id)) return NOT_JUDGED;
  const error = seenRun(exchanges).seen.find((each) => isWithoutKey(each) && isErrorAsSuccess(each));
  if (error === undefined) return NOT_JUDGED;
  return `${NOT_JUDGED} Errors have status ${error.status}, as in exchange ${error.exchange.id}.`;
}

/**
 * The outcome of each row of the table, from all checks of a run. `requests` has the request of each exchange in words. `notJudged`
 * says why a requirement without a check is not verified.
 */
export function rollUp(
  table: readonly RequirementRow[],
  checks: readonly Check[],
  requests: ReadonlyMap<string, string> = new Map(),
  notJudged: (id: string) => string = () => NOT_JUDGED,
): readonly RequirementResult[] {
  const byRequirement = Map.groupBy(checks, (check) => check.requirement);
  return table.map(({ id, part, level, operation, statement, reason: untestable }) => {
    const own = byRequirement.get(id) ?? [];
    const outcome = untestable === undefined ? outcomeOf(own) : 'not-testable';
    const isUndecided = outcome === 'not-verified' || outcome === 'not-applicable';
    const unjudged = (): Why => ({ reason: notJudged(id), howToResolve: null });
    const { reason = untestable ?? null, howToResolve = null } = isUndecided
      ? (whyUndecided(own, requests) ?? unjudged())
      : {};
    const checkIds = own.map((check) => check.id);
    return { id, part, level, operation, statement, outcome, reason, howToResolve, checks: checkIds };
  });
}

/**
 * The first outcome that applies, most serious first. One violated, observed, deviating or satisfied check decides. So does
 * a kind of request that nothing judged. A requirement is not applicable only if all its checks are.
 */
export function outcomeOf(checks: readonly Pick<Check, 'outcome' | 'unanswered'>[]): RequirementOutcome {
  const outcomes = new Set(checks.map((check) => check.outcome));
  if (outcomes.has('violated')) return 'violated';
  if (outcomes.has('observed')) return 'observed';
  if (checks.some(isUnjudgedKind)) return 'not-verified';
  if (outcomes.has('deviating')) return 'deviating';
  if (outcomes.has('satisfied')) return 'verified';
  if (outcomes.size === 1 && outcomes.has('not-applicable')) return 'not-applicable';
  return 'not-verified';
}

function isUnjudgedKind({ unanswered }: Pick<Check, 'unanswered'>): boolean {
  return unanswered === 'kind';
}

const NO_RESPONSE = 'Some requests had no response that can be judged.';

type Why = Pick<RequirementResult, 'reason' | 'howToResolve'>;

/** Why the checks of a requirement settle nothing. Undefined without a check. */
function whyUndecided(checks: readonly Check[], requests: ReadonlyMap<string, string>): Why | undefined {
  // What the responses do not show says more than cases that stopped before they fed the rule.
  const unread = checks.find((check) => isRuleCase(check.case) && check.cause === 'wrong-response');
  if (unread !== undefined) return unread;
  const unanswered = checks.filter(isUnjudgedKind);
  const [first] = unanswered;
  if (first !== undefined) {
    // Different requests without a response often have one cause. Formats name them beside it.
    const alike = unanswered.filter(({ reason }) => reason === first.reason);
    const [request, ...others] = new Set(alike.map(({ exchanges }) => requests.get(exchanges.at(-1) ?? '')));
    const isOne = request !== undefined && others.length === 0 && first.cause !== 'wrong-response';
    const subject = isOne ? `${request} had no response that can be judged. ` : '';
    return { reason: `${subject}${first.reason ?? NO_RESPONSE}`, howToResolve: first.howToResolve };
  }
  return checks.find((check) => check.outcome !== 'not-applicable' && check.reason !== null) ?? checks[0];
}
