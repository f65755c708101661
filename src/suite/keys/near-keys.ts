import { decodesAlike, hasNoCase } from './decoded-key.ts';

/** A token, and the same as a part of a double-quoted word for bash. */
interface WrittenToken {
  readonly token: string;
  readonly shell: string;
}

/** A wrong key. `make` makes it from the right key. Not every key allows each: a numeric key has no other case. Then there is none. */
export interface WrongToken {
  /** A similar key is made from the right one, so a reader of it could guess the right one. */
  readonly kind: 'wrong key' | 'similar key';
  readonly title: string;
  readonly make: (apiKey: string) => WrittenToken | null;
}

/** More than a few, and a multiple of four: a decoder of base64 may ignore up to three further characters. */
const APPENDED = 28;

/** As many characters as a service may store of each key to recognise it. */
const CUT = 8;

/** Keys that differ a little from the right one, by the mistake that accepts them. Each operation rejects all of them. */
export const NEAR_KEYS = {
  'key-and-a-character': similar('the key with characters after it', (apiKey) => {
    // A service may ignore the digits of a key that has some.
    const appended = (/\d/.test(apiKey) ? '7' : substitutesFor(apiKey)[0]).repeat(APPENDED);
    return { token: apiKey + appended, shell: `\${PETSTORE_API_KEY}${appended}` };
  }),
  'character-and-key': similar('the key with a character before it', (apiKey) => {
    // A service may ignore the separators of a key.
    const before = decodesAlike(`-${apiKey}`, apiKey) ? 'x' : '-';
    return { token: before + apiKey, shell: `${before}\${PETSTORE_API_KEY}` };
  }),
  'key-last-character-changed': similar('the key with another last character', (apiKey) =>
    // Padding at the end of base64 means nothing.
    withOtherCharacter(apiKey, apiKey.replace(/={0,2}$/, '').length - 1),
  ),
  'key-middle-changed': similar('the key with another character in its middle', (apiKey) =>
    withOtherCharacter(apiKey, middleOf(apiKey)),
  ),
  'key-cut-short': similar('the key cut short', (apiKey) => {
    const length = Math.min(CUT, Math.floor(apiKey.length / 2));
    if (apiKey.length < 3) return null;
    return { token: apiKey.slice(0, length), shell: `\${PETSTORE_API_KEY:0:${length}}` };
  }),
  'key-without-first-character': similar('the key without its first character', (apiKey) => {
    const token = apiKey.slice(1);
    // It equals the key without its last character, or the key read as a number.
    if (token === apiKey.slice(0, -1) || apiKey.startsWith('0')) return null;
    return { token, shell: '${PETSTORE_API_KEY#?}' };
  }),
  'key-without-last-character': similar('the key without its last character', (apiKey) => ({
    token: apiKey.slice(0, -1),
    shell: '${PETSTORE_API_KEY%?}',
  })),
  'key-first-character-changed': similar(
    'the key with its first letter in the other case, or with another first character',
    (apiKey) => {
      if (apiKey.length < 2) return null;
      // The same letter in the other case is the smallest change.
      const isLetter = hasBothCases(apiKey) && /^[a-zA-Z]/.test(apiKey);
      const first = isLetter ? swapCase(apiKey.slice(0, 1)) : otherFirstCharacter(apiKey);
      return { token: first + apiKey.slice(1), shell: `${first}\${PETSTORE_API_KEY#?}` };
    },
  ),
  'key-case-swapped': similar('the key with small and capital letters swapped', (apiKey) =>
    hasBothCases(apiKey)
      ? { token: swapCase(apiKey), shell: '$(printf %s "$PETSTORE_API_KEY" | tr a-zA-Z A-Za-z)' }
      : null,
  ),
} satisfies Readonly<Record<string, WrongToken>>;

/** A wrong key that is made from the right one. */
export function similar(title: string, make: WrongToken['make']): WrongToken {
  return { kind: 'similar key', title, make };
}

/** Whether the case of letters matters, and the key has both. */
function hasBothCases(apiKey: string): boolean {
  return /[a-z]/.test(apiKey) && /[A-Z]/.test(apiKey) && !hasNoCase(apiKey);
}

/** The substitutes of keys without a narrower alphabet. */
const ANY_CHARACTER = ['x', 'k', 'G'] as const;

/** Characters for near keys, from the narrowest alphabet of the key: a wrong key is then rejected as unknown, and not for its form. */
function substitutesFor(apiKey: string): readonly [string, ...string[]] {
  if (/^[\d-]+$/.test(apiKey)) return ['7', '2'];
  if (/^[\dA-F-]+$/.test(apiKey)) return ['A', '7', '2'];
  return /^[\da-f-]+$/i.test(apiKey) ? ['a', '7', '2'] : ANY_CHARACTER;
}

/** A replacement for the first character. It has another meaning in every key alphabet. */
export function otherFirstCharacter(apiKey: string): string {
  const first = apiKey.slice(0, 1);
  return substitutesFor(apiKey).find((each) => each.toLowerCase() !== first.toLowerCase()) ?? 'x';
}

/** Where the middle of a key is: the first letter or digit from there, since hyphens mean nothing in a UUID. -1 for a short key. */
function middleOf(apiKey: string): number {
  const half = Math.floor(apiKey.length / 2);
  const offset = apiKey.slice(half, -1).search(/[a-zA-Z0-9]/);
  return half === 0 || offset < 0 ? -1 : half + offset;
}

/** The key with another character at an index, if there is one. The low bits of the last one may mean nothing in base64. */
function withOtherCharacter(apiKey: string, at: number): WrittenToken | null {
  const [head, rest] = [apiKey.slice(0, Math.max(0, at)), apiKey.slice(at + 1)];
  const own = apiKey.charAt(at).toLowerCase();
  const other = [...substitutesFor(apiKey), ...ANY_CHARACTER].find(
    (substitute) => substitute.toLowerCase() !== own && !decodesAlike(head + substitute + rest, apiKey),
  );
  if (at < 0 || other === undefined) return null;
  const shell =
    rest === ''
      ? `\${PETSTORE_API_KEY%?}${other}`
      : `\${PETSTORE_API_KEY:0:${at}}${other}\${PETSTORE_API_KEY:${at + 1}}`;
  return { token: head + other + rest, shell };
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-zA-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}
