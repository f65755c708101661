import { allOf, counted } from '../contract/describe.ts';
import { findRequirement } from '../contract/requirements.ts';
import type { Fact, Item } from './section.ts';
import { operationRoute } from '../contract/operations.ts';
import { type Blockage, blockagesOf, blockedBy } from './blockages.ts';
import type { ProbableCause } from './causes/cause.ts';
import { isErrorAsSuccess, isRejectedAsSuccess, seenRun, type SeenRun } from './causes/seen-exchanges.ts';
import { type Exchange, requestLine } from '../http/exchange.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';
import { credentialRow } from '../suite/keys/credentials.ts';
import { isSuccess } from '../suite/responses/response.ts';
import { isRuleCase } from './verdict/fold-checks.ts';
import { type Mark, markOfRequirement } from './outcomes.ts';
import { formSeen, isAboutRejection, remediesFor } from './remedies.ts';
import type { Check, ReportedCase, RequirementResult } from './report.ts';
import type { Lookup, ReportIndex } from './report-index.ts';
import { byUnusualness, hasPlainBody, lengthOf, spellingRank, unusualFields } from './verdict/unusualness.ts';
import { type CheckDetails, checkDetailsOf, factsOf, violatingExchanges } from './check-details.ts';

/** A violated or deviating requirement. One violation represents it. */
export type ViolatedRequirement = ReturnType<typeof violatedRequirementOf>;

type Group = readonly [lead: ViolatedRequirement, also: readonly ViolatedRequirement[]];

/** Requirements that violate the contract in the same way: the one with the plainest exchange, and the others. */
export interface Finding extends ViolatedRequirement {
  readonly also: readonly ViolatedRequirement[];
  /** What to change. Null for those that this suite does not know. */
  readonly remedy: string | null;
  /** What its responses block. */
  readonly blocks: readonly Blockage[];
}

/**
 * The findings of a report: violated required requirements, violated recommendations, and known deviations, with what violations
 * block. Requests that succeed without the right key come first, then what blocks most requirements, then the order of the table.
 */
export function findingsOf(index: ReportIndex, causes: readonly ProbableCause[]) {
  // What a cause says fits what was seen better than the remedy of the table.
  const fixes = new Map(
    causes.flatMap(({ fix, isWide, requirements: ids }) => (isWide ? [] : ids.map((id) => [id, fix] as const))),
  );
  const isEveryCreationWrong = causes.some(({ id }) => id === 'other-body-demanded' || id === 'created-without-201');
  const withMark = (mark: Mark): readonly ViolatedRequirement[] =>
    index.report.requirements
      .filter((each) => markOfRequirement(each) === mark)
      .map((each) => violatedRequirementOf(each, index, fixes));
  const groups = groupByDifference(withMark('violated'), index);
  const leads = new Map(
    groups.flatMap(([lead, also]) => [lead, ...also].map((each) => [each.requirement, lead.requirement])),
  );
  const blockages = blockagesOf(index, leads, isEveryCreationWrong);
  const run = seenRun(index.report.exchanges);
  const findingOf = ([lead, also]: Group): Finding => {
    const all = [lead, ...also];
    // Keys may be checked in several places. Else the remedy of the lead is that of all.
    const remedies = new Set((isOfKey(lead) ? all : [lead]).flatMap((each) => each.remedies));
    const blocks = blockages.filter(({ by }) => all.some(({ requirement }) => by.includes(requirement)));
    return { ...lead, also, remedy: [...remedies].join(' ') || null, blocks };
  };
  return {
    violated: groups
      .map(findingOf)
      .toSorted(
        (one, other) =>
          Number(isOpenDoor(other, run)) - Number(isOpenDoor(one, run)) ||
          blockedBy(other.blocks) - blockedBy(one.blocks),
      ),
    warnings: groupByDifference(withMark('warning'), index).map(findingOf),
    deviating: withMark('deviating').map((each) => findingOf([each, []])),
    blockages,
  };
}

function violatedRequirementOf(requirement: RequirementResult, index: ReportIndex, fixes: ReadonlyMap<string, string>) {
  const { target } = index.report.run;
  const checks = index.checksOf(requirement.id).filter(({ outcome }) => outcome === requirement.outcome);
  const shown = representativeCheck(checks, index);
  const violation = shown === undefined ? null : checkDetailsOf(shown, index);
  const kinds = new Map(checks.map((check) => [check, kindOfDifference(check, requirement, index)]));
  const alike = alikeChecks(kinds, index);
  const like = alike.find((own) => own.some((check) => check === shown)) ?? [];
  const fix = fixes.get(requirement.id);
  return {
    requirement,
    // Its violated checks, and what distinguishes their differences.
    checks,
    kinds: new Set(kinds.values()),
    violation,
    // What the violation shows: "POST /pets MUST reject the body with 400, if name is null: status 201 (exchange x12)".
    seen: violation && seenText(violation, target),
    // The case that shows it: "GET /pets?limit=1 MUST list at most 1 pet, and 99 checks like it".
    shownBy: violation && `${titleOf(violation, target)}${andLikeIt(like)}`,
    // What else violates the requirement.
    more: [
      ...otherDifferences(kinds, shown, index),
      { label: 'Statuses', text: statusesOf(checks, index) },
      { label: 'Limits', text: limitsOf(checks, index) },
      ...alikeFacts(alike, index),
    ],
    // What to change. Empty for requirements that this suite does not know.
    remedies:
      fix === undefined
        ? remediesFor(requirement.id, shown === undefined ? [] : [shown, ...checks], index.report)
        : [fix],
  };
}

/** Whether a request must get 401. */
function isOfKey({ violation }: ViolatedRequirement): boolean {
  const { difference } = violation?.check ?? {};
  return difference?.kind === 'status' && difference.expected === 401;
}

/** Whether a request succeeds that must get 401. */
function isOpenDoor(finding: Finding, run: SeenRun): boolean {
  const seen = run.find(finding.violation?.exchange?.id ?? '');
  return isOfKey(finding) && seen !== undefined && isSuccess(seen) && !isErrorAsSuccess(seen);
}

const ALIKE_SHOWN = 3;
const ELSEWHERE_SHOWN = 4;

/** A finding as every text format shows it. */
export function itemOfFinding(finding: Finding): Item {
  const { requirement, violation, remedy, blocks, also } = finding;
  const facts = [
    { label: 'Fix', text: remedy },
    ...blocks.map(({ sentence }) => ({ label: 'Blocks', text: sentence })),
    ...also.map(({ requirement: { id, statement }, seen }) => ({ label: 'Also', text: `${id}: ${seen ?? statement}` })),
    ...finding.more,
  ];
  return {
    id: requirement.id,
    subtitle: `part ${requirement.part}, ${requirement.level}`,
    text: requirement.statement,
    tone: markOfRequirement(requirement) === 'violated' ? 'bad' : 'doubt',
    facts: violation === null ? [] : factsOf(violation, facts),
  };
}

/** The violated checks of a requirement, each with the kind of its difference. */
type Kinds = ReadonlyMap<Check, string>;

/** The plainest violation of each difference but the one that is shown. */
function otherDifferences(kinds: Kinds, shown: Check | undefined, index: ReportIndex): readonly Fact[] {
  return [...Map.groupBy(kinds.keys(), (check) => kinds.get(check)).values()]
    .filter((own) => !own.some((check) => check === shown))
    .flatMap((own) => representativeCheck(own, index) ?? [])
    .slice(0, ELSEWHERE_SHOWN)
    .map((check) => ({ label: 'Elsewhere', text: seenText(checkDetailsOf(check, index), index.report.run.target) }));
}

/** Checks of like cases, which one place of the specs makes, that show the same difference. */
function alikeChecks(kinds: Kinds, { cases }: ReportIndex): readonly (readonly Check[])[] {
  const groups = Map.groupBy(
    kinds.keys(),
    (check) => `${cases.get(check.case)?.place ?? check.id}\n${kinds.get(check)}`,
  );
  return [...groups.values()];
}

/** What the first of checks that are alike shows, and the cases of the others. None if there is only one check. */
function alikeFacts(alike: readonly (readonly Check[])[], index: ReportIndex): readonly Fact[] {
  const named = alike
    .filter((own) => own.length > 1)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, ALIKE_SHOWN);
  const left = alike.filter((own) => !named.includes(own)).flat().length;
  const rest = counted(left, named.length === 0 ? 'violated check' : 'more check');
  const isAlone = named.length === 0 && left === 1;
  return [
    ...named.flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const title = titleOf(checkDetailsOf(first, index), index.report.run.target);
      const text = `${title}: ${first.actual}${andLikeIt([first, ...others])}`;
      return [{ label: 'Checks', text, values: others.map((check) => check.case) }];
    }),
    { label: 'Checks', text: left === 0 || isAlone ? null : `${rest}, in report.json` },
  ];
}

/** The statuses of all responses that violate a rule: "POST /pets: 201 (88), 400 (94)". Null if there is only one. */
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

/** The limits of all pages whose length violates a rule: "1 to 19; 1 and 5 with status=sold". Null if there is only one. */
function limitsOf(checks: readonly Check[], lookup: Lookup): string | null {
  const aboutLength = checks.filter(({ difference }) => difference?.kind === 'count');
  const queries = brokenBy(aboutLength, lookup).flatMap(({ request }) => URL.parse(request.url)?.searchParams ?? []);
  const limited = queries.filter((query) => /^\d+$/.test(query.get('limit') ?? ''));
  const texts = [...Map.groupBy(limited, (query) => query.get('status'))].map(([status, own]) => {
    const limits = rangesOf(own.map((query) => Number(query.get('limit'))));
    return status === null ? limits : `${limits} with status=${status}`;
  });
  if (new Set(limited.map(String)).size < 2) return null;
  return `the length of the page is wrong with limit ${texts.join('; ')}`;
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
  const ids = checks.filter((check) => isRuleCase(check.case)).flatMap(violatingExchanges);
  return ids.flatMap((id) => exchanges.get(id) ?? []);
}

/** "POST /pets MUST reject the body with 400, if name is null: status 201 (x12)". */
function seenText(details: CheckDetails, target: string): string {
  const { check, exchange } = details;
  return `${titleOf(details, target)}: ${check.actual}${exchange === undefined ? '' : ` (exchange ${exchange.id})`}`;
}

/** ", and 99 checks like it", after what the first of them shows. */
function andLikeIt(checks: readonly Check[]): string {
  return checks.length < 2 ? '' : `, and ${counted(checks.length - 1, 'check')} like it`;
}

/** How many requirements some findings are about. */
export function requirementCount(findings: readonly Finding[]): number {
  return findings.reduce((sum, { also }) => sum + 1 + also.length, 0);
}

/**
 * Groups the requirements that show the same differences. The plainest one leads. Of wrong counts it is the first of the table: a
 * default that is wrong by one follows from a limit that is.
 */
function groupByDifference(violated: readonly ViolatedRequirement[], { cases }: Lookup): readonly Group[] {
  const plainestFirst = byUnusualness(
    ({ violation }: ViolatedRequirement) => violation?.exchange,
    ({ violation }) => rankOfCase(cases.get(violation?.check.case ?? '')),
  );
  const groups = Map.groupBy(violated, ({ requirement, kinds }) =>
    kinds.size === 0 ? requirement.id : [...kinds].toSorted().join('\n\n'),
  );
  return [...groups.values()].flatMap((group) => {
    const areCounts = group.every(({ violation }) => violation?.check.difference?.kind === 'count');
    const [lead, ...also] = areCounts ? group : group.toSorted(plainestFirst);
    return lead === undefined ? [] : [[lead, also]];
  });
}

/**
 * What distinguishes a difference from others. Two wrong statuses are the same difference only within one operation, for rejected
 * keys everywhere, and for bodies that a service accepts, or may accept, only within one requirement. Any status of success is the
 * same, unless it means that the service rejects the request. Two wrong counts are the same difference if each is wrong by one.
 */
function kindOfDifference(check: Check, { id, operation }: RequirementResult, index: ReportIndex): string {
  const { difference, pointer } = check;
  const run = seenRun(index.report.exchanges);
  const seen = run.find(check.exchanges.at(-1) ?? '');
  const field = (pointer ?? '').split('/').at(-1);
  switch (difference?.kind) {
    case undefined:
      return [id, field, formSeen(id, { check, seen }, run)].join('\n');
    case 'form':
      return [difference.actual, field].join('\n');
    case 'count': {
      const excess = difference.actual - difference.expected;
      return Math.abs(excess) === 1 ? `${excess}` : [id, Math.sign(excess)].join('\n');
    }
    case 'status': {
      const { expected, actual } = difference;
      const succeeds = isSuccess({ status: actual });
      const mayBeAccepted = expected === 400 && !isAboutRejection(id);
      const isAccepted = succeeds && !isSuccess({ status: expected });
      const within = expected === 401 ? '' : isAccepted || mayBeAccepted ? id : operation;
      const isRejected =
        seen !== undefined &&
        (expected === 401 ? isErrorAsSuccess(seen) : isAboutRejection(id) && isRejectedAsSuccess(seen, run));
      return ['status', expected, isRejected ? 'rejection' : succeeds ? 'success' : actual, within].join('\n');
    }
  }
}

/** The title of the case. Fixtures and response rules judge any request, so theirs is the request. */
function titleOf({ check, exchange, title }: CheckDetails, target: string): string {
  const isOfAny = isRuleCase(check.case) || check.case === FIXTURES_CASE;
  if (!isOfAny || exchange === undefined) return title;
  const fields = unusualFields(exchange.request).map(([name, value]) => `${name}: ${value}`);
  return `${requestLine(exchange, target)}${fields.length === 0 ? '' : ` with ${allOf(fields)}`}`;
}

/**
 * The violated check that represents its requirement: one that a second try showed again, of a rule or a case about the requirement,
 * with the plainest request.
 */
export function representativeCheck(checks: readonly Check[], { cases, exchanges }: Lookup): Check | undefined {
  // That the service accepts a key which resembles the right one is another mistake than the order of its checks.
  const ofOrder = checks.filter((check) => {
    const credential = exchanges.get(check.exchanges.at(-1) ?? '')?.request.credential ?? '';
    return check.requirement !== 'AUTH-FIRST' || credentialRow(credential).kind !== 'similar key';
  });
  const steady = (ofOrder.length > 0 ? ofOrder : checks).filter((check) => check.unstable !== true);
  const cited = steady.filter(
    (check) => isRuleCase(check.case) || cases.get(check.case)?.requirements.includes(check.requirement) === true,
  );
  const best = [cited, steady, checks].find((each) => each.length > 0) ?? [];
  const plainestFirst = byUnusualness(
    (check: Check) => exchanges.get(check.exchanges.at(-1) ?? ''),
    (check, exchange) => [
      ...rankOfCase(cases.get(check.case)),
      spellingRank(exchange),
      lengthUnlessInOrder(check, exchange),
    ],
  );
  return best.toSorted(plainestFirst)[0];
}

/** Cases by hand come before generated ones, then those about few required requirements. */
function rankOfCase({ stage, requirements = [] }: Partial<ReportedCase> = {}): readonly number[] {
  const required = requirements.filter((id) => findRequirement(id)?.level === 'required');
  return [stage === 'generated' ? 1 : 0, required.length];
}

/** Zero for a case that sends an object: the order of the specs decides. Of rules and of other bodies, the shortest exchange shows most. */
function lengthUnlessInOrder({ case: id }: Check, exchange: Exchange): number {
  return !isRuleCase(id) && hasPlainBody(exchange.request) ? 0 : lengthOf(exchange);
}
