import { allOf, counted } from '../contract/describe.ts';
import type { Fact, Item } from './section.ts';
import { operationRoute } from '../contract/operations.ts';
import { findRequirement } from '../contract/requirements.ts';
import { type Blockage, blockagesOf, blockedBy } from './blockages.ts';
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
import { factsOf, type Lookup, type Violation, violationOf } from './violation.ts';

/** A violated or deviating requirement. One violation represents it. */
export type Clause = ReturnType<typeof clauseOf>;

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
  // What a cause says fits what was seen better than the remedy of the table.
  const fixes = new Map(
    causes.flatMap(({ fix, isWide, requirements: ids }) => (isWide ? [] : ids.map((id) => [id, fix] as const))),
  );
  const isEveryCreationWrong = causes.some(({ id }) => id === 'other-body-demanded' || id === 'created-without-201');
  const clausesOf = (outcome: RequirementResult['outcome']): readonly Clause[] =>
    requirements
      .filter((each) => each.outcome === outcome)
      .map((each) => clauseOf(each, checks.get(each.id) ?? [], lookup, run, fixes));
  const all = clausesOf('violated');
  const violated = all.filter(({ requirement }) => !isWarning(requirement));
  const mistakes = groupByDifference(violated, lookup);
  const leads = new Map(mistakes.flatMap((each) => each.map(({ requirement }) => [requirement, each[0].requirement])));
  const blockages = blockagesOf(violated, report, checks, lookup.exchanges, leads, isEveryCreationWrong);

  function findingOf([first, ...also]: Mistake): Finding {
    const own = [first, ...also].map(({ requirement }) => requirement);
    return { ...first, also, blocks: blockages.filter(({ by }) => by.some((each) => own.includes(each))) };
  }

  return {
    violated: mistakes
      .map(findingOf)
      .toSorted(
        (one, other) =>
          Number(isOpenDoor(other)) - Number(isOpenDoor(one)) || blockedBy(other.blocks) - blockedBy(one.blocks),
      ),
    warnings: groupByDifference(
      all.filter(({ requirement }) => isWarning(requirement)),
      lookup,
    ).map(findingOf),
    deviating: clausesOf('deviating').map((each) => findingOf([each])),
    blockages,
  };
}

function clauseOf(
  requirement: RequirementResult,
  all: readonly Check[],
  lookup: Lookup,
  run: Report['run'],
  fixes: ReadonlyMap<string, string>,
) {
  const checks = all.filter(({ outcome }) => outcome === requirement.outcome);
  const shown = representativeCheck(checks, lookup);
  const violation = shown === undefined ? null : violationOf(shown, lookup);
  const kinds = Map.groupBy(checks, (check) => kindOfDifference(check, requirement));
  const others = [...kinds.values()].flatMap((each) => {
    const other = shown !== undefined && each.includes(shown) ? undefined : representativeCheck(each, lookup);
    return other === undefined ? [] : violationOf(other, lookup);
  });
  const folded = checks.length < 2 ? [] : foldAlike(checks, requirement, lookup, run.target);
  const like = folded.find((each) => shown !== undefined && each.checks.includes(shown));
  const title = titleOf(violation, run.target);
  return {
    requirement,
    // Its violated checks, and what distinguishes their differences.
    checks,
    kinds: [...kinds.keys()],
    violation,
    // What the violation shows: "POST /pets MUST reject the body with 400, if name is null: status 201 (exchange x12)".
    seen: violation === null ? null : seenText(violation, run.target),
    // The case that shows it: "GET /pets?limit=1 MUST list at most 1 pet, and 99 checks like it".
    shownBy: title === null ? null : foldedText({ text: title, checks: like?.checks ?? [] }),
    // The same as `seen`, of the plainest violation of each other difference.
    elsewhere: others.map((each) => seenText(each, run.target)),
    // The statuses of the responses that violate a rule, if there are several: "POST /pets: 201 (88), 400 (94)".
    statuses: statusesOf(checks, lookup),
    // The limits of the pages that violate a rule about their length, if there are several: "1 to 19; 1 and 5 with status=sold".
    limits: limitsOf(checks, lookup),
    // Its violated checks, with those that are alike folded. Empty if there is only one.
    folded,
    // What usually breaks the requirement and what to change. Null for requirements that this suite does not know.
    remedy: fixes.get(requirement.id) ?? remedyFor(requirement.id, [violation, ...others]),
    // The command that judges this requirement alone again.
    rerun: commandFor(run, { only: requirement.id }),
  };
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

const FOLDED_SHOWN = 3;
const ELSEWHERE_SHOWN = 4;

/** A finding as every text format shows it. */
export function itemOfFinding(finding: Finding): Item {
  const { requirement } = finding;
  return {
    id: requirement.id,
    about: `part ${requirement.part}, ${requirement.level}`,
    text: requirement.statement,
    tone: markOfRequirement(requirement) === 'violated' ? 'bad' : 'doubt',
    facts: factsOfFinding(finding),
  };
}

function factsOfFinding(finding: Finding): readonly Fact[] {
  const { violation, remedy, blocks, also } = finding;
  if (violation === null) return [];
  return factsOf(violation, [
    { label: 'Fix', own: remedy },
    ...blocks.map(({ sentence }) => ({ label: 'Blocks', text: sentence })),
    ...also.map(({ requirement: { id, statement }, seen }) => ({ label: 'Also', text: `${id}: ${seen ?? statement}` })),
    // The requirement about limits may be one of those with the same difference.
    ...moreFacts({ ...finding, limits: finding.limits ?? also.find((each) => each.limits !== null)?.limits ?? null }),
  ]);
}

/** What else violates a requirement: other differences, and checks that are alike. */
export function moreFacts({ elsewhere, statuses, limits, folded }: Clause): readonly Fact[] {
  const alike = folded
    .filter(({ checks }) => checks.length > 1)
    .toSorted((one, other) => other.checks.length - one.checks.length)
    .slice(0, FOLDED_SHOWN);
  const left = folded.filter((each) => !alike.includes(each)).reduce((sum, { checks }) => sum + checks.length, 0);
  const rest = `${counted(left, alike.length === 0 ? 'violated check' : 'more check')}, in report.json`;
  return [
    ...elsewhere.slice(0, ELSEWHERE_SHOWN).map((text) => ({ label: 'Elsewhere', text })),
    { label: 'Statuses', text: statuses },
    { label: 'Limits', text: limits },
    ...alike.map((each) => ({
      label: 'Checks',
      text: foldedText(each),
      values: each.checks.slice(1).map((check) => check.case),
    })),
    { label: 'Checks', text: left === 0 ? null : rest },
  ];
}

/** The statuses of all responses that violate a rule, by operation. Null if there is only one. */
function statusesOf(checks: readonly Check[], lookup: Lookup): string | null {
  const shown = brokenBy(checks, lookup).flatMap(({ operation, response }) =>
    response === null || operation === 'other' ? [] : [{ operation, status: response.status }],
  );
  if (new Set(shown.map(({ status }) => status)).size < 2) return null;
  const places = [...Map.groupBy(shown, ({ operation }) => operation)].map(([operation, own]) => {
    const counts = [...Map.groupBy(own, ({ status }) => status)].toSorted(([one], [other]) => one - other);
    return `${operationRoute(operation)}: ${counts.map(([status, each]) => `${status} (${each.length})`).join(', ')}`;
  });
  return places.join('; ');
}

/** The limits of all pages whose length violates a rule, by status filter. Null if there is only one. */
function limitsOf(checks: readonly Check[], lookup: Lookup): string | null {
  const aboutLength = checks.filter(({ difference }) => difference?.kind === 'count');
  const queries = brokenBy(aboutLength, lookup).flatMap(({ request }) => URL.parse(request.url)?.searchParams ?? []);
  const limited = queries.filter((query) => /^\d+$/.test(query.get('limit') ?? ''));
  const texts = [...Map.groupBy(limited, (query) => query.get('status'))].map(([status, own]) => {
    const limits = rangesOf(own.map((query) => Number(query.get('limit'))));
    return status === null ? limits : `${limits} with status=${status}`;
  });
  return new Set(limited.map(String)).size < 2 ? null : texts.join('; ');
}

/** "1 to 19, 21 and 23". */
function rangesOf(numbers: readonly number[]): string {
  const ranges: { readonly from: number; to: number }[] = [];
  for (const each of [...new Set(numbers)].toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last?.to === each - 1) last.to = each;
    else ranges.push({ from: each, to: each });
  }
  return allOf(ranges.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)));
}

/** The exchanges that violate a rule. */
function brokenBy(checks: readonly Check[], { exchanges }: Lookup): readonly Exchange[] {
  const ids = checks.flatMap((check) =>
    isRuleCase(check.case) ? [...check.exchanges.slice(-1), ...check.furtherViolations] : [],
  );
  return ids.flatMap((id) => exchanges.get(id) ?? []);
}

/** "POST /pets MUST reject the body with 400, if name is null: status 201 (x12)". */
function seenText(violation: Violation, target: string): string {
  const { actual, exchange } = violation;
  return `${titleOf(violation, target) ?? ''}: ${actual}${exchange === undefined ? '' : ` (exchange ${exchange.id})`}`;
}

/** "GET /pets?limit=1 MUST list at most 1 pet: 2 pets, and 99 checks like it". */
function foldedText({ text, checks }: FoldedChecks): string {
  return checks.length < 2 ? text : `${text}, and ${counted(checks.length - 1, 'check')} like it`;
}

/** How many requirements some findings are about. */
export function requirementCount(findings: readonly Finding[]): number {
  return findings.reduce((sum, { also }) => sum + 1 + also.length, 0);
}

type Mistake = readonly [first: Clause, ...also: Clause[]];

/** Groups the requirements that show the same differences. The plainest one comes first. */
function groupByDifference(violated: readonly Clause[], lookup: Lookup): readonly Mistake[] {
  const compare = byUnusualness(lookup);
  const groups = Map.groupBy(violated, ({ requirement, kinds }) =>
    kinds.length === 0 ? requirement.id : kinds.toSorted().join('\n\n'),
  );
  return [...groups.values()].flatMap((group): readonly Mistake[] => {
    const [first, ...also] = group.toSorted((one, other) => compare(one.violation?.check, other.violation?.check));
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
  checks: readonly Check[],
  requirement: RequirementResult,
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
