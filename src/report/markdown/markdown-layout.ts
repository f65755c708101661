import { counted, listSome } from '../../contract/describe.ts';
import type { ReportItem } from '../lists.ts';
import type { RequirementResult } from '../report.ts';
import { isInert, safeText } from '../safe-text.ts';

/**
 * A text that a service may have sent as a code span: one line, and nothing in it is Markdown, HTML, a mention, a link or
 * the border of a table cell. The text cannot close the span, because the fence is longer than any run of backticks in it.
 */
export function codeSpan(text: string): string {
  return inertCodeSpan(safeText(text));
}

/** The same for a text that `safeText` has made: a second cut would lose the number of omitted characters. */
export function inertCodeSpan(text: string): string {
  const shown = text.replaceAll('|', String.raw`\x7c`);
  if (shown === '') return '(empty)';
  const fence = fenceFor(shown, 1);
  const pad = /^[ `]|[ `]$/.test(shown) ? ' ' : '';
  return fence + pad + shown + pad + fence;
}

/** A shell command in its own block, unless a build server could execute the line as a command of its log. */
export function commandBlock(command: string): readonly string[] {
  if (!isInert(command)) return ['The command is in `report.json`.'];
  const fence = fenceFor(command, 3);
  return [`${fence}bash`, command, fence];
}

/** Words with ordinary punctuation, which Markdown shows as they are once escaped. A number with a space after it starts no list. */
const PROSE = /^(?:\d+ )?\p{L}[\p{L}\p{N} ,.;:()'"/=…–_^{}+-]*$/u;
const LINK = /:\/\/|www\.|\bGH-\d|[0-9a-f]{7}|::/i;

/** Whether Markdown and HTML show an escaped text as it is: only words, and no link. */
export function isProse(text: string): boolean {
  return PROSE.test(text) && !LINK.test(text);
}

/** A text as prose if it is only words, else as a code span. */
export function proseOrCode(text: string): string {
  const shown = safeText(text);
  return isProse(shown) ? ownText(shown) : codeSpan(text);
}

/** A text that the suite wrote, as prose. */
export function ownText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~^@]/g, String.raw`\$&`);
}

function fenceFor(text: string, shortest: number): string {
  const runs = (text.match(/`+/g) ?? []).map((run) => run.length);
  return '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run + 1), shortest));
}

const VALUES_SHOWN = 100;

/** An item of a list, with its facts below. Its exchanges are left out: findings name theirs. */
export function itemText({ id, text, facts, command = null }: ReportItem): string {
  return [
    `- ${[id === null ? '' : codeSpan(id), text === '' ? '' : proseOrCode(text)].filter((part) => part !== '').join(': ')}`,
    ...facts.flatMap(({ label, text: own, values = [], requirements = [] }) => {
      const named = listSome([...values.map(codeSpan), ...requirements.map(requirementName)], VALUES_SHOWN, ', ');
      const shown = [...(own === undefined ? [] : [label === 'Fix' ? ownText(own) : proseOrCode(own)]), named];
      const line = shown.filter((part) => part !== '').join(': ');
      return line === '' ? [] : [`  - ${label}: ${line}`];
    }),
    ...(command === null ? [] : ['', ...commandBlock(command).map((each) => `  ${each}`), '']),
  ].join('\n');
}

function requirementName({ id, level }: RequirementResult): string {
  return level === 'required' ? codeSpan(id) : `${codeSpan(id)} (${level})`;
}

/** A part of a page. `entries` are whole paragraphs, lists or rows. If space is short, the last ones are omitted. */
export interface Section {
  /** Lines in front of the entries; nothing is shown of a section without entries. */
  readonly heading: string;
  readonly entries: readonly string[];
  /** The separator of entries: a blank line, or a line break in a list. */
  readonly between: '\n\n' | '\n';
  /** What the sentence about omitted entries calls one: "violated requirement". */
  readonly noun: string;
  /** A line after the entries. */
  readonly end?: string;
}

/**
 * Lays sections out in order within a number of bytes of UTF-8. From the first entry that does not fit, the rest of its section
 * is omitted, and a sentence says how many entries. Headings and these sentences are always included.
 */
export function fitSections(sections: readonly Section[], longest: number): string {
  const shown = sections.filter(({ entries }) => entries.length > 0);
  let room = longest - shown.reduce((sum, section) => sum + overheadOf(section), 0);
  return shown
    .map((section) => {
      const { fitting, bytes } = takeFitting(section, room);
      room -= bytes;
      const left = section.entries.length - fitting.length;
      const rest = left === 0 ? '' : leftOut(left, section.noun);
      const blocks = [section.heading, fitting.join(section.between), rest, section.end ?? ''];
      return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
    })
    .join('\n');
}

function takeFitting(
  { entries, between }: Section,
  room: number,
): { readonly fitting: readonly string[]; readonly bytes: number } {
  const fitting: string[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const more = Buffer.byteLength(entry) + between.length;
    if (bytes + more > room) break;
    fitting.push(entry);
    bytes += more;
  }
  return { fitting, bytes };
}

function leftOut(count: number, noun: string): string {
  const verb = count === 1 ? 'is' : 'are';
  return `${counted(count, `more ${noun}`)} ${verb} in report.json, because this page would be too long.`;
}

function overheadOf({ heading, entries, noun, end = '' }: Section): number {
  return Buffer.byteLength(heading + end) + Buffer.byteLength(leftOut(entries.length, noun)) + 8;
}
