import { firstUnits, UNSAFE } from '../contract/describe.ts';

const LONGEST = 500;

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
 * shown as escapes such as `\x1b` or `\u202e`. A text of more than 500 UTF-16 units is cut behind a word, and says how many are missing.
 */
export function safeText(text: string): string {
  if (text.length <= LONGEST) return inertText(text);
  const kept = firstUnits(text, LONGEST).replace(/\s\S{0,40}$/, '');
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
