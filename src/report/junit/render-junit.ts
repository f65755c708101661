import { partNumberOf, parts } from '../../contract/parts.ts';
import type { Report, RequirementResult } from '../report.ts';
import { indexReport, type ReportIndex } from '../report-index.ts';
import { verdictLine } from '../verdicts.ts';
import { RUN_SUITE, runCases } from './run-suite.ts';
import { caseOfCheck, caseOfUnjudged, type TestCase } from './test-case.ts';
import { xmlText } from './xml-text.ts';

interface Suite {
  readonly name: string;
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly cases: readonly TestCase[];
}

/**
 * A report as JUnit XML, in the structure that the schemas of Jenkins and Surefire share: one suite for the run itself
 * and one for each part of the contract, with a test case for each check and for each requirement without one.
 */
export function renderJunit(report: Report): string {
  const suites = [runSuite(report), ...partSuites(report, indexReport(report))];
  const totals = countCases(suites.flatMap(({ cases }) => cases));
  const seconds = (Date.parse(report.run.endedAt) - Date.parse(report.run.startedAt)) / 1000;
  const name = `${report.run.suite.name} against ${report.run.target}: ${verdictLine(report.verdict)}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xmlText(name)}" tests="${totals.tests}" failures="${totals.failures}" errors="${totals.errors}" time="${timeText(seconds)}">`,
    ...suites.flatMap(renderSuite),
    '</testsuites>',
    '',
  ].join('\n');
}

function runSuite(report: Report): Suite {
  const { run, verdict, counts } = report;
  return {
    name: RUN_SUITE,
    properties: [
      ['verdict', verdict.outcome],
      ['verdictLine', verdictLine(verdict)],
      ['profile', verdict.profile],
      ['warnings', String(counts.warnings)],
      ['target', run.target],
      ['run', run.id],
      ['startedAt', run.startedAt],
      ['endedAt', run.endedAt],
      ['end', run.end],
      ['signal', run.signal ?? 'none'],
      ['seed', String(run.seed)],
      ['asOf', run.asOf],
      ['suite', `${run.suite.name} ${run.suite.version}`],
      ['contract', `${run.contract.title} ${run.contract.version}`],
      ['node', run.node],
    ],
    cases: runCases(report),
  };
}

function partSuites(report: Report, index: ReportIndex): readonly Suite[] {
  const requirements = Map.groupBy(report.requirements, ({ part }) => partNumberOf(part));
  const checks = Map.groupBy(report.checks, ({ requirement }) =>
    partNumberOf(index.requirements.get(requirement)?.part ?? ''),
  );
  const known = new Set(parts.map(({ number }) => number));
  const others = [...new Set([...requirements.keys(), ...checks.keys()])].filter((number) => !known.has(number));
  const named = [
    ...parts.map(({ number, title }) => ({ number, name: `${number} ${title}` })),
    ...others.map((number) => ({ number, name: `${number} outside the contract`.trimStart() })),
  ];
  return named.map(({ number, name }) => {
    const rows = requirements.get(number) ?? [];
    const unjudged = rows.filter(({ id }) => !index.checks.has(id));
    return {
      name,
      properties: rows.flatMap(propertiesOf),
      cases: [...(checks.get(number) ?? []).map((check) => caseOfCheck(check, index)), ...unjudged.map(caseOfUnjudged)],
    };
  });
}

function propertiesOf({ id, part, level, outcome }: RequirementResult): Suite['properties'] {
  const isWarning = outcome === 'violated' && level !== 'required';
  const row = [`requirement.${id}`, `part ${part}; ${level}; ${outcome}`] as const;
  return isWarning ? [row, [`warning.${id}`, 'violated, and does not gate the verdict']] : [row];
}

function renderSuite({ name, properties, cases }: Suite): readonly string[] {
  const { tests, failures, errors, skipped, milliseconds } = countCases(cases);
  return [
    `  <testsuite name="${xmlText(name)}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${timeText(milliseconds / 1000)}">`,
    '    <properties>',
    ...properties.map(([key, value]) => `      <property name="${xmlText(key)}" value="${xmlText(value)}"/>`),
    '    </properties>',
    ...cases.flatMap(renderCase),
    '  </testsuite>',
  ];
}

interface CaseCounts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly milliseconds: number;
}

function countCases(cases: readonly TestCase[]): CaseCounts {
  const count = (result: TestCase['result']): number => cases.filter((each) => each.result === result).length;
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    milliseconds: cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  };
}

function renderCase(testCase: TestCase): readonly string[] {
  const { className, name, milliseconds } = testCase;
  const start = `    <testcase name="${xmlText(name)}" classname="${xmlText(className)}" time="${timeText(milliseconds / 1000)}"`;
  const inner = renderResult(testCase);
  return inner === null ? [`${start}/>`] : [`${start}>`, inner, '    </testcase>'];
}

function renderResult({ result, type, message, lines }: TestCase): string | null {
  const text = lines.map(xmlText).join('\n');
  switch (result) {
    case 'passed':
      return text === '' ? null : `      <system-out>${text}</system-out>`;
    case 'skipped':
      return `      <skipped message="${xmlText(message)}">${text}</skipped>`;
    case 'failure':
    case 'error':
      return `      <${result} message="${xmlText(message)}" type="${xmlText(type)}">${text}</${result}>`;
  }
}

/** Seconds with three decimals, as the schema of Surefire has it. A clock that was set back makes no negative time. */
function timeText(seconds: number): string {
  return (seconds > 0 ? seconds : 0).toFixed(3);
}
