import { isInert, safeText } from '../terminal/terminal-text.ts';

/**
 * A text that a service may have sent as a code span: one line, and nothing in it is Markdown, HTML, a mention, a link or
 * the border of a table cell. It cannot be left, since its fence is longer than any run of backticks in it.
 */
export function codeSpan(text: string): string {
  return inertCodeSpan(safeText(text));
}

/** The same for a text that is inert on a terminal and cut already: cut again, it would lose the number of characters left out. */
export function inertCodeSpan(text: string): string {
  const shown = text.replaceAll('|', String.raw`\x7c`);
  if (shown === '') return '(empty)';
  const fence = fenceFor(shown, 1);
  const pad = /^[ `]|[ `]$/.test(shown) ? ' ' : '';
  return fence + pad + shown + pad + fence;
}

/** A shell command in a block of its own, unless a build server could take its line for a command to itself. */
export function commandBlock(command: string): readonly string[] {
  if (!isInert(command)) return ['The command is in `report.json`.'];
  const fence = fenceFor(command, 3);
  return [`${fence}bash`, command, fence];
}

/** Words with ordinary punctuation: nothing that Markdown gives a meaning to, and nothing that becomes a link. */
const PROSE = /^\p{L}[\p{L}\p{N} ,.;:()'"/=…–-]*$/u;
const LINK = /:\/\/|www\.|\bGH-\d|[0-9a-f]{7}|::/i;

/** Whether a text is nothing but words, and so means itself in Markdown and HTML. */
export function isProse(text: string): boolean {
  return PROSE.test(text) && !LINK.test(text);
}

/** A text as prose where it is nothing but words, and as a code span where it could be anything else. */
export function proseOrCode(text: string): string {
  const shown = safeText(text);
  return isProse(shown) ? shown : codeSpan(text);
}

/** A text of the suite, which no service wrote, as prose. */
export function ownText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~^@]/g, String.raw`\$&`);
}

function fenceFor(text: string, shortest: number): string {
  const runs = (text.match(/`+/g) ?? []).map((run) => run.length);
  return '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run + 1), shortest));
}
