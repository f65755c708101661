import { remediesFor } from '../remedies.ts';
import { markOfCheck, markOfRequirement, type Mark, OUTCOMES } from '../outcomes.ts';
import type { Check, Report, RequirementResult } from '../report.ts';
import { inertText, safeText } from '../safe-text.ts';
import { ENDS, secondsOf } from '../run-section.ts';
import { type Fact, factLines } from '../section.ts';
import { isViolated, outdatedDeviations } from '../verdict/deviations.ts';
import { isRuleCase } from '../verdict/fold-checks.ts';
import { UNDECIDED_REASON } from '../verdict/verdict.ts';
import { type ReportView, viewOf } from '../view.ts';
import { checkDetailsOf, factsOf } from '../check-details.ts';

/** A test case of JUnit. Texts are raw; `lines` go into the element of the result, or into system-out if it passed. */
interface TestCase {
  readonly className: string;
  readonly name: string;
  readonly milliseconds?: number;
  readonly result: 'passed' | 'failure' | 'error' | 'skipped';
  /** What kind of failure or error it is. */
  readonly type: string;
  readonly message: string;
  /** Some readers of JUnit reject a failure without a text, so lines may repeat the message. */
  readonly lines: readonly string[];
}

/**
 * A report as JUnit XML, in the structure that the schemas of Jenkins and Surefire share. The run is a suite, and so is each
 * part of the contract. A check is a test case, and so is a requirement without a check.
 */
export function renderJunit(report: Report): string {
  const view = viewOf(report);
  const place = suiteAttributes(report);
  const suites = [
    { name: 'The run', cases: runCases(view) },
    ...view.parts.map(({ number, title, requirements, strays }) => {
      const judged = [...requirements.flatMap(({ id }) => view.checksOf(id)), ...strays];
      const unjudged = requirements.filter(({ id }) => view.checksOf(id).length === 0);
      const cases = [...judged.map((check) => caseOfCheck(check, view)), ...unjudged.map(caseOfUnjudged)];
      return { name: `${number} ${title}`, cases };
    }),
  ];
  const { tests, failures, errors } = countCases(suites.flatMap(({ cases }) => cases));
  const name = `${report.run.suite.name} against ${report.run.target}: ${view.headline.line}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xmlText(name)}" tests="${tests}" failures="${failures}" errors="${errors}" time="${timeText(secondsOf(report.run))}">`,
    ...suites.flatMap(({ name: part, cases }) => renderSuite(part, cases, place)),
    '</testsuites>',
    '',
  ].join('\n');
}

/**
 * The verdict, the end of the run and each fault of the suite as test cases. Without them, an inconclusive or unfinished run
 * would look like a conformant service.
 */
function runCases({ report, headline, sections }: ReportView): readonly TestCase[] {
  const { run, verdict, deviations, suiteFaults } = report;
  const message = safeText([`${headline.line}.`, ...headline.notices].join(' '));
  const one = (name: string, result: TestCase['result'], type: string, text: string, lines = [text]): TestCase => {
    return { className: 'run', name, result, type, message: text, lines };
  };
  return [
    one(
      'verdict',
      ({ 0: 'passed', 1: 'failure', 2: 'error' } as const)[headline.exitCode],
      verdict.outcome.replaceAll(' ', '-'),
      message,
      // A test case that passed has no message.
      [
        message,
        ...headline.shortReasons.map((reason) => `- ${safeText(reason)}`),
        ...linesOfFacts(sections.run.facts ?? []),
      ],
    ),
    one('end of the run', run.end === 'complete' ? 'passed' : 'error', run.end, `The run was ${ENDS[run.end]}.`, []),
    ...outdatedDeviations(deviations)
      .map(safeText)
      .map((text, at) => one(`known deviation ${at + 1} that is out of date`, 'failure', 'outdated-deviation', text)),
    ...suiteFaults
      .map(safeText)
      .map((text, at) => one(`fault ${at + 1} of the suite itself`, 'error', 'suite-fault', text)),
  ];
}

/** How a test case ends by its mark. A known deviation is skipped: it does not fail a build, and it is not a pass. */
const RESULT_OF = {
  violated: 'failure',
  warning: 'passed',
  deviating: 'skipped',
  'harness-error': 'error',
  'not-verified': 'skipped',
  verified: 'passed',
  'not-applicable': 'skipped',
  observed: 'passed',
  'not-testable': 'skipped',
} as const satisfies Readonly<Record<Mark, TestCase['result']>>;

/** A check as a test case. A violation fails it unless the requirement is known to be one that only warns. */
function caseOfCheck(check: Check, view: ReportView): TestCase {
  const mark = markOfCheck(check, view.requirements.get(check.requirement));
  const facts = [
    { label: 'Warning', own: mark === 'warning' ? 'a recommended requirement is violated' : null },
    { label: 'Observed', text: mark === 'observed' ? check.actual : null },
    ...(isViolated(check) ? violationFacts(check, view) : [{ label: 'Resolve', text: check.howToResolve }]),
  ];
  return {
    className: check.requirement,
    name: safeText(`${check.case}: ${checkDetailsOf(check, view).title}`),
    milliseconds: durationOf(check, view),
    result: RESULT_OF[mark],
    type: mark,
    message: resultText(check, mark, view),
    lines: linesOfFacts(facts),
  };
}

/** A test case for a requirement that no check judged. Each statement of the contract has a test case. */
function caseOfUnjudged(requirement: RequirementResult): TestCase {
  const mark = markOfRequirement(requirement);
  const { id, statement, reason } = requirement;
  const message = outcomeText(mark, reason);
  return { className: id, name: safeText(statement), result: RESULT_OF[mark], type: mark, message, lines: [] };
}

function resultText(check: Check, mark: Mark, view: ReportView): string {
  if (mark === 'violated') return `expected ${safeText(check.expected)}; actual ${safeText(check.actual)}`;
  if (mark !== 'deviating') return outcomeText(mark, check.reason);
  const { deviations } = view.report;
  const listed = [check.id, check.requirement].flatMap((id) => deviations.find((each) => each.id === id) ?? [])[0];
  const known = listed === undefined ? '' : `: ${listed.reason} (${listed.owner}, until ${listed.expires})`;
  return safeText(`deviating${known}`);
}

function outcomeText(mark: Mark, reason: string | null): string {
  return `${OUTCOMES[mark].word}: ${safeText(reason ?? UNDECIDED_REASON)}`;
}

/** The name of the test case has the case. */
function violationFacts(check: Check, view: ReportView): readonly Fact[] {
  const details = checkDetailsOf(check, view);
  const { id, part, level, statement } = view.requirements.get(check.requirement) ?? { id: check.requirement };
  return [
    { label: 'Requirement', own: [id, ...(part === undefined ? [] : [`part ${part}`, level])].join(', ') },
    { label: 'Statement', own: statement },
    ...factsOf(details, [
      { label: 'Fix', text: remediesFor(check.requirement, [check], view.report).join(' ') },
    ]).filter(({ label }) => label !== 'Case'),
  ];
}

function linesOfFacts(facts: readonly Fact[]): readonly string[] {
  return factLines(facts).map(({ label, text }) => `${label.toLowerCase()}: ${text}`);
}

/** The time that the exchanges of a check took. A response rule counts 0, because its exchanges belong to cases. */
function durationOf(check: Check, view: ReportView): number {
  if (isRuleCase(check.case)) return 0;
  const attempts = check.exchanges.flatMap((id) => view.exchanges.get(id)?.attempts ?? []);
  return attempts.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** When the run started, and the host that it judged, as attributes of each suite. */
function suiteAttributes({ run }: Report): string {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(run.startedAt)?.[0] ?? '1970-01-01T00:00:00';
  const host = URL.parse(run.target)?.hostname ?? 'unknown';
  return `timestamp="${time}" hostname="${xmlText(host)}"`;
}

function renderSuite(name: string, cases: readonly TestCase[], place: string): readonly string[] {
  const { tests, failures, errors, skipped, seconds } = countCases(cases);
  return [
    `  <testsuite name="${xmlText(name)}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${timeText(seconds)}" ${place}>`,
    ...cases.map(renderCase),
    '  </testsuite>',
  ];
}

function countCases(cases: readonly TestCase[]) {
  const count = (result: TestCase['result']): number => cases.filter((each) => each.result === result).length;
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    seconds: cases.reduce((sum, { milliseconds = 0 }) => sum + milliseconds / 1000, 0),
  };
}

function renderCase({ className, name, milliseconds = 0, result, type, message, lines }: TestCase): string {
  const text = lines.map(xmlText).join('\n');
  const named = `name="${xmlText(name)}" classname="${xmlText(className)}" time="${timeText(milliseconds / 1000)}"`;
  const inner = {
    passed: text === '' ? '' : `<system-out>${text}</system-out>`,
    skipped: `<skipped message="${xmlText(message)}">${text}</skipped>`,
    failure: `<failure message="${xmlText(message)}" type="${xmlText(type)}">${text}</failure>`,
    error: `<error message="${xmlText(message)}" type="${xmlText(type)}">${text}</error>`,
  }[result];
  return `    <testcase ${named}>${inner}</testcase>`;
}

/** Seconds with three decimals, as the schema of Surefire has it. A clock that was set back does not make a negative time. */
function timeText(seconds: number): string {
  return (seconds > 0 ? seconds : 0).toFixed(3);
}

/** Printable ASCII without a meaning in XML. Most texts contain only this. */
const PLAIN = /^[ !#-%'-;=?-~]*$/;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\uFFFE': String.raw`\ufffe`,
  '\uFFFF': String.raw`\uffff`,
};

/**
 * A text for an XML 1.0 document, for an element as well as for an attribute within double quotes. What XML forbids, what
 * a reader would not see and line breaks are shown as escapes such as `\x00`.
 */
export function xmlText(text: string): string {
  if (PLAIN.test(text)) return text;
  return inertText(text).replaceAll(/[&<>"\uFFFE\uFFFF]/g, (character) => REFERENCES[character] ?? character);
}
