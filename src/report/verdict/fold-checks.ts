import { operationRoute, REQUEST_KINDS } from '../../contract/operations.ts';
import { findRequirement } from '../../contract/requirements.ts';
import { serialOf } from '../../http/exchange.ts';
import type { CaseEnd } from '../../suite/execution/run-cases.ts';
import { isUnanswered, readReason } from '../../suite/reasons.ts';
import {
  decisiveStop,
  isViolation,
  type Judgement,
  requestsOf,
  type RunRecord,
  type StopRecord,
} from '../../suite/records/records.ts';
import type { Check, ReportedCase } from '../report.ts';
import { byUnusualness, nameRank } from './unusualness.ts';

/**
 * Folds the records of a run into checks: one for each requirement that a case declares or judges, and one for each response
 * rule and operation. The records decide. The end of a case can only add harness errors and cases that never started.
 */
export function foldChecks(records: readonly RunRecord[], cases: readonly CaseEnd[]): readonly Check[] {
  const byCase = Map.groupBy(records, (record) => ('caseId' in record ? record.caseId : null));
  const ended = cases.map((end) => endedCase(end, byCase.get(end.description.caseId)));
  return [...markInstances(ended.flatMap(checksOfCase), ended), ...foldRules(records)];
}

type EndedCase = ReturnType<typeof endedCase>;

/**
 * A case with what the records hold of it. If its repeat got a response, the repeat is judged, with the violations that the first
 * run found.
 */
function endedCase({ description, state, errors }: CaseEnd, all: readonly RunRecord[] = []) {
  const repeat = all.findLastIndex(({ type }) => type === 'repeat');
  const [first, again] = [all.slice(0, repeat + 1), all.slice(repeat + 1)];
  const isAnswered = decisiveStop(again.filter(isStop))?.outcome !== 'not-verified';
  const records = isAnswered ? [...first.filter(isViolation), ...again] : all;
  const judgements = records.flatMap((record) => (record.type === 'judgement' ? [record.judgement] : []));
  const stop = decisiveStop(records.filter(isStop));
  return {
    description,
    state,
    errors,
    judgements: Map.groupBy(judgements, ({ requirement }) => requirement),
    // Why it stopped.
    stop,
    // Whether it found a violation of anything.
    isViolating: records.some(isViolation),
    // Whether it ran to its end, at its repeat if not before.
    hasFed: state !== 'failed' && state !== 'pending' && stop === undefined,
    // Exchanges without a response, if the repeat was answered.
    unanswered: isAnswered ? (first.findLast(isStop)?.exchanges ?? []) : [],
  };
}

function isStop(record: RunRecord): record is StopRecord {
  return record.type === 'stopped';
}

/**
 * A check for each requirement that the case judged, then for each that it only declares. A rule judges what a case feeds, but
 * a case that stopped says why it fed nothing. The evidence of a repeated check starts with the exchange that had no response.
 */
function checksOfCase(ended: EndedCase): readonly Check[] {
  const { description, judgements, hasFed, unanswered } = ended;
  const declared = [...description.judges, ...(hasFed ? [] : description.feeds)];
  const rest = declared.filter((requirement) => !judgements.has(requirement));
  return [
    ...judgements.values().map((own) => lowered(merge(description.caseId, own), ended)),
    ...rest.map((requirement) => unjudged(requirement, ended)),
  ].map((check) => ({
    ...check,
    exchanges: [...new Set([...unanswered, ...check.exchanges])],
    ...(check.cause === 'wrong-response' ? { unanswered: 'kind' } : {}),
  }));
}

/** A check of a kind that nothing judged is an instance if another case of its group was judged; for a generated case, if any case was. */
function markInstances(checks: readonly Check[], cases: readonly EndedCase[]): readonly Check[] {
  const groups = new Map(
    cases.map(({ description: { caseId, stage, repeatGroup } }) => [caseId, stage === 'generated' ? ANY : repeatGroup]),
  );
  const keyOf = ({ case: caseId, requirement }: Pick<Check, 'case' | 'requirement'>): string =>
    `${groups.get(caseId) ?? caseId} ${requirement}`;
  // A case that ran to its end has fed its rules.
  const fed = cases
    .filter(({ hasFed }) => hasFed)
    .flatMap(({ description: { caseId, feeds } }) => feeds.map((requirement) => ({ case: caseId, requirement })));
  const judgedChecks = checks.filter(({ outcome }) => JUDGED.has(outcome));
  const judged = new Set([...judgedChecks, ...fed].flatMap((each) => [keyOf(each), `${ANY} ${each.requirement}`]));
  return checks.map((check) =>
    check.unanswered === 'kind' && judged.has(keyOf(check)) ? { ...check, unanswered: 'instance' } : check,
  );
}

const ANY = 'any group';
const JUDGED: ReadonlySet<string> = new Set(['satisfied', 'violated', 'observed']);

/** The heaviest judgement represents the check. An undecided judgement weighs more than a satisfied one. */
const WEIGHT = { violated: 4, 'not-verified': 3, satisfied: 2, observed: 2, 'not-applicable': 1 } as const;

function merge(caseId: string, judgements: readonly Judgement[]): Check {
  const heaviest = judgements.reduce((worst, next) => (WEIGHT[next.outcome] > WEIGHT[worst.outcome] ? next : worst));
  if (heaviest.outcome === 'violated') return checkOf(caseId, heaviest, judgements);
  const actual = judgements.map((judgement) => judgement.actual).join('; ');
  const exchanges = judgements.flatMap((judgement) => judgement.exchanges);
  return checkOf(
    caseId,
    { ...heaviest, ...(heaviest.outcome === 'observed' ? { actual } : {}), exchanges },
    judgements,
  );
}

/** A judgement that nothing was judged by. */
const UNJUDGED = {
  outcome: 'not-verified',
  expected: '',
  actual: '',
  pointer: null,
  exchanges: [],
  reason: null,
  howToResolve: null,
} as const;

/** A check as one judgement describes it. `all`: every judgement that it was made of. Of each other violation it lists the last exchange. */
function checkOf(
  caseId: string,
  shown: Omit<Judgement, 'requirement'> & { readonly requirement: string },
  all: readonly Judgement[] = [],
): Check {
  const violations = all.filter(({ outcome }) => outcome === 'violated');
  const others = violations.filter((violation) => violation !== shown);
  const own = new Set(shown.exchanges);
  return {
    id: `${caseId}#${shown.requirement}`,
    case: caseId,
    ...shown,
    exchanges: [...own],
    furtherViolations: [...new Set(others.flatMap(({ exchanges }) => exchanges.slice(-1))).difference(own)],
    judgements: all.length,
    violations: violations.length,
    unstable: null,
    repeatExchanges: [],
  };
}

/** A case that did not finish verifies none of its requirements. Violations that it found before stay. */
function lowered(check: Check, { description, state, errors, stop }: EndedCase): Check {
  const cited = description.judges.some((requirement) => requirement === check.requirement);
  if (!cited || check.outcome !== 'satisfied') return check;
  if (state === 'failed') return { ...check, outcome: 'harness-error', reason: errors.join('; ') };
  if (stop?.outcome !== 'not-verified') return check;
  // The last exchange is the one of which the reason speaks.
  const others = check.exchanges.filter((id) => !stop.exchanges.includes(id));
  return stoppedCheck({ ...check, exchanges: [...others, ...stop.exchanges] }, stop);
}

/** A check that its case did not reach. */
function stoppedCheck(check: Check, stop: StopRecord): Check {
  const unanswered = isUnanswered(stop.cause) ? ({ unanswered: 'kind' } as const) : {};
  return { ...check, outcome: stop.outcome, ...readReason(stop), ...unanswered };
}

const BLOCKED = 'Blocked by another violation: fix that, then run again.';

function unjudged(
  requirement: string,
  { description: { caseId }, state, errors, stop, isViolating }: EndedCase,
): Check {
  const check = checkOf(caseId, { ...UNJUDGED, requirement });
  if (state === 'failed') return { ...check, outcome: 'harness-error', reason: errors.join('; ') };
  if (stop !== undefined) return stoppedCheck({ ...check, exchanges: stop.exchanges }, stop);
  if (state === 'pending')
    return { ...check, reason: 'The run ended before this case started.', howToResolve: 'Run again.' };
  if (isViolating) return { ...check, reason: BLOCKED, cause: 'wrong-response' };
  return { ...check, outcome: 'harness-error', reason: 'The case ended before it judged this requirement.' };
}

/** The ids of the cases of rules start with this. */
export const RULES_PREFIX = 'rules/';

/** What rules could not decide has a case of its own, so it stands beside what they decided. */
const UNDECIDED = `${RULES_PREFIX}undecided`;

/** Whether a case is that of rules: they judge the responses to all cases. */
export function isRuleCase(caseId: string): boolean {
  return caseId.startsWith(RULES_PREFIX);
}

/** The parts of the id of a check, such as `list/limit/20#LIST-LIMIT-RANGE`. The id of a requirement has no case. */
export function partsOfCheck(id: string): { readonly caseId: string; readonly requirement: string } {
  const at = id.lastIndexOf('#');
  return { caseId: id.slice(0, Math.max(0, at)), requirement: id.slice(at + 1) };
}

/** A rule that an exchange keeps, or violates by a judgement. */
interface RuleFound {
  readonly requirement: string;
  readonly exchange: string;
  readonly violation?: Judgement;
}

/**
 * Folds the rules into one check for each requirement and operation. The rules judge every exchange of a run. What a case judged
 * itself is in the case.
 */
function foldRules(records: readonly RunRecord[]): readonly Check[] {
  const found = records.flatMap(rulesIn);
  return [...decidedRules(found, records), ...undecidedRules(found, records)];
}

function rulesIn(record: RunRecord): readonly RuleFound[] {
  if (record.type === 'rule-violated') {
    const { judgement } = record;
    return [{ requirement: judgement.requirement, exchange: judgement.exchanges.at(-1) ?? '', violation: judgement }];
  }
  if (record.type !== 'rules-satisfied') return [];
  return Object.entries(record.rules).flatMap(([requirement, kept]) =>
    kept.map((exchange) => ({ requirement, exchange })),
  );
}

/** A check is satisfied if all responses keep the rule, and violated if one does not. */
function decidedRules(found: readonly RuleFound[], records: readonly RunRecord[]): readonly Check[] {
  const requests = requestsOf(records);
  const exchanges = new Map(
    records.flatMap((record) => (record.type === 'exchange' ? [[record.exchange.id, record.exchange]] : [])),
  );
  // Of exchanges that are as plain, the first one: fixtures and the first cases send ordinary pets.
  const plainestFirst = byUnusualness(
    ({ exchanges: ids }: Judgement) => exchanges.get(ids.at(-1) ?? ''),
    (_, shown) => [nameRank(shown), serialOf(shown.id)],
  );
  const groups = Map.groupBy(found, ({ requirement, exchange }) => {
    const { operation = 'every' } = findRequirement(requirement) ?? {};
    const kind = operation === 'every' ? (requests.get(exchange)?.operation ?? 'other') : operation;
    return `${RULES_PREFIX}${kind}#${requirement}`;
  });
  return [...groups].map(([id, group]): Check => {
    const { caseId, requirement } = partsOfCheck(id);
    const judgements = group.length;
    const violations = group.flatMap(({ violation }) => violation ?? []);
    const [plainest] = violations.toSorted(plainestFirst);
    if (plainest !== undefined) return { ...checkOf(caseId, plainest, violations), judgements };
    const satisfied = {
      ...UNJUDGED,
      requirement,
      outcome: 'satisfied',
      expected: findRequirement(requirement)?.statement ?? '',
      actual: judgements === 1 ? 'the one judged response agrees' : `all ${judgements} judged responses agree`,
      // The report omits exchanges of a soak.
      exchanges: group.flatMap(({ exchange }) => (requests.get(exchange)?.target === null ? [] : [exchange])),
    } as const;
    return { ...checkOf(caseId, satisfied), judgements };
  });
}

/** What the rules could not decide. */
function undecidedRules(found: readonly RuleFound[], records: readonly RunRecord[]): readonly Check[] {
  const decided = new Set(found.map(({ requirement }) => requirement));
  return records.flatMap((record) => {
    if (record.type !== 'rule-undecided') return [];
    const { requirement } = record.judgement;
    if (record.unlessDecided === true && decided.has(requirement)) return [];
    decided.add(requirement);
    return [merge(UNDECIDED, [record.judgement])];
  });
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
