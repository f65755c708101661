import { listSome } from '../contract/describe.ts';
import { entriesOf, fitSections } from '../report/markdown/markdown-layout.ts';
import type { Fact, Item, Section } from '../report/section.ts';
import { createPage } from '../report/terminal/terminal-layout.ts';
import { safeText } from '../report/safe-text.ts';
import { reproduceFact } from '../report/check-details.ts';
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
  const lists = comparisonSections(comparison).flatMap((section) => ['', ...page.section(section, Infinity)]);
  return `${[...headlines(comparison), ...lists].join('\n')}\n`;
}

/** A comparison as Markdown, short enough for a comment on a pull request. */
export function comparisonMarkdown(comparison: Comparison): string {
  const title = `## ${comparison.regression ? 'Conformance: there is a regression' : 'Conformance: no regression'}`;
  const head = `${[title, ...headlines(comparison)].join('\n\n')}\n\n`;
  const sections = comparisonSections(comparison).map((section) => entriesOf(section, '###'));
  return head + fitSections(sections, LONGEST_COMMENT - Buffer.byteLength(head));
}

/** A comparison for programs (`diff` in schemas/output.schema.json). */
export function comparisonDocument(comparison: Comparison): object {
  return { comparisonVersion: COMPARISON_VERSION, ...comparison };
}

/** The titles of changes, most important first. A change belongs to the first that applies. */
const TITLES: readonly (readonly [title: string, tone: Item['tone'], applies: (change: Change) => boolean])[] = [
  ['Changed because the suite differs', undefined, ({ kind }) => kind === 'suite'],
  ['Newly violated', 'bad', ({ after }) => after === 'violated'],
  ['No longer verified', 'bad', ({ kind }) => kind === 'worse'],
  ['Newly deviating', 'doubt', ({ after }) => after === 'deviating'],
  ['Fixed', 'good', ({ before, after }) => after === 'verified' && (before === 'violated' || before === 'deviating')],
  ['Now verified', 'good', ({ after }) => after === 'verified'],
  ['Otherwise changed', undefined, () => true],
];

/** The sections of a comparison that are not empty. */
function comparisonSections({ runs, changes, behaviour }: Comparison): readonly Section[] {
  const facts = runs.map(({ name, before, after }) => ({ id: name, text: '', facts: changed(before, after) }));
  const answers = behaviour.map(({ requirement, question, before, after }) => ({
    id: requirement,
    text: question,
    facts: changed(before ?? 'not seen', after ?? 'not seen'),
  }));
  return [
    ...listed('Differences between the runs', facts),
    ...changeSections(changes),
    ...listed('Changed behaviour', answers),
  ];
}

/** The changes under their titles. */
function changeSections(changes: readonly Change[]): readonly Section[] {
  const byTitle = Map.groupBy(changes, (change) => TITLES.find(([, , applies]) => applies(change)));
  return TITLES.flatMap((row) => {
    const [title, tone] = row;
    const own = byTitle.get(row) ?? [];
    return listed(
      title,
      own.map((change) => ({ ...changeItem(change), ...(tone && { tone }) })),
    );
  });
}

/** A section of these items; none without items. */
function listed(title: string, items: readonly Item[]): readonly Section[] {
  return items.length === 0 ? [] : [{ title, count: items.length, noun: 'line', items }];
}

function changed(before: string, after: string): readonly Fact[] {
  return [
    { label: 'Before', text: before },
    { label: 'Now', text: after },
  ];
}

function changeItem({ id, part, level, statement, before, after, reason, violation }: Change): Item {
  const check = violation === null || violation.check === id ? [] : [violation.check];
  return {
    id,
    subtitle: `part ${part}, ${level}`,
    text: statement,
    facts: [
      ...changed(before, after),
      { label: 'Reason', text: reason },
      { label: 'Check', values: check },
      { label: 'Expected', values: violation === null ? [] : [violation.expected] },
      { label: 'Actual', values: violation === null ? [] : [violation.actual] },
      ...(violation === null ? [] : [reproduceFact(violation.curl)]),
    ],
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
  const lines = changeSections(changes).flatMap(({ title, count, items = [] }) => {
    const ids = items.map(({ id }) => safeText(id ?? ''));
    const text = listSome(ids, CHANGES_SHOWN, ', ');
    return [`  ${page.paint(items[0]?.tone ?? 'quiet', `${title} (${count})`)}`, ...page.paragraph(text, 4)];
  });
  return lines.length === 0 ? null : `${[page.paint('title', 'Since the last run'), ...lines].join('\n')}\n`;
}
