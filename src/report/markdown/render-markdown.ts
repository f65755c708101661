import { trustNotice } from '../trust-notice.ts';
import type { Report, RunDescription } from '../report.ts';
import { verdictLine } from '../verdicts.ts';
import { indexReport } from '../report-index.ts';
import { fitSections, type Section } from './fit-sections.ts';
import { deviationsSection } from './markdown-deviations.ts';
import { renderCounts, requirementsSection } from './markdown-tables.ts';
import { codeSpan, proseOrCode } from './markdown-text.ts';
import { behaviourSection, faultsSection, unsettledSection } from './markdown-unsettled.ts';
import { violationsSection, warningsSection } from './markdown-violations.ts';

/** GitHub takes 1 MiB for the summary of one step, and drops a longer one as a whole. */
const LONGEST = 1_000_000;

const REASONS_SHOWN = 6;

/**
 * A report as Markdown of at most so many bytes of UTF-8 (a million unless told otherwise; a few thousand are needed for
 * what is always there). Nothing that a service sent is Markdown in it, nor a command to a build server.
 */
export function renderMarkdown(report: Report, longest: number = LONGEST): string {
  const index = indexReport(report);
  const head = `${renderHead(report).join('\n')}\n\n`;
  const end = `\n${renderRun(report.run).join('\n')}\n`;
  const sections: readonly Section[] = [
    violationsSection(report, index),
    warningsSection(report, index),
    deviationsSection(report),
    unsettledSection(report),
    faultsSection(report),
    behaviourSection(report),
    requirementsSection(report),
  ];
  return head + fitSections(sections, longest - Buffer.byteLength(head) - Buffer.byteLength(end)) + end;
}

function renderHead(report: Report): readonly string[] {
  const { run, verdict, counts } = report;
  const notice = trustNotice(report);
  const left = verdict.reasons.length - REASONS_SHOWN;
  return [
    `# ${verdictLine(verdict)}`,
    '',
    `Target ${codeSpan(run.target)}${run.embedded ? ', the embedded reference service' : ''}`,
    '',
    ...(notice === null ? [] : [`**${notice}**`, '']),
    ...verdict.reasons.slice(0, REASONS_SHOWN).map(({ text }) => `- ${proseOrCode(text)}`),
    ...(left > 0 ? [`- and ${left} more in report.json`] : []),
    '',
    ...renderCounts(counts),
  ];
}

const ENDS = {
  complete: 'complete',
  interrupted: 'interrupted before its end',
  deadline: 'cut by its deadline',
} as const;

function renderRun(run: RunDescription): readonly string[] {
  return [
    '## The run',
    '',
    `- Run: ${codeSpan(run.id)}, ${ENDS[run.end]}, from ${codeSpan(run.startedAt)} to ${codeSpan(run.endedAt)}`,
    `- Suite: ${codeSpan(`${run.suite.name} ${run.suite.version}`)} on Node.js ${codeSpan(run.node)}`,
    `- Contract: ${codeSpan(`${run.contract.title} ${run.contract.version}`)}, judged by the date ${codeSpan(run.asOf)}`,
    `- Seed: ${run.seed}`,
    '',
    'Made from report.json, which holds every check with its exchanges.',
  ];
}
