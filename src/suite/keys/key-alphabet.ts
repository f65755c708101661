/** The characters that a key is made of, with those that a wrong key in the same form may hold. */
export interface KeyAlphabet {
  readonly name: string;
  /** Characters for near keys, the preferred one first. A near key takes the first that differs enough from the key's own. */
  readonly substitutes: readonly [string, ...string[]];
}

/** The substitutes of keys without a narrower alphabet. */
export const ANY_CHARACTER = ['x', 'k', 'G'] as const;

const ALL_CHARACTERS: KeyAlphabet = { name: 'any characters', substitutes: ANY_CHARACTER };

/** The narrowest first. Hyphens may separate groups of digits and of hexadecimal characters, as in a UUID. */
const NARROW_ALPHABETS: readonly (KeyAlphabet & { readonly pattern: RegExp })[] = [
  { name: 'digits', pattern: /^[\d-]+$/, substitutes: ['7', '2'] },
  { name: 'lower-case hexadecimal', pattern: /^[\da-f-]+$/, substitutes: ['a', '7', '2'] },
  { name: 'upper-case hexadecimal', pattern: /^[\dA-F-]+$/, substitutes: ['A', '7', '2'] },
  { name: 'mixed-case hexadecimal', pattern: /^[\da-f-]+$/i, substitutes: ['a', '7', '2'] },
];

/** The narrowest alphabet of a key. A wrong key within it is rejected as unknown, and not for its form. */
export function keyAlphabet(apiKey: string): KeyAlphabet {
  return NARROW_ALPHABETS.find(({ pattern }) => pattern.test(apiKey)) ?? ALL_CHARACTERS;
}
