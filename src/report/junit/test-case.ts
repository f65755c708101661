import type { Check, RequirementResult } from '../report.ts';
import type { ReportIndex } from '../report-index.ts';
import { violationFacts } from '../violation-facts.ts';
import { safeText } from '../terminal/terminal-text.ts';

/** A test case of JUnit. Texts are raw; `lines` go into the element of the result, or into system-out where it passed. */
export interface TestCase {
  readonly className: string;
  readonly name: string;
  readonly milliseconds: number;
  readonly result: 'passed' | 'failure' | 'error' | 'skipped';
  /** What kind of failure or error it is. */
  readonly type: string;
  readonly message: string;
  readonly lines: readonly string[];
}

/** A test case that passed and of which nothing is to be told. */
export function passed(className: string, name: string): TestCase {
  return { className, name, milliseconds: 0, result: 'passed', type: '', message: '', lines: [] };
}

/** A check as a test case. A violation fails it unless the requirement is known to be one that only warns. */
export function caseOfCheck(check: Check, index: ReportIndex): TestCase {
  const title = index.cases.get(check.case)?.title ?? check.case;
  // A dot makes Jenkins show the cases of one spec file as one package.
  const className = check.case.replaceAll('/', '.');
  const blank = passed(className, `${check.requirement}: ${safeText(title)}`);
  return { ...blank, milliseconds: durationOf(check, index), ...resultOf(check, index) };
}

type Result = Partial<TestCase> & Pick<TestCase, 'result'>;

function resultOf(check: Check, index: ReportIndex): Result {
  switch (check.outcome) {
    case 'satisfied':
      return { result: 'passed' };
    case 'observed':
      return { result: 'passed', lines: [`observed: ${safeText(check.actual)}`] };
    case 'violated':
      return violated(check, index);
    case 'deviating':
      return deviating(check, index);
    case 'harness-error':
      return { result: 'error', type: 'harness-error', ...unsettled(check, 'a fault of the suite itself') };
    case 'not-verified':
    case 'not-applicable':
      return { result: 'skipped', ...unsettled(check, 'it was not settled') };
  }
}

function violated(check: Check, index: ReportIndex): Result {
  const requirement = index.requirements.get(check.requirement);
  const lines = violationLines(check, requirement, index);
  if (requirement !== undefined && requirement.level !== 'required') {
    return { result: 'passed', lines: ['warning: a recommended requirement is violated', ...lines] };
  }
  const message = `expected ${safeText(check.expected)}; actual ${safeText(check.actual)}`;
  return { result: 'failure', type: 'violated', message, lines };
}

/** A known deviation does not fail a build, and must not look like a pass either. */
function deviating(check: Check, index: ReportIndex): Result {
  const listed = index.deviationOf(check);
  const known = listed === undefined ? '' : `: ${listed.reason} (${listed.owner}, until ${listed.expires})`;
  const lines = violationLines(check, index.requirements.get(check.requirement), index);
  return { result: 'skipped', message: safeText(`deviating${known}`), lines };
}

function violationLines(
  check: Check,
  requirement: RequirementResult | undefined,
  index: ReportIndex,
): readonly string[] {
  const { facts, command } = violationFacts(check, index);
  return [
    `requirement: ${check.requirement}${requirement === undefined ? '' : `, part ${requirement.part}, ${requirement.level}`}`,
    ...(requirement === undefined ? [] : [`statement: ${requirement.statement}`]),
    ...facts.map(({ label, text }) => `${label.toLowerCase()}: ${text}`),
    ...(command === null ? [] : [`again by: ${command}`]),
    `check: ${check.id}`,
  ];
}

function unsettled(check: Check, otherwise: string): Pick<TestCase, 'message' | 'lines'> {
  const reason = `${check.outcome}: ${safeText(check.reason ?? otherwise)}`;
  return { message: reason, lines: check.howToResolve === null ? [] : [`resolve: ${safeText(check.howToResolve)}`] };
}

/** How long the exchanges took on which a check rests; a response rule rests on those of all cases. */
function durationOf(check: Check, index: ReportIndex): number {
  if (check.case.startsWith('rules/')) return 0;
  const attempts = check.exchanges.flatMap((id) => index.exchanges.get(id)?.attempts ?? []);
  return attempts.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** A requirement that no check judged, so that every statement of the contract has a test case. */
export function caseOfUnjudged(requirement: RequirementResult): TestCase {
  const blank = passed('requirements', `${requirement.id}: ${safeText(requirement.statement)}`);
  const reason = safeText(requirement.reason ?? 'no check judged it');
  const message = `${requirement.outcome}: ${reason}`;
  switch (requirement.outcome) {
    case 'verified':
    case 'observed':
      return blank;
    case 'violated':
      return requirement.level === 'required' ? { ...blank, result: 'failure', type: 'violated', message } : blank;
    case 'deviating':
    case 'not-verified':
    case 'not-applicable':
    case 'not-testable':
      return { ...blank, result: 'skipped', message };
  }
}
