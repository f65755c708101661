// Forms in which a service may show a key. A standard tool or a parser of escapes decodes each form. SECURITY.md lists the
// forms that the suite searches.

/** A form of a text. `write` returns a text, or quoted JSON text if `isJson` is true. */
export interface Writing {
  readonly id: string;
  readonly does: string;
  readonly write: (key: string) => string;
  readonly isJson?: true;
}

const bytes = (key: string): readonly number[] => [...Buffer.from(key)];
const hex = (key: string, before = ''): readonly string[] =>
  bytes(key).map((byte) => before + byte.toString(16).padStart(2, '0'));
const quoted = (text: string): string => `"${text}"`;
const lines = (text: string, width: number): string => text.replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n');
const reversed = (text: string): string => Array.from(text).toReversed().join('');
const rotated = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13)),
  );

export const WRITINGS: readonly Writing[] = [
  { id: 'plain', does: 'as it is', write: (key) => key },
  { id: 'percent', does: 'percent-encoded', write: encodeURIComponent },
  { id: 'percent-throughout', does: 'percent-encoded, each character', write: (key) => hex(key, '%').join('') },
  { id: 'percent-twice', does: 'percent-encoded twice', write: (key) => encodeURIComponent(encodeURIComponent(key)) },
  { id: 'form', does: 'as the field of a form', write: (key) => String(new URLSearchParams({ key })) },
  { id: 'json', does: 'as JSON in JSON in JSON', write: (key) => JSON.stringify(JSON.stringify(key)) },
  { id: 'json-escapes', does: 'in escapes of JSON', write: (key) => quoted(hex(key, '\\u00').join('')), isJson: true },
  { id: 'json-escapes-twice', does: 'in escapes of JSON within JSON', write: (key) => hex(key, '\\u00').join('') },
  { id: 'javascript', does: 'in escapes of JavaScript', write: (key) => hex(key, '\\x').join('') },
  {
    id: 'braces',
    does: 'in escapes with braces',
    write: (key) =>
      hex(key)
        .map((each) => `\\u{${each}}`)
        .join(''),
  },
  {
    id: 'octal',
    does: 'in octal escapes',
    write: (key) =>
      bytes(key)
        .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
        .join(''),
  },
  {
    id: 'html-decimal',
    does: 'in references of HTML',
    write: (key) =>
      bytes(key)
        .map((byte) => `&#${byte};`)
        .join(''),
  },
  { id: 'html-hexadecimal', does: 'in hexadecimal references of HTML', write: (key) => hex(key, '&#x').join('') },
  { id: 'html-zeros', does: 'in references with zeros', write: (key) => hex(key, '&#x0000').join('') },
  { id: 'pointer', does: 'as part of a JSON Pointer', write: (key) => key.replaceAll('~', '~0').replaceAll('/', '~1') },
  { id: 'quoted-printable', does: 'in quoted-printable', write: (key) => hex(key, '=').join('').toUpperCase() },
  {
    id: 'folded',
    does: 'folded as mail folds it',
    write: (key) => lines(key.replaceAll('=', '=3D'), 9).replaceAll('\n', '=\n'),
  },
  { id: 'base64', does: 'in base64', write: (key) => Buffer.from(key).toString('base64') },
  {
    id: 'base64-after-name',
    does: 'in base64, after a name',
    write: (key) => Buffer.from(`me:${key}`).toString('base64'),
  },
  {
    id: 'base64url',
    does: 'in base64url, in the middle',
    write: (key) => Buffer.from(`<${key}>`).toString('base64url'),
  },
  {
    id: 'base64-lines',
    does: 'in base64 of short lines',
    write: (key) => lines(Buffer.from(key).toString('base64'), 8),
  },
  { id: 'base64-utf-16', does: 'in base64 of UTF-16', write: (key) => Buffer.from(key, 'utf16le').toString('base64') },
  { id: 'base32', does: 'in base32', write: (key) => base32(key, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567') },
  {
    id: 'base32hex',
    does: 'in the hexadecimal alphabet of base32',
    write: (key) => base32(key, '0123456789ABCDEFGHIJKLMNOPQRSTUV'),
  },
  { id: 'hexadecimal', does: 'in hexadecimal', write: (key) => hex(key).join('') },
  { id: 'hexadecimal-capitals', does: 'in hexadecimal capitals', write: (key) => hex(key).join('').toUpperCase() },
  { id: 'hexadecimal-colons', does: 'in hexadecimal with colons', write: (key) => hex(key).join(':') },
  {
    id: 'hexadecimal-dump',
    does: 'as a dump of pairs of bytes',
    write: (key) => hex(key).join('').replaceAll(/.{4}/g, '$& '),
  },
  { id: 'hexadecimal-lines', does: 'in hexadecimal of short lines', write: (key) => lines(hex(key).join(''), 16) },
  { id: 'hexadecimal-list', does: 'as a list of hexadecimal numbers', write: (key) => hex(key, '0x').join(', ') },
  { id: 'decimal-list', does: 'as a list of numbers', write: (key) => JSON.stringify(bytes(key)), isJson: true },
  { id: 'buffer', does: 'as a Buffer of Node', write: (key) => JSON.stringify(Buffer.from(key)), isJson: true },
  {
    id: 'binary',
    does: 'in binary digits',
    write: (key) =>
      bytes(key)
        .map((byte) => byte.toString(2).padStart(8, '0'))
        .join(' '),
  },
  {
    id: 'octal-dump',
    does: 'as an octal dump',
    write: (key) =>
      bytes(key)
        .map((byte) => byte.toString(8).padStart(3, '0'))
        .join(' '),
  },
  { id: 'reversed', does: 'reversed', write: reversed },
  { id: 'capitals', does: 'in capitals', write: (key) => key.toUpperCase() },
  { id: 'lower-case', does: 'in lower case', write: (key) => key.toLowerCase() },
  { id: 'rotated', does: 'with letters rotated by 13', write: rotated },
  { id: 'zero-bytes', does: 'with a zero byte after each character', write: (key) => Array.from(key).join('\0') },
  { id: 'utf-7', does: 'in UTF-7', write: utf7 },
  {
    id: 'letter-list',
    does: 'as a list of its characters',
    write: (key) => JSON.stringify(Array.from(key)),
    isJson: true,
  },
  { id: 'spaced', does: 'with a space after each character', write: (key) => Array.from(key).join(' ') },
  {
    id: 'halves',
    does: 'in two members, half in each',
    write: (key) => `${quoteHalf(key, 0)},"rest":${quoteHalf(key, 1)}`,
    isJson: true,
  },
  { id: 'first-part', does: 'without its last four characters', write: (key) => `${key.slice(0, -4)}****` },
  { id: 'last-part', does: 'without its first four characters', write: (key) => `****${key.slice(4)}` },
];

function quoteHalf(key: string, half: 0 | 1): string {
  const middle = Math.ceil(key.length / 2);
  return JSON.stringify(half === 0 ? key.slice(0, middle) : key.slice(middle));
}

function base32(key: string, alphabet: string): string {
  const bits = bytes(key)
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('');
}

/** RFC 2152. Encodes everything except letters and digits. */
function utf7(key: string): string {
  return key.replaceAll(/[^a-z0-9]+/gi, (signs) => {
    const base64 = Buffer.from(signs, 'utf16le').swap16().toString('base64').replaceAll('=', '');
    return signs === '+' ? '+-' : `+${base64}-`;
  });
}
