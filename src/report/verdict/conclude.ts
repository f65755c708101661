import { dayOf } from '../../contract/describe.ts';
import { digestOf } from '../../contract/digest.ts';
import { findRequirement, type RequirementRow } from '../../contract/requirements.ts';
import { type Exchange, requestLine } from '../../http/exchange.ts';
import { readSent } from '../causes/seen-exchanges.ts';
import { applyDeviations, settleDeviations } from './deviations.ts';
import type { Check, Counts, Deviation, Report, RequirementResult, RequirementOutcome } from '../report.ts';
import type { SoakFacts } from '../../suite/records/records.ts';
import { decideVerdict } from './verdict.ts';

/** The data that the conclusions of a report follow from. `checks` has every violation, also known deviations. */
export interface Premises extends Pick<Report, 'run' | 'cases' | 'checks' | 'exchanges' | 'suiteFaults'> {
  readonly table: readonly RequirementRow[];
  readonly deviations: readonly Deviation[];
  readonly soak: SoakFacts | undefined;
  readonly totals: Pick<Counts, 'cases' | 'exchanges' | 'created'>;
}

/** The parts of a report that follow from its others. */
export type Conclusions = Pick<Report, 'verdict' | 'counts' | 'requirements' | 'checks' | 'deviations' | 'behaviour'>;

/** The digest by which a reader checks the case list of a report. */
export function digestOfCases(cases: Report['cases']): string {
  return digestOf(JSON.stringify(cases));
}

/** Draws all conclusions of a report. They depend only on the premises, so a reader of the report can check them. */
export function conclude({ run, table, cases, deviations, suiteFaults, soak, totals, ...seen }: Premises): Conclusions {
  const day = dayOf(run.startedAt);
  const checks = applyDeviations(seen.checks, deviations, day);
  const requests = new Map(seen.exchanges.map((each) => [each.id, requestText(each, run.target)]));
  const requirements = rollUp(table, checks, requests, run.selection === 'part' ? NOT_SELECTED : NOT_JUDGED);
  const settled = settleDeviations(deviations, checks, requirements, day);
  return {
    verdict: decideVerdict({
      requirements,
      cases,
      checks,
      deviations: settled,
      suiteFaults,
      soak,
      run,
      exchanges: seen.exchanges,
    }),
    counts: countAll(requirements, checks, totals),
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
  totals: Premises['totals'],
): Counts {
  const required = requirements.filter(({ level }) => level === 'required');
  const recommended = requirements.filter(({ level }) => level === 'recommended');
  return {
    requirements: countBy(requirements, NO_REQUIREMENTS),
    required: countBy(required, NO_REQUIREMENTS),
    checks: countBy(checks, NO_CHECKS),
    warnings: recommended.filter(({ outcome }) => outcome === 'violated').length,
    ...totals,
  };
}

const NO_REQUIREMENTS: Counts['requirements'] = {
  violated: 0,
  deviating: 0,
  verified: 0,
  'not-verified': 0,
  'not-applicable': 0,
  observed: 0,
  'not-testable': 0,
};

const NO_CHECKS: Counts['checks'] = {
  satisfied: 0,
  violated: 0,
  deviating: 0,
  observed: 0,
  'not-verified': 0,
  'not-applicable': 0,
  'harness-error': 0,
};

/** How many items have each outcome. The order of the members is that of `none`. */
function countBy<Outcome extends string>(
  items: readonly { readonly outcome: Outcome }[],
  none: Readonly<Record<Outcome, number>>,
): Readonly<Record<Outcome, number>> {
  const counts: Record<Outcome, number> = { ...none };
  for (const { outcome } of items) counts[outcome] += 1;
  return counts;
}

/** Why a requirement without a check is not verified. */
const NOT_JUDGED = 'No response of this run was suitable to judge it.';
const NOT_SELECTED = 'No selected case judged it.';

/**
 * The outcome of each row of the table, from all checks of a run. `requests` has the request of each exchange in words. `notJudged`
 * says why a requirement without a check is not verified.
 */
export function rollUp(
  table: readonly RequirementRow[],
  checks: readonly Check[],
  requests: ReadonlyMap<string, string> = new Map(),
  notJudged: string = NOT_JUDGED,
): readonly RequirementResult[] {
  const byRequirement = Map.groupBy(checks, (check) => check.requirement);
  return table.map(({ id, part, level, operation, statement, reason: untestable }) => {
    const own = byRequirement.get(id) ?? [];
    const outcome = untestable === undefined ? outcomeOf(own) : 'not-testable';
    const isOpen = outcome === 'not-verified' || outcome === 'not-applicable';
    const { reason = untestable ?? null, howToResolve = null } = isOpen ? reasonOf(own, requests, notJudged) : {};
    const checkIds = own.map((check) => check.id);
    return { id, part, level, operation, statement, outcome, reason, howToResolve, checks: checkIds };
  });
}

/**
 * The first outcome that applies, most serious first. One violated, observed, deviating or satisfied check decides. So does
 * a kind of request that was never answered. A requirement is not applicable only if all its checks are.
 */
export function outcomeOf(checks: readonly Pick<Check, 'outcome' | 'unanswered'>[]): RequirementOutcome {
  const outcomes = new Set(checks.map((check) => check.outcome));
  if (outcomes.has('violated')) return 'violated';
  if (outcomes.has('observed')) return 'observed';
  if (checks.some(isUnansweredKind)) return 'not-verified';
  if (outcomes.has('deviating')) return 'deviating';
  if (outcomes.has('satisfied')) return 'verified';
  if (outcomes.size === 1 && outcomes.has('not-applicable')) return 'not-applicable';
  return 'not-verified';
}

function isUnansweredKind({ unanswered }: Pick<Check, 'unanswered'>): boolean {
  return unanswered === 'kind';
}

const NO_RESPONSE = 'Some requests had no response that can be judged.';

/** Why the checks of a requirement settle nothing. */
function reasonOf(
  checks: readonly Check[],
  requests: ReadonlyMap<string, string>,
  notJudged: string,
): Pick<RequirementResult, 'reason' | 'howToResolve'> {
  const unanswered = checks.filter(isUnansweredKind);
  const [first] = unanswered;
  if (first !== undefined) {
    // Different requests without a response often have one cause. Formats name them beside it.
    const alike = unanswered.filter(({ reason }) => reason === first.reason);
    const [request, ...others] = new Set(alike.map(({ exchanges }) => requests.get(exchanges.at(-1) ?? '')));
    const isOne = request !== undefined && others.length === 0;
    const subject = isOne ? `${request} had no response that can be judged. ` : '';
    return { reason: `${subject}${first.reason ?? NO_RESPONSE}`, howToResolve: first.howToResolve };
  }
  const explained = checks.find((check) => check.outcome !== 'not-applicable' && check.reason !== null) ?? checks[0];
  return explained ?? { reason: notJudged, howToResolve: null };
}
