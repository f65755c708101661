/** The characters that a key is made of. Hyphens may separate groups of digits and of hexadecimal characters, as in a UUID. */
export type KeyAlphabet =
  | 'digits'
  | 'lower-case hexadecimal'
  | 'upper-case hexadecimal'
  | 'mixed-case hexadecimal'
  | 'any characters';

/** The narrowest alphabet of a key. A wrong key within it is rejected as unknown, and not for its form. */
export function keyAlphabet(apiKey: string): KeyAlphabet {
  if (/^[\d-]+$/.test(apiKey)) return 'digits';
  if (/^[\da-f-]+$/.test(apiKey)) return 'lower-case hexadecimal';
  if (/^[\dA-F-]+$/.test(apiKey)) return 'upper-case hexadecimal';
  if (/^[\da-f-]+$/i.test(apiKey)) return 'mixed-case hexadecimal';
  return 'any characters';
}
