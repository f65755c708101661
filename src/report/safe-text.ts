import { firstUnits } from '../contract/describe.ts';

const LONGEST = 500;

/**
 * Characters that a terminal would act on, hide, reorder or show like something else: control and format characters, line
 * and paragraph separators, lone surrogates, invisible characters, and all spaces except U+0020.
 */
export const UNSAFE = String.raw`(?! )[\p{Cc}\p{Cf}\p{Z}\p{Cs}\p{Default_Ignorable_Code_Point}]`;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** Two equal signs that do not start a flag. At the start of a line, build servers may read them as a command. */
export const DOUBLED_SIGN = String.raw`(?!--\w)([#*+:=^~\-])\1`;

/** What is shown as an escape: `##` anywhere, because some build servers find `##[` and `##vso[` within a line. */
const ACTING = new RegExp(String.raw`${UNSAFE}|(?<=#)#|(?<=^ *)(?=${DOUBLED_SIGN})[^#]`, 'gu');

/** Whether a terminal or a build server shows this text as it is and does nothing else. */
export function isInert(text: string): boolean {
  return text.search(ACTING) < 0;
}

/**
 * A text of a service, made inert for terminals and build servers. Characters that are invisible or may start a command are
 * shown as escapes such as `\x1b` or `\u202e`. A text of more than 500 UTF-16 units is cut, and says how many are missing.
 */
export function safeText(text: string): string {
  if (text.length <= LONGEST) return inertText(text);
  const kept = firstUnits(text, LONGEST);
  return `${inertText(kept)}… (${text.length - kept.length} more characters)`;
}

/** The same for a text that is shown in full. Applying it twice changes nothing more. */
export function inertText(text: string): string {
  return text.replaceAll(ACTING, escapeOf);
}

function escapeOf(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code <= 0xff) return String.raw`\x${hex.padStart(2, '0')}`;
  return code <= 0xff_ff ? String.raw`\u${hex.padStart(4, '0')}` : String.raw`\u{${hex}}`;
}

type Quoting = 'none' | 'single' | 'ansi' | 'double';

/**
 * A bash command made inert for a terminal without changing what it does: characters that a terminal would act on or
 * hide are written as bytes in `$'…'`. The command stays on one line, for copying.
 */
export function copyableCommand(command: string): string {
  if (isInert(command)) return command;
  let quoting: Quoting = 'none';
  let escaped = false;
  let result = '';
  let before = '';
  for (const character of command) {
    if (isInert(character) && !(before === '#' && character === '#')) {
      result += character;
      const next: Quoting = escaped ? quoting : quotingAfter(quoting, character, before);
      escaped = !escaped && character === '\\' && quoting !== 'single';
      quoting = next;
      before = character;
    } else {
      result += bytesInQuotes(character, quoting);
      escaped = false;
      before = '';
    }
  }
  return result;
}

function quotingAfter(quoting: Quoting, character: string, before: string): Quoting {
  if (quoting === 'none') {
    if (character === '"') return 'double';
    if (character !== "'") return 'none';
    return before === '$' ? 'ansi' : 'single';
  }
  return character === (quoting === 'double' ? '"' : "'") ? 'none' : quoting;
}

function bytesInQuotes(character: string, quoting: Quoting): string {
  const bytes = [...Buffer.from(character, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  switch (quoting) {
    case 'ansi':
      return bytes;
    case 'single':
      return `'$'${bytes}''`;
    case 'double':
      return `"$'${bytes}'"`;
    case 'none':
      return `$'${bytes}'`;
  }
}
