import { fitSections, type Section } from '../report/markdown/fit-sections.ts';
import { codeSpan, proseOrCode } from '../report/markdown/markdown-text.ts';
import { safeText } from '../report/terminal/terminal-text.ts';
import type { Comparison } from './compare-reports.ts';
import { comparisonHeadline, comparisonLists, type ComparisonLine } from './comparison-lists.ts';

/** Version of the JSON form of a comparison. */
const COMPARISON_VERSION = 1;

/** A comment on GitHub holds 65,536 characters. */
const LONGEST_COMMENT = 60_000;

/** A comparison as text for a terminal; nothing in it can act upon the terminal. */
export function comparisonText(comparison: Comparison): string {
  const lists = comparisonLists(comparison).flatMap(({ title, lines }) => [
    '',
    `${title} (${lines.length})`,
    ...lines.flatMap(({ subject, text, more }) => [
      `  ${safeText(subject)}${text === '' ? '' : `  ${safeText(text)}`}`,
      ...more.map((each) => `    ${safeText(each)}`),
    ]),
  ]);
  return `${[comparisonHeadline(comparison), ...lists].join('\n')}\n`;
}

/** A comparison as Markdown for a comment on a pull request, never too long for one. */
export function comparisonMarkdown(comparison: Comparison): string {
  const head = `## ${comparison.regression ? 'Conformance: there is a regression' : 'Conformance: no regression'}\n\n${comparisonHeadline(comparison)}\n\n`;
  const sections = comparisonLists(comparison).map(({ title, lines }): Section => ({
    heading: `### ${title} (${lines.length})`,
    entries: lines.map(markdownLine),
    between: '\n',
    things: 'entries',
  }));
  return head + fitSections(sections, LONGEST_COMMENT - Buffer.byteLength(head));
}

function markdownLine({ subject, text, more }: ComparisonLine): string {
  return [
    `- ${codeSpan(subject)}${text === '' ? '' : ` ${proseOrCode(text)}`}`,
    ...more.map((each) => `  - ${proseOrCode(each)}`),
  ].join('\n');
}

/** A comparison as JSON. */
export function comparisonJson(comparison: Comparison): string {
  return `${JSON.stringify({ comparisonVersion: COMPARISON_VERSION, ...comparison }, null, 2)}\n`;
}
