import { operationRoute, REQUEST_KINDS, type RequestKind } from '../../contract/operations.ts';
import { findRequirement } from '../../contract/requirements.ts';
import { type Exchange, serialOf } from '../../http/exchange.ts';
import type { CaseEnd } from '../../suite/execution/run-cases.ts';
import { isUnanswered, readReason } from '../../suite/reasons.ts';
import { decisiveStop, isViolation, type Judgement, requestsOf, type RunRecord } from '../../suite/records/records.ts';
import type { Check, ReportedCase } from '../report.ts';
import { compareUnusualness, nameRank, unusualness } from './unusualness.ts';

type Stop = Extract<RunRecord, { readonly type: 'stopped' }>;

/**
 * Folds the records of a run into checks: one for each requirement that a case declares or judges, and one for each response
 * rule and operation. The records decide. The end of a case can only add harness errors and cases that never started.
 */
export function foldChecks(all: readonly RunRecord[], cases: readonly CaseEnd[]): readonly Check[] {
  const { records, unanswered } = withRepeats(all);
  const results = resultsByCase(records);
  const checks = cases.flatMap((end) => checksOfCase(end, results.get(end.description.caseId)));
  const complete = checks.map((check) => withUnanswered(check, unanswered));
  return [...markInstances(complete, cases, results), ...foldRules(records)].map(withoutUndefined);
}

/** A check without the members that `blankCheck` only gives their place. */
function withoutUndefined(check: Check): Check {
  return Object.fromEntries(Object.entries(check).filter(([, value]) => value !== undefined)) as unknown as Check;
}

/** What the records hold of one case. */
interface CaseResults {
  /** By requirement. */
  readonly judgements: Map<string, NonEmpty<Judgement>>;
  /** Why the case stopped. */
  stop: Stop | undefined;
  /** Whether the case found a violation of anything. */
  isViolating: boolean;
}

function noResults(): CaseResults {
  return { judgements: new Map(), stop: undefined, isViolating: false };
}

function resultsByCase(records: readonly RunRecord[]): ReadonlyMap<string, CaseResults> {
  const results = new Map<string, CaseResults>();
  const resultsOf = (caseId: string): CaseResults => {
    const own = results.get(caseId) ?? noResults();
    results.set(caseId, own);
    return own;
  };
  for (const record of records) {
    if (record.type === 'stopped') addStop(resultsOf(record.caseId), record);
    if (isViolation(record)) resultsOf(record.caseId).isViolating = true;
    if (record.type !== 'judgement') continue;
    const { judgements } = resultsOf(record.caseId);
    const earlier = judgements.get(record.judgement.requirement);
    if (earlier === undefined) judgements.set(record.judgement.requirement, [record.judgement]);
    else earlier.push(record.judgement);
  }
  return results;
}

function addStop(results: CaseResults, stop: Stop): void {
  results.stop = decisiveStop([...(results.stop === undefined ? [] : [results.stop]), stop]);
}

/**
 * A check for each requirement that the case judged, then for each that it only declares. A rule judges what a case feeds, but
 * a case that stopped says why it fed nothing.
 */
function checksOfCase(end: CaseEnd, results: CaseResults = noResults()): readonly Check[] {
  const { caseId, requirements, feeds } = end.description;
  const { judgements } = results;
  const fed = hasFed(end, results) ? [] : feeds;
  const open = [...requirements, ...fed].filter((requirement) => !judgements.has(requirement));
  return [
    ...judgements.values().map((own) => lowered(merge(caseId, own), end, results)),
    ...open.map((requirement) => unjudged(requirement, end, results)),
  ];
}

/** Whether a case ran to its end, at its repeat if not before. */
function hasFed({ state }: CaseEnd, results: CaseResults | undefined): boolean {
  return state !== 'failed' && state !== 'pending' && results?.stop === undefined;
}

/** If the repeat of a case got a response, the repeat is judged, with the violations that the first run found. */
function withRepeats(all: readonly RunRecord[]): {
  readonly records: readonly RunRecord[];
  /** Exchanges without a response of cases that were answered later. */
  readonly unanswered: ReadonlyMap<string, readonly string[]>;
} {
  const repeats = new Map<string, number>();
  for (const [index, record] of all.entries()) if (record.type === 'repeat') repeats.set(record.caseId, index);
  if (repeats.size === 0) return { records: all, unanswered: new Map() };
  const stopsAgain = new Set(
    all.flatMap((record, index) =>
      isUnsettledStop(record) && index > (repeats.get(record.caseId) ?? Infinity) ? [record.caseId] : [],
    ),
  );
  const unanswered = new Map<string, readonly string[]>();
  const records = all.filter((record, index) => {
    if (record.type !== 'stopped' && record.type !== 'judgement') return true;
    if (isViolation(record) || stopsAgain.has(record.caseId) || index > (repeats.get(record.caseId) ?? -1)) return true;
    if (record.type === 'stopped') unanswered.set(record.caseId, record.exchanges);
    return false;
  });
  return { records, unanswered };
}

function isUnsettledStop(record: RunRecord): record is Stop {
  return record.type === 'stopped' && record.outcome === 'not-verified';
}

/** The evidence of a repeated check starts with the exchange that had no response. */
function withUnanswered(check: Check, unanswered: ReadonlyMap<string, readonly string[]>): Check {
  const before = unanswered.get(check.case);
  return before === undefined ? check : { ...check, exchanges: [...new Set([...before, ...check.exchanges])] };
}

/** An unanswered check is an instance if another case of its group was judged; for a generated case, if any case was. */
function markInstances(
  checks: readonly Check[],
  cases: readonly CaseEnd[],
  results: ReadonlyMap<string, CaseResults>,
): readonly Check[] {
  const groups = new Map(
    cases.map(({ description: { caseId, stage, repeatGroup } }) => [caseId, stage === 'generated' ? ANY : repeatGroup]),
  );
  const keyOf = ({ case: caseId, requirement }: Pick<Check, 'case' | 'requirement'>): string =>
    `${groups.get(caseId) ?? caseId} ${requirement}`;
  // A case that ran to its end has fed its rules.
  const fed = cases
    .filter((end) => hasFed(end, results.get(end.description.caseId)))
    .flatMap(({ description: { caseId, feeds } }) => feeds.map((requirement) => ({ case: caseId, requirement })));
  const judgedChecks = checks.filter(({ outcome }) => JUDGED.has(outcome));
  const judged = new Set([...judgedChecks, ...fed].flatMap((each) => [keyOf(each), `${ANY} ${each.requirement}`]));
  return checks.map((check) =>
    check.unanswered === 'kind' && judged.has(keyOf(check)) ? { ...check, unanswered: 'instance' } : check,
  );
}

const ANY = 'any group';
const JUDGED: ReadonlySet<string> = new Set(['satisfied', 'violated', 'observed']);

type NonEmpty<T> = [T, ...T[]];

/** The heaviest judgement represents the check. An unsettled judgement weighs more than a satisfied one. */
const WEIGHT = { violated: 4, 'not-verified': 3, satisfied: 2, observed: 2, 'not-applicable': 1 } as const;

function merge(caseId: string, judgements: Readonly<NonEmpty<Judgement>>): Check {
  const heaviest = judgements.reduce((worst, next) => (WEIGHT[next.outcome] > WEIGHT[worst.outcome] ? next : worst));
  if (heaviest.outcome === 'violated') {
    const violations = judgements.filter(({ outcome }) => outcome === 'violated');
    return { ...checkOfViolations(caseId, heaviest, violations), judgements: judgements.length };
  }
  return {
    ...blankCheck(caseId, heaviest.requirement),
    outcome: heaviest.outcome,
    expected: heaviest.expected,
    actual:
      heaviest.outcome === 'observed' ? judgements.map((judgement) => judgement.actual).join('; ') : heaviest.actual,
    pointer: heaviest.pointer,
    exchanges: [...new Set(judgements.flatMap((judgement) => judgement.exchanges))],
    reason: heaviest.reason,
    howToResolve: heaviest.howToResolve,
    cause: heaviest.cause,
    judgements: judgements.length,
  };
}

/** A case that did not finish verifies none of its requirements. Violations that it found before stay. */
function lowered(check: Check, end: CaseEnd, { stop, isViolating }: CaseResults): Check {
  const cited = end.description.requirements.some((requirement) => requirement === check.requirement);
  if (!cited || check.outcome !== 'satisfied') return check;
  if (end.state === 'failed') return { ...check, outcome: 'harness-error', reason: end.errors.join('; ') };
  return stop?.outcome === 'not-verified' ? stoppedCheck(check, stop, isViolating) : check;
}

/** A check that its case did not reach. A case that found a violation had a response. */
function stoppedCheck(check: Check, { outcome, howToResolve, ...stop }: Stop, isViolating: boolean): Check {
  const isOpenKind = isUnanswered(stop.cause) && !isViolating;
  return {
    ...check,
    outcome,
    ...readReason(stop),
    howToResolve,
    unanswered: isOpenKind ? 'kind' : undefined,
  };
}

function unjudged(requirement: string, end: CaseEnd, { stop, isViolating }: CaseResults): Check {
  const check = blankCheck(end.description.caseId, requirement);
  if (end.state === 'failed') return { ...check, outcome: 'harness-error', reason: end.errors.join('; ') };
  if (stop !== undefined) return stoppedCheck({ ...check, exchanges: stop.exchanges }, stop, isViolating);
  if (end.state === 'pending') {
    return {
      ...check,
      outcome: 'not-verified',
      reason: 'The run ended before this case started.',
      howToResolve: 'Run again.',
    };
  }
  if (isViolating) return { ...check, reason: 'Blocked by another violation: fix that, then run again.' };
  return {
    ...check,
    outcome: 'harness-error',
    reason: 'The case ended before it judged this requirement.',
  };
}

/** What the rules found of one requirement and one operation. */
interface RuleFound {
  readonly operation: RequestKind;
  readonly requirement: string;
  readonly kept: string[];
  readonly violations: Judgement[];
}

/** The ids of the cases of rules start with this. */
export const RULES_PREFIX = 'rules/';

/** What rules could not decide has a case of its own, so it stands beside what they decided. */
const UNDECIDED = `${RULES_PREFIX}undecided`;

/** Whether a case is that of rules: they judge the responses to all cases. */
export function isRuleCase(caseId: string): boolean {
  return caseId.startsWith(RULES_PREFIX);
}

/**
 * Folds the rules into one check for each requirement and operation. The rules judge every exchange of a run. A check is satisfied
 * if all responses keep the rule, and violated if one does not. What a case judged itself is in the case.
 */
function foldRules(records: readonly RunRecord[]): readonly Check[] {
  const exchanges = new Map(
    records.flatMap((record) => (record.type === 'exchange' ? [[record.exchange.id, record.exchange]] : [])),
  );
  const requests = requestsOf(records);
  const omitted = new Set(records.flatMap((record) => (record.type === 'omitted' ? [record.exchange] : [])));
  const rules = new Map<string, RuleFound>();
  function ruleOf(requirement: string, exchange: string | undefined): RuleFound {
    const row = findRequirement(requirement);
    const ofRow = row === undefined || row.operation === 'every' ? null : row.operation;
    const operation = ofRow ?? requests.get(exchange ?? '')?.operation ?? 'other';
    const key = `${operation} ${requirement}`;
    const found = rules.get(key) ?? { operation, requirement, kept: [], violations: [] };
    rules.set(key, found);
    return found;
  }
  for (const record of records) {
    if (record.type === 'rule-violated') {
      const { judgement } = record;
      ruleOf(judgement.requirement, judgement.exchanges.at(-1)).violations.push(judgement);
    }
    if (record.type !== 'rules-satisfied') continue;
    for (const [requirement, satisfying] of Object.entries(record.rules)) {
      for (const exchange of satisfying) ruleOf(requirement, exchange).kept.push(exchange);
    }
  }
  const decided = new Set([...rules.values()].map(({ requirement }) => requirement));
  const open = records.flatMap((record) => {
    if (record.type !== 'rule-open') return [];
    const { requirement } = record.judgement;
    if (record.unlessDecided === true && decided.has(requirement)) return [];
    decided.add(requirement);
    return [merge(UNDECIDED, [record.judgement])];
  });
  return [...[...rules.values()].map((found) => checkOf(found, omitted, exchanges)), ...open];
}

function checkOf(
  { operation, requirement, kept, violations }: RuleFound,
  omitted: ReadonlySet<string>,
  exchanges: ReadonlyMap<string, Exchange>,
): Check {
  const judgements = kept.length + violations.length;
  const caseId = `${RULES_PREFIX}${operation}`;
  const [first] = violations.toSorted(byPlainness(exchanges));
  if (first !== undefined) return { ...checkOfViolations(caseId, first, violations), judgements };
  return {
    ...blankCheck(caseId, requirement),
    outcome: 'satisfied',
    expected: findRequirement(requirement)?.statement ?? '',
    actual: judgements === 1 ? 'the one judged response agrees' : `all ${judgements} judged responses agree`,
    exchanges: [...new Set(kept).difference(omitted)],
    judgements,
  };
}

/** The violation with the plainest exchange comes first, then the first one: fixtures and the first cases send ordinary pets. */
function byPlainness(exchanges: ReadonlyMap<string, Exchange>): (one: Judgement, other: Judgement) => number {
  const unusualnessOf = ({ exchanges: ids }: Judgement): readonly number[] => {
    const shown = exchanges.get(ids.at(-1) ?? '');
    return shown === undefined ? [Infinity] : [...unusualness(shown), nameRank(shown), serialOf(shown.id)];
  };
  return (one, other) => compareUnusualness(unusualnessOf(one), unusualnessOf(other));
}

/** The cases of these checks, as the report lists them. */
export function ruleCases(checks: readonly Check[]): readonly ReportedCase[] {
  const used = new Set(checks.map((check) => check.case));
  const titles = [
    ...REQUEST_KINDS.map((kind) => {
      const words = kind === 'other' ? 'requests outside the operations' : operationRoute(kind);
      return [`${RULES_PREFIX}${kind}`, `every response to ${words}`] as const;
    }),
    [UNDECIDED, 'what the responses of the run do not decide'] as const,
  ];
  return titles
    .filter(([id]) => used.has(id))
    .map(([id, title]) => ({ id, title, place: 'src/suite/rules', requirements: [], stage: null }));
}

/** A check without results. Its members have the order of the schema, and keep it in the checks that are made from it. */
function blankCheck(caseId: string, requirement: string): Check {
  return {
    id: `${caseId}#${requirement}`,
    requirement,
    case: caseId,
    outcome: 'not-verified',
    expected: '',
    actual: '',
    pointer: null,
    exchanges: [],
    reason: null,
    howToResolve: null,
    cause: undefined,
    furtherViolations: [],
    judgements: 0,
    violations: 0,
    unstable: null,
    repeatExchanges: [],
    difference: undefined,
    unanswered: undefined,
  };
}

/** A violated check: it describes the first violation and lists the last exchange of each other one. */
function checkOfViolations(caseId: string, shown: Judgement, violations: readonly Judgement[]): Check {
  const others = violations.filter((violation) => violation !== shown);
  const own = new Set(shown.exchanges);
  return {
    ...blankCheck(caseId, shown.requirement),
    outcome: 'violated',
    expected: shown.expected,
    actual: shown.actual,
    pointer: shown.pointer,
    exchanges: [...own],
    furtherViolations: [...new Set(others.flatMap(({ exchanges }) => exchanges.slice(-1))).difference(own)],
    judgements: violations.length,
    violations: violations.length,
    difference: shown.difference,
  };
}
