import { runInNewContext } from 'node:vm';
import { isRuleCase } from '../report/verdict/fold-checks.ts';
import { type CaseDescription, isAbout } from '../suite/case.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';
import { didYouMean } from '../contract/nearest-words.ts';
import type { Reading } from '../settings/value-types.ts';
import { findRequirement, requirements } from '../contract/requirements.ts';

/** What selects cases: ids of requirements, cases or checks, and a pattern for ids and titles. */
export interface CaseFilter {
  readonly only: readonly string[] | null;
  readonly grep: string | null;
}

/** The ids of the selected cases. If both selectors are given, a case must match both. Problems are phrases. */
export function selectCases(
  cases: readonly CaseDescription[],
  { only, grep }: CaseFilter,
): Reading<ReadonlySet<string>> {
  const matching = grep === null ? cases : matchingCases(grep, cases);
  if (typeof matching === 'string') return { kind: 'bad', problems: [matching] };
  const named = (only ?? []).map((id) => casesOf(id, cases));
  const problems = named.flatMap((each) => (typeof each === 'string' ? [each] : []));
  if (problems.length > 0) return { kind: 'bad', problems };
  const wanted = only === null ? cases : named.flatMap((each) => (typeof each === 'string' ? [] : each));
  const chosen = wanted.filter((each) => matching.includes(each));
  if (chosen.length === 0) return { kind: 'bad', problems: ['no case is selected'] };
  return { kind: 'ok', value: new Set(chosen.map(({ caseId }) => caseId)) };
}

/** In milliseconds. A pattern that backtracks without end would hold the process. */
const MATCHING_LIMIT = 2000;

/** The cases whose id or title matches a pattern, or a phrase that says why the pattern is unusable. */
function matchingCases(grep: string, cases: readonly CaseDescription[]): readonly CaseDescription[] | string {
  const pattern = readPattern(grep);
  if (pattern === undefined) return `the pattern ${JSON.stringify(grep)} is not a regular expression`;
  const texts = cases.map(({ caseId, title }) => [caseId, title]);
  const code = 'texts.map((both) => both.some((text) => pattern.test(text)))';
  try {
    const matches: readonly boolean[] = runInNewContext(code, { pattern, texts }, { timeout: MATCHING_LIMIT });
    return cases.filter((_, index) => matches[index]);
  } catch {
    return `the pattern ${JSON.stringify(grep)} takes too long: avoid nested repetitions such as (a+)+`;
  }
}

function readPattern(text: string): RegExp | undefined {
  try {
    return new RegExp(text, 'iu');
  } catch {
    return undefined;
  }
}

/** The cases that an id selects, or a phrase that says why there are none. */
function casesOf(id: string, cases: readonly CaseDescription[]): readonly CaseDescription[] | string {
  const own = cases.filter(({ caseId }) => caseId === id);
  if (own.length > 0) return own;
  const [caseId = '', requirementId = id] = id.includes('#') ? splitAtLast(id) : [];
  const row = findRequirement(requirementId.toUpperCase());
  if (row === undefined) return `there is no requirement, case or check ${JSON.stringify(id)}${hintFor(id, cases)}`;
  if (row.reason !== undefined) return `${row.id} is not testable: ${row.reason}`;
  const isOfOneCase = caseId !== '' && caseId !== FIXTURES_CASE && !isRuleCase(caseId);
  const citing = cases.filter((each) => isAbout(each, row.id) && (!isOfOneCase || each.caseId === caseId));
  if (citing.length > 0) return citing;
  // A rule judges every response, whichever case sends the request.
  if (row.rule !== undefined && !isOfOneCase) return cases;
  return `there is no check ${JSON.stringify(id)}`;
}

function splitAtLast(id: string): readonly [string, string] {
  const at = id.lastIndexOf('#');
  return [id.slice(0, at), id.slice(at + 1)];
}

/** An id with a slash names a case. In the id of a check, the requirement is the unknown part. */
function hintFor(id: string, cases: readonly CaseDescription[]): string {
  if (id.includes('/') && !id.includes('#')) {
    return didYouMean(
      id,
      cases.map(({ caseId }) => caseId),
    );
  }
  return didYouMean(
    id.slice(id.lastIndexOf('#') + 1),
    requirements.map((row) => row.id),
  );
}
