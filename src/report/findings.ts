import { counted } from '../contract/describe.ts';
import type { Fact, Item } from './section.ts';
import { operationRoute } from '../contract/operations.ts';
import { findRequirement } from '../contract/requirements.ts';
import { type Blockage, blockagesOf } from './blockages.ts';
import type { ProbableCause } from './causes/cause.ts';
import { type Exchange, requestLine } from '../http/exchange.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';
import { isSuccess } from '../suite/responses/response.ts';
import { responseRules } from '../suite/rules/response-rules.ts';
import { isRuleCase } from './verdict/fold-checks.ts';
import { isWarning, markOfRequirement } from './outcomes.ts';
import type { Check, Report, RequirementResult } from './report.ts';
import { commandFor } from './run-command.ts';
import { compareUnusualness, hasPlainBody, lengthOf, unusualness } from './verdict/unusualness.ts';
import { factsOf, type Lookup, reproduceCommand, type Violation, violationOf } from './violation.ts';

/** A violated or deviating requirement. One violation represents it. */
export interface Clause {
  readonly requirement: RequirementResult;
  readonly violation: Violation | null;
  /** The case that shows it: "GET /pets?limit=1 MUST list at most 1 pet, and 99 checks like it". */
  readonly shownBy: string | null;
  /** What the violation shows: "POST /pets MUST reject the body with 400, if name is null: status 201 (exchange x12)". */
  readonly seen: string | null;
  /** The same of the plainest violation of each other difference that violates it. */
  readonly elsewhere: readonly string[];
  /** The statuses of the responses that violate a rule, if there are several: "POST /pets: 201 (88), 400 (94)". */
  readonly statuses: string | null;
  /** All its violated checks. Those that are alike are folded. Empty if there is only one. */
  readonly folded: readonly FoldedChecks[];
  /** What usually breaks the requirement and what to change. Null for requirements that this suite does not know. */
  readonly remedy: string | null;
  /** The command that judges this requirement alone again. */
  readonly rerun: string;
}

/** Requirements that violate the contract in the same way: the one with the plainest exchange, and the others. */
export interface Finding extends Clause {
  readonly also: readonly Clause[];
  /** What its responses block. */
  readonly blocks: readonly Blockage[];
}

/** Checks that show the same difference in like cases, with the title of the first and what it shows. */
export interface FoldedChecks {
  readonly text: string;
  readonly checks: readonly Check[];
}

/**
 * The findings of a report: violated required requirements, violated recommendations, and known deviations, with what violations
 * block. Requests that succeed without the right key come first, then what blocks most requirements, then the order of the table.
 */
export function findingsOf(
  report: Report,
  checks: ReadonlyMap<string, readonly Check[]>,
  lookup: Lookup,
  causes: readonly ProbableCause[],
) {
  const { requirements, run } = report;
  const fixes = fixesOf(causes);
  const isEveryCreationWrong = causes.some(({ id }) => id === 'other-body-demanded' || id === 'created-without-201');
  const evidenceFor = (outcome: RequirementResult['outcome']): readonly ViolationEvidence[] =>
    requirements
      .filter((each) => each.outcome === outcome)
      .map((requirement) => evidenceOf(requirement, checks.get(requirement.id) ?? [], lookup));
  const all = evidenceFor('violated');
  const violated = all.filter(({ requirement }) => !isWarning(requirement));
  const warnings = all.filter(({ requirement }) => isWarning(requirement));
  const mistakes = groupByDifference(violated, byUnusualness(lookup));
  const leads = new Map(mistakes.flatMap((each) => each.map(({ requirement }) => [requirement, each[0].requirement])));
  const blockages = blockagesOf(violated, report, checks, lookup.exchanges, leads, isEveryCreationWrong);

  function findingOf([first, ...also]: Mistake): Finding {
    const own = [first, ...also].map(({ requirement }) => requirement);
    return {
      ...clauseOf(first, run, lookup, fixes),
      also: also.map((each) => clauseOf(each, run, lookup, fixes)),
      blocks: blockages.filter(({ by }) => by.some((each) => own.includes(each))),
    };
  }

  return {
    violated: mistakes
      .map(findingOf)
      .toSorted(
        (one, other) => Number(isOpenDoor(other)) - Number(isOpenDoor(one)) || blockedCount(other) - blockedCount(one),
      ),
    warnings: groupByDifference(warnings, byUnusualness(lookup)).map(findingOf),
    deviating: evidenceFor('deviating').map((each) => findingOf([each])),
    blockages,
  };
}

function evidenceOf(requirement: RequirementResult, checks: readonly Check[], lookup: Lookup): ViolationEvidence {
  const own = checks.filter(({ outcome }) => outcome === requirement.outcome);
  return {
    requirement,
    checks: own,
    shown: representativeCheck(own, lookup),
    kinds: Map.groupBy(own, (check) => kindOfDifference(check, requirement)),
  };
}

function clauseOf(
  evidence: ViolationEvidence,
  run: Report['run'],
  lookup: Lookup,
  fixes: ReadonlyMap<string, string>,
): Clause {
  const { requirement, checks, shown, kinds } = evidence;
  const violation = shown === undefined ? null : violationOf(shown, lookup);
  const others = [...kinds.values()].flatMap((each) => {
    const other = shown !== undefined && each.includes(shown) ? undefined : representativeCheck(each, lookup);
    return other === undefined ? [] : violationOf(other, lookup);
  });
  const folded = checks.length < 2 ? [] : foldAlike(evidence, lookup, run.target);
  const like = folded.find((each) => shown !== undefined && each.checks.includes(shown));
  const title = titleOf(violation, run.target);
  return {
    requirement,
    violation,
    seen: violation === null ? null : seenText(violation, run.target),
    shownBy: title === null ? null : foldedText({ text: title, checks: like?.checks ?? [] }),
    elsewhere: others.map((each) => seenText(each, run.target)),
    statuses: statusesOf(checks, lookup),
    folded,
    remedy: fixes.get(requirement.id) ?? remedyFor(requirement.id, [violation, ...others]),
    rerun: commandFor(run, { only: requirement.id }),
  };
}

/** For a requirement that a cause explains, what the cause says: it fits what was seen better than the remedy of the table. */
function fixesOf(causes: readonly ProbableCause[]): ReadonlyMap<string, string> {
  const own = causes.filter(({ isWide }) => !isWide);
  return new Map(own.flatMap(({ fix, requirements }) => requirements.map((id) => [id, fix] as const)));
}

/** The remedies of what violates a requirement, each once. */
export function remedyFor(id: string, violations: readonly (Violation | null)[]): string | null {
  const remedies = new Set(violations.flatMap((violation) => remediesOf(id, violation)));
  return remedies.size === 0 ? null : [...remedies].join(' ');
}

/** The remedy of the table, unless the status says more: a valid request failed, or another one got a status of its own. */
function remediesOf(id: string, violation: Violation | null): readonly string[] {
  const status = violation?.exchange?.response?.status ?? 0;
  const hasFailed = status >= 500;
  const find = `Find the error behind the ${status} in the log of the service`;
  if (isAboutRejection(id) && status > 400)
    return [
      hasFailed
        ? `${find}: check the body first, and respond with 400 and an Error.`
        : `Where the service responds with ${status}, respond with 400 and an Error.`,
    ];
  const { remedy } = findRequirement(id) ?? {};
  const usual = remedy === undefined ? [] : [remedy];
  const { difference } = violation?.check ?? {};
  if (difference?.kind !== 'status') return usual;
  const { expected, actual } = difference;
  // Before the key is checked, another status shows another check.
  if (expected === 401 && (actual === 403 || (actual >= 400 && !hasFailed && id !== 'AUTH-FIRST')))
    return [`Where the service responds with ${actual}, respond with 401 and an Error.`];
  if (!hasFailed) return usual;
  const mustSucceed = responseRules.some((rule) => rule.requirement === id && rule.isOfStatus);
  return mustSucceed ? [`${find}: a valid request must succeed.`] : [`${find}.`, ...usual];
}

/** Whether a requirement is about bodies that a service must reject. */
function isAboutRejection(id: string): boolean {
  return id.startsWith('CREATE-REFUSES-');
}

/** Whether a request succeeds that must get 401. */
function isOpenDoor({ violation }: Finding): boolean {
  const { difference } = violation?.check ?? {};
  return difference?.kind === 'status' && difference.expected === 401 && isSuccess({ status: difference.actual });
}

function blockedCount({ blocks }: Finding): number {
  return blocks.reduce((sum, { requirements }) => sum + requirements.length, 0);
}

const FOLDED_SHOWN = 3;
const ELSEWHERE_SHOWN = 4;

/** A finding as every text format shows it. */
export function itemOfFinding(finding: Finding): Item {
  const { requirement, violation } = finding;
  return {
    id: requirement.id,
    about: `part ${requirement.part}, ${requirement.level}`,
    text: requirement.statement,
    tone: markOfRequirement(requirement) === 'violated' ? 'bad' : 'doubt',
    facts: factsOfFinding(finding),
    command: reproduceCommand(violation),
  };
}

function factsOfFinding({ violation, remedy, blocks, elsewhere, also, statuses, folded }: Finding): readonly Fact[] {
  if (violation === null) return [];
  const alike = folded
    .filter(({ checks }) => checks.length > 1)
    .toSorted((one, other) => other.checks.length - one.checks.length)
    .slice(0, FOLDED_SHOWN);
  const left = folded.filter((each) => !alike.includes(each)).reduce((sum, { checks }) => sum + checks.length, 0);
  const rest = `${counted(left, alike.length === 0 ? 'violated check' : 'more check')}, in report.json`;
  return factsOf(violation, [
    { label: 'Fix', own: remedy },
    ...blocks.map(({ sentence }) => ({ label: 'Blocks', text: sentence })),
    ...elsewhere.slice(0, ELSEWHERE_SHOWN).map((text) => ({ label: 'Elsewhere', text })),
    ...also.map(({ requirement: { id, statement }, seen }) => ({ label: 'Also', text: `${id}: ${seen ?? statement}` })),
    { label: 'Statuses', text: statuses },
    ...alike.map((each) => ({
      label: 'Checks',
      text: foldedText(each),
      values: each.checks.slice(1).map((check) => check.case),
    })),
    { label: 'Checks', text: left === 0 ? null : rest },
  ]);
}

/** The statuses of all responses that violate a rule, by operation. Null if there is only one. */
function statusesOf(checks: readonly Check[], { exchanges }: Lookup): string | null {
  const ids = checks.flatMap((check) =>
    isRuleCase(check.case) ? [...check.exchanges.slice(-1), ...check.furtherViolations] : [],
  );
  const shown = ids.flatMap((id) => {
    const { operation, response = null } = exchanges.get(id) ?? {};
    return response === null || operation === undefined || operation === 'other'
      ? []
      : [{ operation, status: response.status }];
  });
  if (new Set(shown.map(({ status }) => status)).size < 2) return null;
  const places = [...Map.groupBy(shown, ({ operation }) => operation)].map(([operation, own]) => {
    const counts = [...Map.groupBy(own, ({ status }) => status)].toSorted(([one], [other]) => one - other);
    return `${operationRoute(operation)}: ${counts.map(([status, each]) => `${status} (${each.length})`).join(', ')}`;
  });
  return places.join('; ');
}

/** "POST /pets MUST reject the body with 400, if name is null: status 201 (x12)". */
function seenText(violation: Violation, target: string): string {
  const { actual, exchange } = violation;
  return `${titleOf(violation, target) ?? ''}: ${actual}${exchange === undefined ? '' : ` (exchange ${exchange.id})`}`;
}

/** "GET /pets?limit=1 MUST list at most 1 pet: 2 pets, and 99 checks like it". */
export function foldedText({ text, checks }: FoldedChecks): string {
  return checks.length < 2 ? text : `${text}, and ${counted(checks.length - 1, 'check')} like it`;
}

/** How many requirements some findings are about. */
export function requirementCount(findings: readonly Finding[]): number {
  return findings.reduce((sum, { also }) => sum + 1 + also.length, 0);
}

/** What shows that a requirement is violated. */
interface ViolationEvidence {
  readonly requirement: RequirementResult;
  readonly checks: readonly Check[];
  /** The check that represents it. */
  readonly shown: Check | undefined;
  /** Its checks by the difference that they show. */
  readonly kinds: ReadonlyMap<string, readonly Check[]>;
}

type Mistake = readonly [first: ViolationEvidence, ...also: ViolationEvidence[]];

/** Groups the requirements that show the same differences. The plainest one comes first. */
function groupByDifference(
  violated: readonly ViolationEvidence[],
  compare: (one?: Check, other?: Check) => number,
): readonly Mistake[] {
  const groups = Map.groupBy(violated, ({ requirement, kinds }) =>
    kinds.size === 0 ? requirement.id : [...kinds.keys()].toSorted().join('\n\n'),
  );
  return [...groups.values()].flatMap((group): readonly Mistake[] => {
    const [first, ...also] = group.toSorted((one, other) => compare(one.shown, other.shown));
    return first === undefined ? [] : [[first, ...also]];
  });
}

/**
 * What distinguishes a difference from others. Two wrong statuses are the same difference only within one operation, for rejected
 * keys everywhere, and for bodies that a service accepts, or may accept, only within one requirement. Any status of success is the same.
 * Two wrong counts are the same difference if each is wrong by one.
 */
function kindOfDifference({ difference, pointer }: Check, { id, operation }: RequirementResult): string {
  const field = (pointer ?? '').split('/').at(-1);
  switch (difference?.kind) {
    case undefined:
      return [id, field].join('\n');
    case 'form':
      return [difference.actual, field].join('\n');
    case 'count': {
      const excess = difference.actual - difference.expected;
      return Math.abs(excess) === 1 ? `${excess}` : [id, Math.sign(excess)].join('\n');
    }
    case 'status': {
      const { expected, actual } = difference;
      const succeeds = isSuccess({ status: actual });
      const isOpen = expected === 400 && !isAboutRejection(id);
      const isAccepted = succeeds && !isSuccess({ status: expected });
      const within = expected === 401 ? '' : isAccepted || isOpen ? id : operation;
      return ['status', expected, succeeds ? 'success' : actual, within].join('\n');
    }
  }
}

/** The title of the case. Fixtures and response rules judge any request, so theirs is the request. */
function titleOf(violation: Violation | null, target: string): string | null {
  if (violation === null) return null;
  const { check, exchange, title } = violation;
  const isOfAny = isRuleCase(check.case) || check.case === FIXTURES_CASE;
  return isOfAny && exchange !== undefined ? requestLine(exchange, target) : title;
}

/** Checks of like cases, which one place of the specs makes, that show the same difference become one line. */
function foldAlike(
  { checks, requirement }: ViolationEvidence,
  lookup: Lookup,
  target: string,
): readonly FoldedChecks[] {
  const groups = Map.groupBy(checks, (check) => {
    const place = lookup.cases.get(check.case)?.place ?? check.id;
    return `${place}\n${kindOfDifference(check, requirement)}`;
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const title = first === undefined ? null : titleOf(violationOf(first, lookup), target);
    return first === undefined ? [] : [{ text: `${title}: ${first.actual}`, checks: group }];
  });
}

/**
 * The violated check that represents its requirement: one that a second try showed again, of a rule or a case about the requirement,
 * with the plainest request.
 */
export function representativeCheck(checks: readonly Check[], lookup: Lookup): Check | undefined {
  const steady = checks.filter((check) => check.unstable !== true);
  const cited = steady.filter(
    (check) =>
      isRuleCase(check.case) || lookup.cases.get(check.case)?.requirements.includes(check.requirement) === true,
  );
  const best = [cited, steady, checks].find((each) => each.length > 0) ?? [];
  return best.toSorted(byUnusualness(lookup, lengthUnlessInOrder))[0];
}

/** Zero for a case that sends an object: the order of the specs decides. Of rules and of other bodies, the shortest exchange shows most. */
function lengthUnlessInOrder({ case: id }: Check, exchange: Exchange): number {
  return !isRuleCase(id) && hasPlainBody(exchange.request) ? 0 : lengthOf(exchange);
}

/**
 * The check whose request is plainest comes first. Of those that are as plain, cases by hand come before generated ones, then those about
 * few requirements. A check without a request comes last.
 */
function byUnusualness(
  { cases, exchanges }: Lookup,
  lengthFor: (check: Check, exchange: Exchange) => number = () => 0,
): (one?: Check, other?: Check) => number {
  const unusualnessOf = (check: Check | undefined): readonly number[] => {
    const exchange = exchanges.get(check?.exchanges.at(-1) ?? '');
    if (check === undefined || exchange === undefined) return [Infinity];
    const { stage = null, requirements = [] } = cases.get(check.case) ?? {};
    const isGenerated = stage === 'generated' ? 1 : 0;
    return [...unusualness(exchange), isGenerated, requirements.length, lengthFor(check, exchange)];
  };
  return (one, other) => compareUnusualness(unusualnessOf(one), unusualnessOf(other));
}
