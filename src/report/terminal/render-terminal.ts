import { counted } from '../../contract/describe.ts';
import type { Finding } from '../findings.ts';
import type { Report } from '../report.ts';
import { safeText } from '../safe-text.ts';
import type { Section } from '../section.ts';
import { type ReportView, viewOf } from '../view.ts';
import { createPage, type Page } from './terminal-layout.ts';

/** The terminal, with its `width` in columns; the path of report.json; and the path of report.html, if it was written. */
interface TerminalOptions {
  readonly colour: boolean;
  readonly width: number;
  readonly reportPath: string;
  readonly pagePath?: string | undefined;
}

const REASONS_SHOWN = 6;
const CAUSES_SHOWN = 5;

/** A finished run as text for a terminal. Nothing that a service sent can act upon the terminal. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page = createPage(options);
  const view = viewOf(report);
  const { causes, violated, warnings, deviations, notVerified, trials, suiteFaults, counts, run } = view.sections;
  const sections = [
    renderHeadline(view, page),
    page.section(causes, CAUSES_SHOWN),
    renderReasons(view, page),
    page.section(violated),
    page.section(withoutDetails(warnings)),
    page.section(deviations),
    page.section(notVerified, Infinity),
    ...[trials, suiteFaults, counts, run].map((each) => page.section(each)),
    renderEnd(view, options, page),
  ];
  const text = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${text.join('\n\n')}\n`;
}

/** The verdict and the violated requirements: one line, or two. */
export function renderVerdictLine(report: Report, options: Pick<TerminalOptions, 'colour' | 'width'>): string {
  const page = createPage(options);
  const { headline, violated } = viewOf(report);
  return [page.paint(headline.tone, `${headline.line}.`), ...violatedIds(violated, page)].join('\n');
}

function violatedIds(violated: readonly Finding[], page: Page): readonly string[] {
  const ids = violated.flatMap(({ requirement, also }) => [requirement, ...also.map((each) => each.requirement)]);
  return ids.length === 0 ? [] : page.paragraph(`Violated: ${ids.map(({ id }) => id).join(', ')}`, 0);
}

function renderHeadline({ headline, report: { run } }: ReportView, page: Page): readonly string[] {
  return [
    ...verdictLines(headline, page),
    ...(headline.summary === null ? [] : page.paragraph(headline.summary, 0)),
    ...headline.notices.flatMap((notice) => page.paragraph(safeText(notice), 0)),
    ...page.paragraph(`Target ${safeText(run.target)}${run.embedded ? ', the embedded reference service' : ''}`, 0),
  ];
}

function verdictLines({ line, tone }: ReportView['headline'], page: Page): readonly string[] {
  return page.paragraph(`${line}.`, 0).map((each) => page.paint(tone, each));
}

function renderReasons({ headline }: ReportView, page: Page): readonly string[] {
  const reasons = headline.shortReasons.filter((reason) => reason !== headline.summary).map(safeText);
  const left = reasons.length - REASONS_SHOWN;
  return [
    ...reasons.slice(0, REASONS_SHOWN).flatMap((reason) => page.dashed(reason)),
    ...(left > 0 ? page.paragraph(`and ${counted(left, 'more reason')} in report.json`, 2) : []),
  ];
}

const OF_WARNINGS: ReadonlySet<string> = new Set(['Expected', 'Actual', 'Fix', 'Evidence']);

/** Warnings have fewer facts, because they do not affect the verdict. */
function withoutDetails({ items = [], ...warnings }: Section): Section {
  const short = items.map((item) => ({
    ...item,
    facts: item.facts.filter(({ label }) => OF_WARNINGS.has(label)),
  }));
  return { ...warnings, items: short };
}

/** Repeats the verdict and the violated ids, because the start of a long report scrolls off the screen. */
function renderEnd({ headline, violated }: ReportView, options: TerminalOptions, page: Page): readonly string[] {
  return [
    ...verdictLines(headline, page),
    ...violatedIds(violated, page),
    ...(options.pagePath === undefined ? [] : [page.verbatim(`Open in a browser: ${options.pagePath}`, 0)]),
    page.verbatim(`Full report: ${options.reportPath}`, 0),
  ];
}
