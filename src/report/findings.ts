import { counted, describePets } from '../contract/describe.ts';
import { findRequirement } from '../contract/requirements.ts';
import { type Exchange, requestLine } from '../http/exchange.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';
import { isRuleCase } from './fold-checks.ts';
import { isWarning } from './outcomes.ts';
import type { Check, Report, ReportedCase, RequirementResult } from './report.ts';
import { commandFor } from './run-command.ts';
import { type Fact, safeFactsOf, type Lookup, type Violation, violationOf } from './violation.ts';

/** A violated or deviating requirement. One violation represents it. */
export interface Clause {
  readonly requirement: RequirementResult;
  readonly violation: Violation | null;
  /** The case that shows it, or like cases in one: "GET /pets?limit=1…100 MUST …: 1 pet too many (100 checks)". */
  readonly shownBy: string | null;
  /** All its violated checks. Those that differ only in numbers are folded. Empty if there is only one. */
  readonly folded: readonly FoldedChecks[];
  /** What usually breaks the requirement and what to change. Null for requirements that this suite does not know. */
  readonly remedy: string | null;
  /** The command that judges this requirement alone again. */
  readonly rerun: string;
}

/** One mistake of the service, by the evidence: the clause that explains the others, and those others. */
export interface Finding extends Clause {
  readonly also: readonly Clause[];
  /** Requirements that could not be verified because of it, and a sentence that says so; null if there are none. */
  readonly blocked: readonly RequirementResult[];
  readonly blocks: string | null;
}

/** Checks that differ only in numbers, as one sentence: "GET /pets?limit=1…100 MUST list at most 1…100 pets". */
export interface FoldedChecks {
  readonly text: string;
  readonly checks: readonly Check[];
}

/** The findings of a report: violated required requirements, violated recommendations, and known deviations. */
export interface Findings {
  readonly violated: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly deviating: readonly Finding[];
}

/** Composes the findings. Those that block most requirements come first, then those in the order of the table. */
export function findingsOf(
  { requirements, run }: Report,
  checks: ReadonlyMap<string, readonly Check[]>,
  lookup: Lookup & { readonly cases: ReadonlyMap<string, ReportedCase> },
): Findings {
  const all = requirements.filter(({ outcome }) => outcome === 'violated').map(evidenceOf);
  const violated = groupByMistake(all.filter(({ requirement }) => !isWarning(requirement)));
  const blocked = blockedBy(violated, requirements, checks, lookup.exchanges);

  function evidenceOf(requirement: RequirementResult): ViolationEvidence {
    const own = (checks.get(requirement.id) ?? []).filter(({ outcome }) => outcome === requirement.outcome);
    const showing = own.flatMap((check) => [...check.exchanges.slice(-1), ...check.furtherViolations]);
    return {
      requirement,
      checks: own,
      kinds: new Set(own.map((check) => kindOfDifference(check, requirement))),
      showing: new Set(showing),
    };
  }

  function clauseOf({ requirement, checks: own }: ViolationEvidence): Clause {
    const shown = representativeCheck(own, lookup.cases);
    const violation = shown === undefined ? null : violationOf(shown, lookup);
    const folded = own.length < 2 ? [] : foldAlike(own, lookup);
    const like = folded.find(({ checks: each }) => each.length > 1 && shown !== undefined && each.includes(shown));
    return {
      requirement,
      violation,
      shownBy: like === undefined ? titleOf(violation, run.target) : foldedText(like),
      folded,
      remedy: findRequirement(requirement.id)?.remedy ?? null,
      rerun: commandFor(run, { only: requirement.id, grep: null }),
    };
  }

  function findingOf([first, ...also]: Mistake): Finding {
    const open = blocked.get(first) ?? [];
    const subject = counted(open.length, 'requirement is', 'requirements are');
    return {
      ...clauseOf(first),
      also: also.map(clauseOf),
      blocked: open,
      blocks: open.length === 0 ? null : `${subject} blocked by ${first.requirement.id}: fix that, then run again.`,
    };
  }

  return {
    violated: violated.map(findingOf).sort((one, other) => other.blocked.length - one.blocked.length),
    warnings: groupByMistake(all.filter(({ requirement }) => isWarning(requirement))).map(findingOf),
    deviating: requirements
      .filter(({ outcome }) => outcome === 'deviating')
      .map((requirement) => findingOf([evidenceOf(requirement)])),
  };
}

const FOLDED_SHOWN = 3;

/** The facts of a finding that every text format shows. */
export function safeFactsOfFinding({ violation, remedy, blocks, also, folded }: Finding): readonly Fact[] {
  if (violation === null) return [];
  const ranges = folded.filter(({ checks }) => checks.length > 1).slice(0, FOLDED_SHOWN);
  const left = folded.filter((each) => !ranges.includes(each)).reduce((sum, { checks }) => sum + checks.length, 0);
  const rest = `${counted(left, ranges.length === 0 ? 'violated check' : 'more check')}, in report.json`;
  return safeFactsOf(violation, [
    ['Fix', remedy],
    ['Blocks', blocks],
    ...also.map(({ requirement: { id, statement } }) => ['Also', `${id}: ${statement}`] as const),
    ...ranges.map((each) => ['Checks', foldedText(each)] as const),
    ...(left > 0 ? [['Checks', rest] as const] : []),
  ]);
}

/** "GET /pets?limit=1…100 MUST list at most 1…100 pets: 1 pet too many (100 checks)". */
export function foldedText({ text, checks }: FoldedChecks): string {
  return checks.length === 1 ? text : `${text} (${counted(checks.length, 'check')})`;
}

/** How many requirements some findings are about. */
export function requirementCount(findings: readonly Finding[]): number {
  return findings.reduce((sum, { also }) => sum + 1 + also.length, 0);
}

/** What shows that a requirement is violated. */
interface ViolationEvidence {
  readonly requirement: RequirementResult;
  readonly checks: readonly Check[];
  readonly kinds: ReadonlySet<string>;
  /** The exchanges that show a violation. */
  readonly showing: ReadonlySet<string>;
}

type Mistake = readonly [first: ViolationEvidence, ...also: ViolationEvidence[]];

/** Repeatedly takes the requirement that explains the most others, together with them. */
function groupByMistake(violated: readonly ViolationEvidence[]): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  let left = violated.map((first): Mistake => [
    first,
    ...violated.filter((other) => other !== first && explains(first, other)),
  ]);
  while (left.length > 0) {
    const best = left.reduce((most, next) => (next.length > most.length ? next : most));
    mistakes.push(best);
    const taken = new Set(best);
    left = left
      .filter(([first]) => !taken.has(first))
      .map(([first, ...also]): Mistake => [first, ...also.filter((each) => !taken.has(each))]);
  }
  const place = new Map(violated.map((each, index) => [each, index]));
  return mistakes.sort(([one], [other]) => (place.get(one) ?? 0) - (place.get(other) ?? 0));
}

/** A run goes on with such a response, so it explains no other violation. */
const READ_ON: ReadonlySet<string> = new Set([
  'PETS-ARRAY',
  'PET-OBJECT',
  'PET-ID',
  'PET-NAME',
  'PET-CATEGORY',
  'PET-STATUS',
  'ANSWER-JSON',
  'LIST-OK',
  'CREATE-OK',
  'CREATE-STATUS-OPTIONAL',
  'GET-OK',
]);

/**
 * Whether the same mistake probably violates both: they show the same kind of difference, or most checks of the other rest
 * on an earlier exchange that violates the first.
 */
function explains(first: ViolationEvidence, other: ViolationEvidence): boolean {
  if (!first.kinds.isDisjointFrom(other.kinds)) return true;
  if (READ_ON.has(first.requirement.id)) return false;
  const following = other.checks.filter(({ exchanges }) => exchanges.slice(0, -1).some((id) => first.showing.has(id)));
  return following.length * 2 > other.checks.length;
}

/**
 * Expected, actual and pointer without numbers and strings. Two wrong statuses are the same difference only within one
 * operation. For rejected keys they are the same everywhere, and for accepted bodies only within one requirement.
 */
function kindOfDifference({ expected, actual, pointer }: Check, { id, operation }: RequirementResult): string {
  const isSpecific = !expected.startsWith('status ') || expected.startsWith('status 401');
  const within = isSpecific ? '' : actual.startsWith('status 2') ? id : operation;
  return [shapeOf(expected), shapeOf(actual), (pointer ?? '').replaceAll(/\/\d+/g, '/#'), within].join('\n');
}

/** Statuses keep their class: 200 and 201 are the same, 200 and 500 are not. */
function shapeOf(text: string): string {
  return text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\bstatus (\d)\d\d\b/g, 'status $1xx')
    .replaceAll(/-?\b\d+(?:\.\d+)?\b/g, '#')
    .replaceAll(/\bpets\b/g, 'pet');
}

/**
 * What could not be verified because a response violated something else first. Requirements for which nothing could be sent
 * are blocked by what blocks most others.
 */
function blockedBy(
  violations: readonly Mistake[],
  requirements: readonly RequirementResult[],
  checks: ReadonlyMap<string, readonly Check[]>,
  exchanges: ReadonlyMap<string, Exchange>,
): ReadonlyMap<ViolationEvidence, readonly RequirementResult[]> {
  const byExchange = new Map<string, ViolationEvidence>();
  const byCase = new Map<string, ViolationEvidence>();
  for (const mistake of violations.toReversed()) {
    for (const id of mistake.flatMap(({ showing }) => [...showing])) {
      byExchange.set(id, mistake[0]);
      byCase.set(exchanges.get(id)?.caseId ?? id, mistake[0]);
    }
  }
  const blockerOf = (check: Check): ViolationEvidence | undefined =>
    check.howToResolve !== null
      ? undefined
      : (check.exchanges.map((id) => byExchange.get(id)).find((found) => found !== undefined) ??
        byCase.get(check.case));
  const blocked = new Map<ViolationEvidence, RequirementResult[]>();
  const untried: RequirementResult[] = [];
  for (const requirement of requirements) {
    if (requirement.outcome !== 'not-verified' || requirement.howToResolve !== null) continue;
    const tried = (checks.get(requirement.id) ?? []).filter((check) => check.exchanges.length > 0);
    const blockers = tried.filter(({ outcome }) => outcome === 'not-verified').map(blockerOf);
    const [first] = blockers;
    if (tried.length === 0) untried.push(requirement);
    else if (first !== undefined && !blockers.includes(undefined))
      blocked.set(first, [...(blocked.get(first) ?? []), requirement]);
  }
  const [most] = [...blocked.values()].sort((one, other) => other.length - one.length);
  most?.push(...untried);
  return blocked;
}

/** The title of the case. Fixtures and response rules judge any request, so theirs is the request. */
function titleOf(violation: Violation | null, target: string): string | null {
  if (violation === null) return null;
  const { check, exchange, title } = violation;
  const isOfAny = isRuleCase(check.case) || check.case === FIXTURES_CASE;
  return isOfAny && exchange !== undefined ? requestLine(exchange, target) : title;
}

/** Checks that differ only in numbers become one line with the range of each number. */
function foldAlike(checks: readonly Check[], lookup: Lookup): readonly FoldedChecks[] {
  const titled = checks.map((check) => ({ check, title: violationOf(check, lookup).title }));
  const groups = Map.groupBy(titled, ({ check, title }) =>
    [title, check.expected, check.actual].map(shapeOf).join('\n'),
  );
  return [...groups.values()].map((group) => {
    const own = group.map(({ check }) => check);
    const actual = excessOf(own) ?? withRanges(own.map((check) => check.actual));
    return { text: `${withRanges(group.map(({ title }) => title))}: ${actual}`, checks: own };
  });
}

const NUMBER = /\b\d{1,9}\b/g;

/** Texts that differ only in numbers as one: each number that differs as its range. */
function withRanges(texts: readonly string[]): string {
  const numbers = texts.map((text) => (text.match(NUMBER) ?? []).map(Number));
  let place = -1;
  return (texts.at(-1) ?? '').replaceAll(NUMBER, (number) => {
    place += 1;
    const all = numbers.flatMap((each) => each[place] ?? []);
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return least === most ? number : `${least}…${most}`;
  });
}

/** By how much pages are too long or too short, if always by the same: "1 pet too many". */
function excessOf(checks: readonly Check[]): string | null {
  const excess = new Set(checks.map(({ expected, actual }) => petCount(actual) - petCount(expected)));
  const [one = Number.NaN] = excess;
  if (checks.length < 2 || excess.size !== 1 || Number.isNaN(one)) return null;
  return `${describePets(Math.abs(one))} too ${one > 0 ? 'many' : 'few'}`;
}

function petCount(text: string): number {
  return Number(/^(?:at most )?(\d+) pets?$/.exec(text)?.[1] ?? Number.NaN);
}

/**
 * The violated check that represents its requirement. An unstable violation is weak evidence, and a case about the
 * requirement is stronger than another.
 */
export function representativeCheck(
  checks: readonly Check[],
  cases: ReadonlyMap<string, Pick<ReportedCase, 'requirements'>>,
): Check | undefined {
  const steady = checks.filter((check) => check.unstable !== true);
  const cited = steady.find((check) => cases.get(check.case)?.requirements.includes(check.requirement) === true);
  return cited ?? steady[0] ?? checks[0];
}
