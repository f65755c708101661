import type { CaseDescription } from '../suite/case.ts';
import { FIXTURES_CASE } from '../suite/fixture-step.ts';
import { didYouMean } from '../contract/nearest-words.ts';
import { findRequirement, requirements } from '../contract/requirements.ts';

/** The cases that were asked for, or every problem of what was asked, one sentence each. */
export type CaseChoice =
  | { readonly kind: 'ok'; readonly cases: ReadonlySet<string> }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/** What chooses cases: ids of requirements, cases or checks, and a pattern for ids and titles. */
export interface CaseWish {
  readonly only: readonly string[] | null;
  readonly grep: string | null;
}

/** Chooses among the cases of the suite. Where both ways are used a case must be chosen by both. */
export function selectCases(cases: readonly CaseDescription[], { only, grep }: CaseWish): CaseChoice {
  const pattern = grep === null ? null : readPattern(grep);
  if (pattern === undefined) return bad([`the pattern ${JSON.stringify(grep)} is no regular expression`]);
  const named = (only ?? []).map((id) => casesOf(id, cases));
  const problems = named.flatMap((each) => (typeof each === 'string' ? [each] : []));
  if (problems.length > 0) return bad(problems);
  const wanted = only === null ? cases : named.flatMap((each) => (typeof each === 'string' ? [] : each));
  const chosen = wanted.filter(({ caseId, title }) => pattern === null || pattern.test(caseId) || pattern.test(title));
  if (chosen.length === 0) return bad(['no case was chosen']);
  return { kind: 'ok', cases: new Set(chosen.map(({ caseId }) => caseId)) };
}

function bad(problems: readonly string[]): CaseChoice {
  return { kind: 'bad', problems };
}

function readPattern(text: string): RegExp | undefined {
  try {
    return new RegExp(text, 'iu');
  } catch {
    return undefined;
  }
}

/** The cases that an id stands for, or a sentence that says why there are none. */
function casesOf(id: string, cases: readonly CaseDescription[]): readonly CaseDescription[] | string {
  const own = cases.filter(({ caseId }) => caseId === id);
  if (own.length > 0) return own;
  const [caseId = '', requirementId = id] = id.includes('#') ? splitAtLast(id) : [];
  const row = findRequirement(requirementId.toUpperCase());
  if (row === undefined) return `there is no requirement, case or check ${JSON.stringify(id)}${hintFor(id, cases)}`;
  if (row.reason !== undefined) return `${row.id} cannot be tried: ${row.reason}`;
  const isOfOneCase = caseId !== '' && caseId !== FIXTURES_CASE && !caseId.startsWith('rules/');
  const citing = cases.filter(
    (each) => each.requirements.some((cited) => cited === row.id) && (!isOfOneCase || each.caseId === caseId),
  );
  if (citing.length > 0) return citing;
  // Every response is judged by it, whichever case asks.
  if (row.responseRule === true && !isOfOneCase) return cases;
  return `there is no check ${JSON.stringify(id)}`;
}

function splitAtLast(id: string): readonly [string, string] {
  const at = id.lastIndexOf('#');
  return [id.slice(0, at), id.slice(at + 1)];
}

/** An id with a slash in it was meant for a case. Of a check the requirement is what is not known. */
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
