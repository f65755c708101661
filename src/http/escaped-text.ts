/**
 * A text with one layer of escaping undone, and a map from its positions to those of the source.
 */
export interface Unescaped {
  readonly text: string;
  /** Where a range of `text` (end exclusive) lies in the escaped text. */
  readonly sourceRange: (start: number, end: number) => readonly [start: number, end: number];
}

/** The layers of escaping that a search for secrets undoes. */
export const layersOfEscaping = 3;

interface Piece {
  readonly at: number;
  readonly source: number;
  /** Length in the escaped text of an escape; null for a run of plain text. */
  readonly escape: number | null;
}

const namedCharacters: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['sol', '/'],
  ['bsol', '\\'],
  ['plus', '+'],
  ['equals', '='],
  ['lowbar', '_'],
  ['period', '.'],
  ['colon', ':'],
  ['excl', '!'],
  ['num', '#'],
  ['dollar', '$'],
  ['percnt', '%'],
  ['commat', '@'],
  ['ast', '*'],
  ['midast', '*'],
  ['comma', ','],
  ['semi', ';'],
  ['quest', '?'],
  ['lpar', '('],
  ['rpar', ')'],
  ['lsqb', '['],
  ['lbrack', '['],
  ['rsqb', ']'],
  ['rbrack', ']'],
  ['lcub', '{'],
  ['lbrace', '{'],
  ['rcub', '}'],
  ['rbrace', '}'],
  ['verbar', '|'],
  ['vert', '|'],
  ['hat', '^'],
  ['grave', '`'],
]);

const escapeMark = /[%\\&~\0]/;
const hexadecimal = String.raw`%(?<percent>[0-7][0-9a-f])|\\u00(?<unicode>[0-7][0-9a-f])|\\x(?<byte>[0-7][0-9a-f])`;
const lessCommon = String.raw`\\[ux]\{0*(?<braced>[0-7]?[0-9a-f])\}|%u00(?<wide>[0-7][0-9a-f])|\\(?<octal>[01][0-7]{2})`;
const references = String.raw`&#0*(?<decimal>[0-9]{1,3});?|&#x0*(?<reference>[0-7]?[0-9a-f]);?|&(?<name>[a-z]{2,6});`;
/** In a JSON Pointer, ~1 stands for a slash and ~0 for a tilde. */
const ofPointers = '~(?<pointer>[01])';
/** UTF-16 and UTF-32 put zero bytes between the characters of a text in ASCII. */
const zeros = String.raw`(?<fold>\0+)`;
const marked = `${hexadecimal}|${lessCommon}|${references}|${ofPointers}|${zeros}`;
const escapes = new RegExp(`${marked}|${String.raw`\\(?<literal>["\\/'])`}`, 'gi');

/**
 * Undoes one layer of percent-encoding, JSON or JavaScript escapes, HTML character references of ASCII characters, and zero
 * bytes between characters. Null if there is none.
 */
export function unescapeOnce(text: string): Unescaped | null {
  return escapeMark.test(text) ? undo(text, escapes) : null;
}

const encodingsOfMail = /(?<fold>=?(?:\r|\n|\\r|\\n)+[ \t]*)|=(?<percent>[0-7][0-9a-f])|\+(?<utf7>[a-z0-9/]*)-/gi;

/** Undoes quoted-printable and UTF-7, and joins the lines of base64. Null if there is none of them. */
export function undoMailEncoding(text: string): Unescaped | null {
  return undo(text, encodingsOfMail);
}

function undo(text: string, encoded: RegExp): Unescaped | null {
  const pieces: Piece[] = [];
  let unescaped = '';
  let done = 0;
  for (const match of text.matchAll(encoded)) {
    const character = characterOf(match.groups ?? {});
    if (character === null) continue;
    pieces.push({ at: unescaped.length, source: done, escape: null });
    unescaped += text.slice(done, match.index);
    pieces.push({ at: unescaped.length, source: match.index, escape: match[0].length });
    unescaped += character;
    done = match.index + match[0].length;
  }
  if (done === 0) return null;
  pieces.push({ at: unescaped.length, source: done, escape: null });
  return {
    text: unescaped + text.slice(done),
    sourceRange: (start, end) => [sourceOf(pieces, start).start, sourceOf(pieces, end - 1).end],
  };
}

/**
 * The lines of a text that hold an escape, with one layer undone (only JSON's escapes if `layer` is `json`), without the map
 * of positions, which costs most. Null if there is none.
 */
export function unescapedLines(text: string, layer: 'any' | 'json'): string | null {
  // A copy, because a global expression keeps its position.
  const escape = new RegExp(escapes);
  const lines: string[] = [];
  for (let match = escape.exec(text); match !== null; match = escape.exec(text)) {
    const start = text.lastIndexOf('\n', match.index) + 1;
    const next = text.indexOf('\n', match.index);
    const stop = next < 0 ? text.length : next;
    const line = text.slice(start, stop);
    const unescaped = layer === 'json' ? withoutJsonEscapes(line) : line.replace(escape, unescapeMatch);
    if (layer === 'json' || unescaped !== line) lines.push(unescaped);
    escape.lastIndex = stop;
  }
  return lines.length === 0 ? null : lines.join('\n');
}

/** Reports hold thousands of escaped quotes, and a replacer called for each of them costs most of the search. */
function withoutJsonEscapes(text: string): string {
  // Between escaped backslashes, every backslash begins an escape.
  const parts = text
    .split(String.raw`\\`)
    .map((part) =>
      part
        .replaceAll(/\\(["/])/g, '$1')
        .replaceAll(/\\u00([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  return parts.join('\\');
}

function unescapeMatch(escape: string, ...captures: readonly unknown[]): string {
  // The last argument of a replacer holds the named groups.
  const groups = captures.at(-1) as Readonly<Record<string, string | undefined>>;
  return characterOf(groups) ?? escape;
}

function characterOf(groups: Readonly<Record<string, string | undefined>>): string | null {
  const { percent, unicode, byte, braced, wide, octal, decimal, reference, name, literal, pointer, fold, utf7 } =
    groups;
  if (literal !== undefined) return literal;
  if (fold !== undefined) return '';
  if (utf7 !== undefined)
    return utf7 === '' ? '+' : Buffer.from(utf7, 'base64').toString('latin1').replaceAll('\0', '');
  if (pointer !== undefined) return pointer === '1' ? '/' : '~';
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (name !== undefined) return namedCharacters.get(name.toLowerCase()) ?? null;
  const hex = percent ?? unicode ?? byte ?? braced ?? wide ?? reference;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code < 128 ? String.fromCharCode(code) : null;
}

/** Finds the piece that holds a position by bisection, because a text may hold thousands of escapes. */
function sourceOf(pieces: readonly Piece[], position: number): { readonly start: number; readonly end: number } {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low] ?? { at: 0, source: 0, escape: null };
  const start = piece.source + (piece.escape === null ? position - piece.at : 0);
  return { start, end: start + (piece.escape ?? 1) };
}
