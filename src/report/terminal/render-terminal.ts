import type { Report } from '../report.ts';
import { renderCounts } from './terminal-counts.ts';
import { renderDeviations } from './terminal-deviations.ts';
import { renderFacts } from './terminal-facts.ts';
import { createPage, type Page } from './terminal-layout.ts';
import { safeText } from './terminal-text.ts';
import { renderSuiteFaults, renderUnsettled } from './terminal-unsettled.ts';
import { renderViolations, renderWarnings } from './terminal-violations.ts';
import { trustNotice } from '../trust-notice.ts';
import { verdictLine, VERDICTS } from '../verdicts.ts';

/** How the terminal is; `width` in columns. `reportPath` is where report.json was written, `pagePath` where report.html was, if at all. */
export interface TerminalOptions {
  readonly colour: boolean;
  readonly width: number;
  readonly reportPath: string;
  readonly pagePath?: string | undefined;
}

const REASONS_SHOWN = 6;

/** A finished run as text for a terminal. Nothing that a service sent can act upon the terminal. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page = createPage(options);
  const sections = [
    renderVerdict(report, page),
    renderCounts(report, page),
    renderViolations(report, page),
    renderWarnings(report, page),
    renderDeviations(report, page),
    renderUnsettled(report, page),
    renderSuiteFaults(report, page),
    renderFacts(report, page),
    renderEnd(report, options, page),
  ];
  const text = sections.filter((section) => section.length > 0).map((section) => section.join('\n'));
  return `\n${text.join('\n\n')}\n`;
}

function renderVerdict(report: Report, page: Page): readonly string[] {
  const { run } = report;
  const reasons = reasonsOf(report);
  const left = reasons.length - REASONS_SHOWN;
  const notice = trustNotice(report);
  return [
    ...verdictLines(report, page),
    ...page.paragraph(`Target ${safeText(run.target)}${run.embedded ? ', the embedded reference service' : ''}`, 0),
    ...(notice === null ? [] : page.paragraph(notice, 0)),
    ...(reasons.length === 0 ? [] : ['']),
    ...reasons.slice(0, REASONS_SHOWN).flatMap((reason) => page.item(reason)),
    ...(left > 0 ? page.paragraph(`and ${left} more ${left === 1 ? 'reason' : 'reasons'} in report.json`, 2) : []),
  ];
}

/** The verdict alone, in one line. */
export function renderVerdictLine({ verdict }: Report, options: Pick<TerminalOptions, 'colour' | 'width'>): string {
  return createPage(options).paint(VERDICTS[verdict.outcome].tone, `${verdictLine(verdict)}.`);
}

function verdictLines({ verdict }: Report, page: Page): readonly string[] {
  const { tone } = VERDICTS[verdict.outcome];
  return page.paragraph(`${verdictLine(verdict)}.`, 0).map((line) => page.paint(tone, line));
}

/** The violated requirements are told in full further down, so that here they are only named. */
function reasonsOf({ requirements, verdict }: Report): readonly string[] {
  const violated = requirements
    .filter(({ level, outcome }) => level === 'required' && outcome === 'violated')
    .map(({ id }) => id);
  const others = verdict.reasons.flatMap(({ kind, text }) => (kind === 'violated' ? [] : [text]));
  if (violated.length === 0) return others.map(safeText);
  const subject =
    violated.length === 1 ? 'One required requirement is' : `${violated.length} required requirements are`;
  return [`${subject} violated: ${violated.join(', ')}`, ...others.map(safeText)];
}

/** The verdict again, since the first lines of a long text have left the screen. */
function renderEnd(report: Report, { reportPath, pagePath }: TerminalOptions, page: Page): readonly string[] {
  return [
    ...verdictLines(report, page),
    ...(pagePath === undefined ? [] : [page.verbatim(`To read in a browser: ${pagePath}`, 0)]),
    page.verbatim(`Everything in full: ${reportPath}`, 0),
  ];
}
