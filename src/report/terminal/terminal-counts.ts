import { partNumberOf, parts } from '../../contract/parts.ts';
import type { Report, RequirementResult } from '../report.ts';
import type { Page, Tone } from './terminal-layout.ts';

interface Column {
  readonly heading: readonly [upper: string, lower: string];
  readonly width: number;
  readonly tone: Tone | null;
  readonly holds: (requirement: RequirementResult) => boolean;
}

const TITLE_WIDTH = 29;

const COLUMNS: readonly Column[] = [
  { heading: ['', 'verified'], width: 9, tone: null, holds: ({ outcome }) => outcome === 'verified' },
  { heading: ['', 'violated'], width: 9, tone: 'bad', holds: (each) => isViolated(each) && !isWarning(each) },
  { heading: ['', 'warned'], width: 7, tone: 'doubt', holds: isWarning },
  { heading: ['not', 'verified'], width: 9, tone: 'doubt', holds: ({ outcome }) => outcome === 'not-verified' },
  { heading: ['', 'n/a'], width: 5, tone: null, holds: ({ outcome }) => outcome === 'not-applicable' },
  { heading: ['', 'observed'], width: 10, tone: null, holds: ({ outcome }) => outcome === 'observed' },
];

/** Only where there is one, so that all columns fit into 80 characters otherwise. */
const DEVIATING: Column = {
  heading: ['devi-', 'ating'],
  width: 7,
  tone: 'doubt',
  holds: ({ outcome }) => outcome === 'deviating',
};

function columnsFor(report: Report): readonly Column[] {
  return report.counts.requirements.deviating === 0 ? COLUMNS : [...COLUMNS, DEVIATING];
}

function isViolated({ outcome }: RequirementResult): boolean {
  return outcome === 'violated';
}

/** A violated requirement that only warns, since the contract itself does not say it. */
export function isWarning(requirement: RequirementResult): boolean {
  return isViolated(requirement) && requirement.level !== 'required';
}

/** The requirements counted by part of the contract and outcome. */
export function renderCounts(report: Report, page: Page): readonly string[] {
  const byPart = Map.groupBy(report.requirements, ({ part }) => partNumberOf(part));
  const columns = columnsFor(report);
  const untried = report.requirements.filter(({ outcome }) => outcome === 'not-testable').length;
  return [
    page.paint('quiet', ' '.repeat(TITLE_WIDTH) + heading(columns, 0)),
    page.paint('title', 'Part'.padEnd(TITLE_WIDTH)) + page.paint('quiet', heading(columns, 1)),
    ...parts.map(({ number, title }) => row(`${number}  ${title}`, columns, byPart.get(number) ?? [], page)),
    row('   All', columns, report.requirements, page),
    ...(untried === 0
      ? []
      : page.paragraph(`Besides, ${untried} ${untried === 1 ? 'statement' : 'statements'} no run can try.`, 3)),
  ];
}

function heading(columns: readonly Column[], line: 0 | 1): string {
  return columns
    .map((column) => column.heading[line].padStart(column.width))
    .join('')
    .trimEnd();
}

function row(
  title: string,
  columns: readonly Column[],
  requirements: readonly RequirementResult[],
  page: Page,
): string {
  const cells = columns.map(({ holds, tone, width }) => {
    const count = requirements.filter(holds).length;
    if (count === 0) return page.paint('quiet', '-'.padStart(width));
    const cell = String(count).padStart(width);
    return tone === null ? cell : page.paint(tone, cell);
  });
  return title.padEnd(TITLE_WIDTH) + cells.join('');
}
