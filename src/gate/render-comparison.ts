import { listSome } from '../contract/describe.ts';
import { fitSections, type Section } from '../report/markdown/fit-sections.ts';
import { codeSpan, commandBlock, proseOrCode } from '../report/markdown/markdown-text.ts';
import { createPage, type Tone } from '../report/terminal/terminal-layout.ts';
import { safeText } from '../report/safe-text.ts';
import { reproduceCommand } from '../report/violation.ts';
import type { Change, Comparison } from './compare-reports.ts';

/** Version of the JSON form of a comparison. */
const COMPARISON_VERSION = 2;

/** A comment on GitHub holds 65,536 characters. */
const LONGEST_COMMENT = 60_000;

/** A comparison as text that is safe on a terminal. */
export function comparisonText(comparison: Comparison): string {
  const lists = comparisonLists(comparison).flatMap(({ title, lines }) => [
    '',
    `${title} (${lines.length})`,
    ...lines.flatMap(({ subject, text, more, curl }) => [
      `  ${safeText(subject)}${text === '' ? '' : `  ${safeText(text)}`}`,
      ...more.map((each) => `    ${safeText(each)}`),
      ...(curl === null ? [] : [`    Reproduce: ${curl}`]),
    ]),
  ]);
  const other = otherChecksSentence(comparison);
  return `${[...headlines(comparison), ...lists, ...(other === null ? [] : ['', other])].join('\n')}\n`;
}

/** A comparison as Markdown, short enough for a comment on a pull request. */
export function comparisonMarkdown(comparison: Comparison): string {
  const title = `## ${comparison.regression ? 'Conformance: there is a regression' : 'Conformance: no regression'}`;
  const other = otherChecksSentence(comparison);
  const head = `${[title, ...headlines(comparison), ...(other === null ? [] : [other])].join('\n\n')}\n\n`;
  const sections = comparisonLists(comparison).map(({ title: heading, lines }): Section => ({
    heading: `### ${heading} (${lines.length})`,
    entries: lines.map(markdownLine),
    between: '\n',
    noun: 'line',
  }));
  return head + fitSections(sections, LONGEST_COMMENT - Buffer.byteLength(head));
}

function markdownLine({ subject, text, more, curl }: ComparisonLine): string {
  const command = curl === null ? [] : ['', ...commandBlock(curl).map((each) => `  ${each}`), ''];
  return [
    `- ${codeSpan(subject)}${text === '' ? '' : ` ${proseOrCode(text)}`}`,
    ...more.map((each) => `  - ${proseOrCode(each)}`),
    ...command,
  ].join('\n');
}

/** A comparison as JSON. */
export function comparisonJson(comparison: Comparison): string {
  const json = JSON.stringify({ comparisonVersion: COMPARISON_VERSION, ...comparison }, null, 2);
  // Some build servers find commands such as ##vso[…] within a line.
  return `${json.replaceAll('##', String.raw`#\u0023`)}\n`;
}

/** A line of a comparison. The texts are not inert, the command is. */
interface ComparisonLine {
  readonly subject: string;
  readonly text: string;
  /** More about it, one fact each. */
  readonly more: readonly string[];
  /** The command that shows a violation again; null if there is none. */
  readonly curl: string | null;
}

interface ComparisonList {
  readonly title: string;
  readonly lines: readonly ComparisonLine[];
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
function comparisonLists({ runs, changes, behaviour }: Comparison): readonly ComparisonList[] {
  const lists: readonly ComparisonList[] = [
    {
      title: 'Differences between the runs',
      lines: runs.map(({ name, before, after }) => line(name, `${before} before, ${after} now`)),
    },
    ...changesByTitle(changes).map(({ title, own }) => ({ title, lines: own.map(changeLine) })),
    {
      title: 'Changed behaviour',
      lines: behaviour.map(({ requirement, question, before, after }) =>
        line(requirement, question, [`before: ${before ?? 'not seen'}`, `now: ${after ?? 'not seen'}`]),
      ),
    },
  ];
  return lists.filter(({ lines }) => lines.length > 0);
}

function line(subject: string, text: string, more: readonly string[] = [], curl: string | null = null): ComparisonLine {
  return { subject, text, more, curl };
}

function changeLine({ id, part, level, statement, before, after, reason, violation }: Change): ComparisonLine {
  return line(
    id,
    `part ${part}, ${level}: ${statement}`,
    [
      `${before} before, ${after} now${violation === null || violation.check === id ? '' : `, by ${violation.check}`}`,
      ...(reason === null ? [] : [reason]),
      ...(violation === null ? [] : [`expected: ${violation.expected}`, `actual: ${violation.actual}`]),
    ],
    violation === null ? null : reproduceCommand(violation),
  );
}

function otherChecksSentence({ otherChecks }: Comparison): string | null {
  if (otherChecks.length === 0) return null;
  const subject = otherChecks.length === 1 ? 'One other check' : `${otherChecks.length} other checks`;
  return `${subject} ended differently, without a violation.`;
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
