import { counted, listSome } from '../../contract/describe.ts';
import type { RequirementResult } from '../report.ts';
import { safeText } from '../safe-text.ts';
import type { Fact, Item, Section } from '../section.ts';

/**
 * A text that a service may have sent as a code span: one line, and nothing in it is Markdown, HTML, a mention, a link or
 * the border of a table cell. The text cannot close the span, because the fence is longer than any run of backticks in it.
 */
export function codeSpan(text: string): string {
  const shown = safeText(text).replaceAll('|', String.raw`\x7c`);
  if (shown === '') return '(empty)';
  const fence = fenceFor(shown, 1);
  const pad = /^[ `]|[ `]$/.test(shown) ? ' ' : '';
  return fence + pad + shown + pad + fence;
}

/** A bash command in its own block. It is inert. */
export function commandBlock(command: string): readonly string[] {
  const fence = fenceFor(command, 3);
  return [`${fence}bash`, command, fence];
}

/** Words with ordinary punctuation, which Markdown shows as they are once escaped. A number with a space after it starts no list. */
const PROSE = /^(?:\d+ )?\p{L}[\p{L}\p{N} ,.;:()'"/=…–_^{}+-]*$/u;
const LINK = /:\/\/|www\.|\bGH-\d|[0-9a-f]{7}|::/i;

/** Whether Markdown and HTML show an escaped text as it is: only words, and no link. */
function isProse(text: string): boolean {
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

/** A section with each fact and item as an entry. `level` is that of its heading. */
export function entriesOf({ title, count = 0, facts = [], items = [], noun = 'fact' }: Section, level = '##'): Entries {
  return {
    heading: `${level} ${count === 0 ? title : `${title} (${count})`}`,
    entries: [...facts.flatMap(factLine), ...items.map((item) => itemText(item, items.length === 1))],
    between: items.some(({ subtitle }) => subtitle !== undefined) ? '\n\n' : '\n',
    noun,
  };
}

/** A line for a fact; none if it has no text. Its exchanges are left out: findings name theirs. */
function factLine({ label, text, own, values = [], requirements = [], command = '' }: Fact): readonly string[] {
  if (command !== '') return ['', ...commandBlock(command), ''];
  const named = listSome([...values.map(codeSpan), ...requirements.map(requirementName)], VALUES_SHOWN, ', ');
  const words = own === undefined || own === null ? proseUnlessEmpty(text ?? '') : ownText(safeText(own));
  const shown = [words, named].filter((part) => part !== '').join(': ');
  return shown === '' ? [] : [`- ${label}: ${shown}`];
}

function requirementName({ id, level }: RequirementResult): string {
  return level === 'required' ? codeSpan(id) : `${codeSpan(id)} (${level})`;
}

/** One that says what its id is about opens to its facts, and the only one of a section is open. Others have their facts below. */
function itemText({ id, subtitle, text, facts }: Item, isOnly: boolean): string {
  const lines = facts.flatMap(factLine);
  if (subtitle === undefined) {
    const start = [id === null ? '' : codeSpan(id), proseUnlessEmpty(text)].filter((part) => part !== '').join(': ');
    return [`- ${start}`, ...lines.map((line) => (line === '' ? line : `  ${line}`))].join('\n');
  }
  return [
    `<details${isOnly ? ' open' : ''}><summary>${[id ?? '', text].filter(isProse).join(': ') || 'A requirement'}</summary>`,
    `${codeSpan(id ?? '')}, ${proseOrCode(subtitle)}`,
    lines.join('\n').trimEnd(),
    '</details>',
  ].join('\n\n');
}

function proseUnlessEmpty(text: string): string {
  return text === '' ? '' : proseOrCode(text);
}

/** A table with an entry for each line. There are none without rows. */
export function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** A part of a page. `entries` are whole paragraphs, lists or rows. If space is short, the last ones are omitted. */
export interface Entries {
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
export function fitSections(sections: readonly Entries[], longest: number): string {
  const shown = sections.filter(({ entries }) => entries.length > 0);
  let room = longest - shown.reduce((sum, section) => sum + overheadOf(section), 0);
  return shown
    .map((section) => {
      const { heading, entries, between, noun, end = '' } = section;
      const fitting: string[] = [];
      for (const entry of entries) {
        const bytes = Buffer.byteLength(entry) + between.length;
        if (bytes > room) break;
        fitting.push(entry);
        room -= bytes;
      }
      const left = entries.length - fitting.length;
      const blocks = [heading, fitting.join(between), left === 0 ? '' : leftOut(left, noun), end];
      return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
    })
    .join('\n');
}

function leftOut(count: number, noun: string): string {
  const verb = count === 1 ? 'is' : 'are';
  return `${counted(count, `more ${noun}`)} ${verb} in report.json, because this page would be too long.`;
}

function overheadOf({ heading, entries, noun, end = '' }: Entries): number {
  return Buffer.byteLength(heading + end) + Buffer.byteLength(leftOut(entries.length, noun)) + 8;
}
