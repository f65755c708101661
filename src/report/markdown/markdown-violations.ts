import type { Report, RequirementResult } from '../report.ts';
import type { ReportIndex } from '../report-index.ts';
import { representativeCheck } from '../representative-check.ts';
import { isWarning } from '../terminal/terminal-counts.ts';
import { violationFacts } from '../violation-facts.ts';
import type { Section } from './fit-sections.ts';
import { codeSpan, commandBlock, inertCodeSpan, proseOrCode } from './markdown-text.ts';

/** The violated required requirements, each with what was expected, what came and how to see it again. */
export function violationsSection(report: Report, index: ReportIndex): Section {
  const violated = report.requirements.filter((each) => each.outcome === 'violated' && !isWarning(each));
  return section('Violated', violated, index, 'violated requirements');
}

/** The violated recommendations, which do not gate the verdict. */
export function warningsSection(report: Report, index: ReportIndex): Section {
  return section('Warnings', report.requirements.filter(isWarning), index, 'warnings');
}

function section(title: string, violated: readonly RequirementResult[], index: ReportIndex, things: string): Section {
  return {
    heading: `## ${title} (${violated.length})`,
    entries: violated.map((requirement) => entryOf(requirement, index)),
    between: '\n\n',
    things,
  };
}

function entryOf(requirement: RequirementResult, index: ReportIndex): string {
  const checks = (index.checks.get(requirement.id) ?? []).filter(({ outcome }) => outcome === 'violated');
  const told = representativeCheck(checks, (id) => index.cases.get(id));
  const { facts, command } = told === undefined ? { facts: [], command: null } : violationFacts(told, index);
  const others = checks.length - 1;
  return [
    `### ${codeSpan(requirement.id)}`,
    '',
    `Part ${proseOrCode(requirement.part)}, ${requirement.level}: ${proseOrCode(requirement.statement)}`,
    '',
    ...facts.map(({ label, text }) => `- ${label}: ${inertCodeSpan(text)}`),
    ...(others > 0 ? [`- Further: ${others} more violated ${others === 1 ? 'check' : 'checks'} in report.json`] : []),
    ...(command === null ? [] : ['', ...commandBlock(command)]),
  ].join('\n');
}
