import { listSome } from '../contract/describe.ts';
import { fitSections, type Section, itemText } from '../report/markdown/markdown-layout.ts';
import type { ReportItem } from '../report/lists.ts';
import { createPage, type Tone } from '../report/terminal/terminal-layout.ts';
import { safeText } from '../report/safe-text.ts';
import { reproduceCommand } from '../report/violation.ts';
import type { Change, Comparison } from './compare-reports.ts';

/** Version of the JSON form of a comparison. */
const COMPARISON_VERSION = 2;

/** Columns of the text, which may not go to a terminal. */
const WIDTH = 100;

/** A comment on GitHub holds 65,536 characters. */
const LONGEST_COMMENT = 60_000;

/** A comparison as text that is safe on a terminal. */
export function comparisonText(comparison: Comparison): string {
  const page = createPage({ colour: false, width: WIDTH });
  const lists = comparisonLists(comparison).flatMap(({ title, items }) => [
    '',
    `${title} (${items.length})`,
    ...items.flatMap((item) => page.listItem(item)),
  ]);
  return `${[...headlines(comparison), ...lists].join('\n')}\n`;
}

/** A comparison as Markdown, short enough for a comment on a pull request. */
export function comparisonMarkdown(comparison: Comparison): string {
  const title = `## ${comparison.regression ? 'Conformance: there is a regression' : 'Conformance: no regression'}`;
  const head = `${[title, ...headlines(comparison)].join('\n\n')}\n\n`;
  const sections = comparisonLists(comparison).map(({ title: heading, items }): Section => ({
    heading: `### ${heading} (${items.length})`,
    entries: items.map(itemText),
    between: '\n',
    noun: 'line',
  }));
  return head + fitSections(sections, LONGEST_COMMENT - Buffer.byteLength(head));
}

/** A comparison for programs (`diff` in schemas/output.schema.json). */
export function comparisonDocument(comparison: Comparison): object {
  return { comparisonVersion: COMPARISON_VERSION, ...comparison };
}

/** The titles of changes, most important first. A change belongs to the first that applies. */
const TITLES: readonly (readonly [title: string, tone: Tone, applies: (change: Change) => boolean])[] = [
  ['Changed because the suite differs', 'quiet', ({ kind }) => kind === 'suite'],
  ['Newly violated', 'bad', ({ after }) => after === 'violated'],
  ['No longer verified', 'bad', ({ kind }) => kind === 'worse'],
  ['Newly deviating', 'doubt', ({ after }) => after === 'deviating'],
  ['Fixed', 'good', ({ before, after }) => after === 'verified' && (before === 'violated' || before === 'deviating')],
  ['Now verified', 'good', ({ after }) => after === 'verified'],
  ['Otherwise changed', 'quiet', () => true],
];

function changesByTitle(
  changes: readonly Change[],
): readonly { readonly title: string; readonly tone: Tone; readonly own: readonly Change[] }[] {
  const byTitle = Map.groupBy(changes, (change) => TITLES.find(([, , applies]) => applies(change)));
  return TITLES.flatMap((row) => {
    const own = byTitle.get(row) ?? [];
    return own.length === 0 ? [] : [{ title: row[0], tone: row[1], own }];
  });
}

/** The lists of a comparison that are not empty. */
function comparisonLists({ runs, changes, behaviour }: Comparison) {
  return [
    {
      title: 'Differences between the runs',
      items: runs.map(({ name, before, after }): ReportItem => ({
        id: name,
        text: '',
        facts: changed(before, after),
      })),
    },
    ...changesByTitle(changes).map(({ title, own }) => ({ title, items: own.map(changeItem) })),
    {
      title: 'Changed behaviour',
      items: behaviour.map(({ requirement, question, before, after }): ReportItem => ({
        id: requirement,
        text: question,
        facts: changed(before ?? 'not seen', after ?? 'not seen'),
      })),
    },
  ].filter(({ items }) => items.length > 0);
}

function changed(before: string, after: string): ReportItem['facts'] {
  return [
    { label: 'Before', text: before },
    { label: 'Now', text: after },
  ];
}

function changeItem({ id, part, level, statement, before, after, reason, violation }: Change): ReportItem {
  return {
    id,
    text: `part ${part}, ${level}: ${statement}`,
    facts: [
      ...changed(before, after),
      ...(reason === null ? [] : [{ label: 'Reason', text: reason }]),
      ...(violation === null
        ? []
        : [
            ...(violation.check === id ? [] : [{ label: 'Check', values: [violation.check] }]),
            { label: 'Expected', values: [violation.expected] },
            { label: 'Actual', values: [violation.actual] },
          ]),
    ],
    command: reproduceCommand(violation),
  };
}

/** The result of a comparison and both verdicts, in one line. */
export function comparisonHeadline({ regression, verdict }: Comparison): string {
  const change =
    verdict.before === verdict.after
      ? `As before: ${verdict.after}.`
      : `Before: ${verdict.before}. Now: ${verdict.after}.`;
  return `${regression ? 'There is a regression.' : 'No regression.'} ${change}`;
}

function headlines(comparison: Comparison): readonly string[] {
  const reversed = 'The base is newer than the head. Check the order of the two reports.';
  return [comparisonHeadline(comparison), ...(comparison.isReversed ? [reversed] : [])];
}

const CHANGES_SHOWN = 12;

/** The requirements that changed since the last run, as text for a terminal; null if none did. */
export function renderChanges(
  { changes }: Comparison,
  options: { readonly colour: boolean; readonly width: number },
): string | null {
  const page = createPage(options);
  const lines = changesByTitle(changes).flatMap(({ title, tone, own }) => {
    const ids = own.map(({ id }) => safeText(id));
    const text = listSome(ids, CHANGES_SHOWN, ', ');
    return [`  ${page.paint(tone, `${title} (${own.length})`)}`, ...page.paragraph(text, 4)];
  });
  return lines.length === 0 ? null : `${[page.paint('title', 'Since the last run'), ...lines].join('\n')}\n`;
}
