import { listSome } from '../../contract/describe.ts';
import type { Entry } from '../entries.ts';
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

/** Words with ordinary punctuation, which Markdown shows as they are. A number with a space after it starts no list. */
const PROSE = /^(?:\d+ )?\p{L}[\p{L}\p{N} ,.;:()'"/=…–-]*$/u;
const LINK = /:\/\/|www\.|\bGH-\d|[0-9a-f]{7}|::/i;

/** Whether Markdown and HTML show a text as it is: only words, and no link. */
export function isProse(text: string): boolean {
  return PROSE.test(text) && !LINK.test(text);
}

/** A text as prose if it is only words, else as a code span. */
export function proseOrCode(text: string): string {
  const shown = safeText(text);
  return isProse(shown) ? shown : codeSpan(text);
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

/** An entry as an item of a list, with its facts below. Its exchanges are left out: findings name theirs. */
export function entryText({ id, text, facts, command = null }: Entry): string {
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
