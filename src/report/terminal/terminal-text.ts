const LONGEST = 500;

/**
 * Everything that a terminal would act on, hide, reorder or show like something else: control characters, format
 * characters (bidirectional marks, zero-width ones, byte-order mark), line and paragraph separators, lone surrogates,
 * characters that are drawn as nothing, and every space but the ordinary one.
 */
export const UNSAFE = String.raw`(?! )[\p{Cc}\p{Cf}\p{Z}\p{Cs}\p{Default_Ignorable_Code_Point}]`;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** Whether a terminal shows this text as it is and does nothing else. */
export function isInert(text: string): boolean {
  return !new RegExp(UNSAFE, 'u').test(text);
}

/**
 * A text that a service may have sent, made inert for a terminal: what is not plainly visible is shown as an escape such
 * as `\x1b` or `\u202e`, and what is longer than 500 UTF-16 units is cut, with the number of those left out.
 */
export function safeText(text: string): string {
  if (text.length <= LONGEST) return inertText(text);
  const kept = cut(text, LONGEST);
  return `${inertText(kept)}… (${text.length - kept.length} more characters)`;
}

/** The same for a text that is to be shown whole. A second time it changes nothing. */
export function inertText(text: string): string {
  return text.replaceAll(new RegExp(UNSAFE, 'gu'), escapeOf);
}

/** A pair of surrogates is not cut in two. */
function cut(text: string, longest: number): string {
  const last = text.codePointAt(longest - 1) ?? 0;
  return text.slice(0, last > 0xff_ff ? longest - 1 : longest);
}

function escapeOf(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code <= 0xff) return String.raw`\x${hex.padStart(2, '0')}`;
  return code <= 0xff_ff ? String.raw`\u${hex.padStart(4, '0')}` : String.raw`\u{${hex}}`;
}
