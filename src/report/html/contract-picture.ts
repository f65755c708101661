import { partNumberOf, parts } from '../../contract/parts.ts';
import type { RequirementResult } from '../report.ts';
import { outcomeBadge } from './check-entry.ts';
import { element, type Content, type Markup } from './markup.ts';
import { CHECK_OUTCOMES, markOfRequirement, REQUIREMENT_OUTCOMES, wordOf, type Mark } from './outcome-marks.ts';
import type { ReportIndex } from './report-index.ts';
import { grouped } from './visible-text.ts';

const MARKS: readonly Mark[] = [...REQUIREMENT_OUTCOMES, 'warning'];

/** The contract at a glance: each requirement a cell with the sign and colour of its outcome, by part; and the counts. */
export function renderPicture(index: ReportIndex): Markup {
  const { requirements } = index.report;
  const rows = requirementsByPart(requirements);
  return element(
    'section',
    { id: 'contract', 'aria-labelledby': 'contract-title' },
    element('h2', { id: 'contract-title' }, 'The contract at a glance'),
    element(
      'p',
      { class: 'lead' },
      'Each cell is one requirement and leads to it. Squares are required, circles are recommended, dashed cells are what the contract leaves open.',
    ),
    element('div', { class: 'picture' }, ...rows.map((row) => renderPart(row, index))),
    renderLegend(requirements),
    renderCounts(index),
  );
}

/** Requirements of one part of the contract; those of no known part come last, under their own number. */
export interface PartRow {
  readonly number: string;
  readonly title: string;
  readonly requirements: readonly RequirementResult[];
}

/** The requirements by part, in the order of the contract. */
export function requirementsByPart(requirements: readonly RequirementResult[]): readonly PartRow[] {
  const groups = Map.groupBy(requirements, ({ part }) => partNumberOf(part));
  const known = parts.map(({ number, title }) => ({ number, title, requirements: groups.get(number) ?? [] }));
  const numbers = new Set(parts.map(({ number }) => number));
  const others = [...groups].filter(([number]) => !numbers.has(number));
  return [
    ...known,
    ...others.map(([number, rest]) => ({ number: number === '' ? '–' : number, title: 'Other', requirements: rest })),
  ].filter((row) => row.requirements.length > 0);
}

function renderPart(row: PartRow, index: ReportIndex): Markup {
  return element(
    'div',
    { class: 'part' },
    element('h3', {}, element('span', { class: 'number' }, row.number), ' ', row.title),
    element('ul', {}, ...row.requirements.map((requirement) => element('li', {}, renderCell(requirement, index)))),
  );
}

function renderCell(requirement: RequirementResult, index: ReportIndex): Markup {
  const { id, level, statement } = requirement;
  const mark = markOfRequirement(requirement);
  const name = element('span', { class: 'unseen' }, `${id}: ${wordOf(mark)}, ${level}`);
  const title = `${id} (${wordOf(mark)}): ${statement.slice(0, 300)}`;
  return element('a', { class: `cell ${mark} ${level}`, title, href: index.anchors.of(requirement) }, name);
}

function renderLegend(requirements: readonly RequirementResult[]): Markup {
  const present = MARKS.filter((mark) => requirements.some((requirement) => markOfRequirement(requirement) === mark));
  return element('ul', { class: 'legend' }, ...present.map((mark) => element('li', {}, outcomeBadge(mark))));
}

function renderCounts({ report }: ReportIndex): Markup {
  const { counts } = report;
  return element(
    'div',
    { class: 'counts' },
    element(
      'table',
      {},
      element('caption', {}, 'Requirements'),
      headRow(['Outcome', 'All', 'Required']),
      element(
        'tbody',
        {},
        ...REQUIREMENT_OUTCOMES.map((outcome) =>
          countRow(outcome, [counts.requirements[outcome], counts.required[outcome]]),
        ),
      ),
    ),
    element(
      'table',
      {},
      element('caption', {}, 'Checks'),
      headRow(['Outcome', 'All']),
      element('tbody', {}, ...CHECK_OUTCOMES.map((outcome) => countRow(outcome, [counts.checks[outcome]]))),
    ),
    element(
      'table',
      {},
      element('caption', {}, 'The run'),
      headRow(['What', 'All']),
      element(
        'tbody',
        {},
        numberRow('warnings', [counts.warnings]),
        numberRow('cases', [counts.cases]),
        numberRow('exchanges', [counts.exchanges]),
        numberRow('pets created', [counts.created]),
      ),
    ),
  );
}

function headRow(names: readonly string[]): Markup {
  return element('thead', {}, element('tr', {}, ...names.map((name) => element('th', { scope: 'col' }, name))));
}

function countRow(mark: Mark, numbers: readonly number[]): Markup {
  return numberRow(outcomeBadge(mark), numbers);
}

function numberRow(name: Content, numbers: readonly number[]): Markup {
  const cells = numbers.map((each) => element('td', each === 0 ? { class: 'zero' } : {}, grouped(each)));
  return element('tr', {}, element('th', { scope: 'row' }, name), ...cells);
}
