import { counted } from '../../contract/describe.ts';
import { isWarning, OUTCOMES } from '../outcomes.ts';
import type { ReportList } from '../lists.ts';
import type { Report } from '../report.ts';
import { safeFactsOfFinding, type Finding, requirementCount } from '../findings.ts';
import { type ReportView, viewOf } from '../view.ts';
import { type FactLabel, reproduceCommand } from '../violation.ts';
import { createPage, type Page, type Tone } from './terminal-layout.ts';
import { safeText } from '../safe-text.ts';

/** The terminal, with its `width` in columns; the path of report.json; and the path of report.html, if it was written. */
interface TerminalOptions {
  readonly colour: boolean;
  readonly width: number;
  readonly reportPath: string;
  readonly pagePath?: string | undefined;
}

const REASONS_SHOWN = 6;
const CAUSES_SHOWN = 5;
const FINDINGS_SHOWN = 15;
const TRIALS_SHOWN = 5;
const FAULTS_SHOWN = 5;

/** A finished run as text for a terminal. Nothing that a service sent can act upon the terminal. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page = createPage(options);
  const view = viewOf(report);
  const { causes, deviations, unsettled, trials, suiteFaults } = view.lists;
  const sections = [
    renderHeadline(view, page),
    renderCauses(causes, page),
    renderReasons(view, page),
    renderFindings('Violated', 'bad', view.violated, page),
    renderFindings('Warnings', 'doubt', view.warnings, page),
    renderList(deviations, FINDINGS_SHOWN, page),
    renderList(unsettled, Infinity, page),
    renderList(trials, TRIALS_SHOWN, page),
    renderList(suiteFaults, FAULTS_SHOWN, page),
    renderCounts(view, page),
    renderRun(view, page),
    renderEnd(view, options, page),
  ];
  const text = sections.filter((section) => section.length > 0).map((section) => section.join('\n'));
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
    ...headline.notices.flatMap((notice) => page.paragraph(safeText(notice), 0)),
    ...page.paragraph(`Target ${safeText(run.target)}${run.embedded ? ', the embedded reference service' : ''}`, 0),
  ];
}

function renderReasons({ headline }: ReportView, page: Page): readonly string[] {
  const reasons = headline.shortReasons.map(safeText);
  const left = reasons.length - REASONS_SHOWN;
  return [
    ...reasons.slice(0, REASONS_SHOWN).flatMap((reason) => page.item(reason)),
    ...(left > 0 ? page.paragraph(`and ${counted(left, 'more reason')} in report.json`, 2) : []),
  ];
}

/** The causes that explain most, and the sentences of the others: report.json holds none. */
function renderCauses(causes: ReportList, page: Page): readonly string[] {
  const [first, others] = [causes.items.slice(0, CAUSES_SHOWN), causes.items.slice(CAUSES_SHOWN)];
  return [
    ...renderList({ ...causes, items: first }, CAUSES_SHOWN, page),
    ...others.flatMap(({ text }) => page.item(safeText(text))),
  ];
}

/** At most so many items of a list, and how many more there are. */
function renderList({ title, count, items }: ReportList, most: number, page: Page): readonly string[] {
  if (items.length === 0) return [];
  const left = items.length - most;
  return [
    page.paint('title', count === 0 ? title : `${title} (${count})`),
    ...items.slice(0, most).flatMap((item) => page.listItem(item)),
    ...(left > 0 ? page.paragraph(`and ${left} more in report.json`, 2) : []),
  ];
}

function verdictLines({ line, tone }: ReportView['headline'], page: Page): readonly string[] {
  return page.paragraph(`${line}.`, 0).map((each) => page.paint(tone, each));
}

/** How many requirements and checks have each outcome. */
function renderCounts({ legend }: ReportView, page: Page): readonly string[] {
  const countsOf = (kind: 'requirements' | 'required' | 'checks'): string =>
    legend
      .flatMap(({ mark, counts }) => (counts[kind] === 0 ? [] : `${counts[kind]} ${OUTCOMES[mark].word}`))
      .join(', ');
  return [
    page.paint('title', 'Counts'),
    ...page.field('Required', countsOf('required')),
    ...page.field('All', countsOf('requirements')),
    ...page.field('Checks', countsOf('checks')),
  ];
}

function renderFindings(title: string, tone: Tone, findings: readonly Finding[], page: Page): readonly string[] {
  if (findings.length === 0) return [];
  const left = findings.slice(FINDINGS_SHOWN).map(({ requirement }) => requirement.id);
  const entries = findings.slice(0, FINDINGS_SHOWN).flatMap((finding) => {
    const { requirement } = finding;
    const place = page.verbatim(`part ${requirement.part}, ${requirement.level}`, 0);
    return [
      '',
      `  ${page.paint(tone, page.verbatim(requirement.id, 0))}  ${page.paint('quiet', place)}`,
      ...page.paragraph(safeText(requirement.statement), 2),
      ...renderEvidence(finding, page),
    ];
  });
  const rest = `and ${left.length} more in report.json: ${left.join(', ')}`;
  const heading = page.paint('title', `${title} (${requirementCount(findings)})`);
  return [heading, ...entries, ...(left.length === 0 ? [] : ['', ...page.paragraph(rest, 2)])];
}

const TONES: Readonly<Partial<Record<FactLabel, Tone>>> = { Expected: 'good', Actual: 'bad' };

/** A warning has fewer facts, because it does not affect the verdict. */
const OF_WARNINGS: ReadonlySet<FactLabel> = new Set(['Expected', 'Actual', 'Fix', 'Evidence']);

function renderEvidence(finding: Finding, page: Page): readonly string[] {
  const facts = safeFactsOfFinding(finding);
  if (isWarning(finding.requirement))
    return facts.flatMap(({ label, text }) => (OF_WARNINGS.has(label) ? page.field(label, text) : []));
  return [
    ...facts.flatMap(({ label, text }) => page.field(label, text, TONES[label])),
    ...page.command(reproduceCommand(finding.violation)),
  ];
}

/** How the run went: requests, pets added, limits proven, pacing, and the date of the verdict. */
function renderRun(view: ReportView, page: Page): readonly string[] {
  const { run, created, removal } = view;
  const { counts } = view.report;
  const { observed } = counts.requirements;
  const added = [created.count, ...created.notes];
  return [
    page.paint('title', 'The run'),
    ...page.field('Sent', `${run.requests} requests of ${counts.cases} cases in ${run.seconds.toFixed(1)} s`),
    ...page.field('Added', safeText([...added, ...(created.isListed ? ['listed in report.json'] : [])].join('; '))),
    ...page.field('Limits', safeText(run.limits)),
    ...(run.pacing === null ? [] : page.field('Pacing', safeText(run.pacing))),
    ...page.field('Judged as', safeText(removal)),
    ...(observed === 0 ? [] : page.field('Observed', `${observed} unspecified behaviours; report.json lists them`)),
  ];
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
