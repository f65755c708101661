import * as fc from 'fast-check';

const PARTS = String.raw`{ } [ ] , : " "a": \ \u00 \n 0 1 - + . e E true null nul`.split(' ');

/** Texts of JSON tokens in any order. */
export const nearlyJson: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...PARTS, ' ', '\n', '\t', '\u0001', '\u00A0'))
  .map((parts) => parts.join(''));

/** Whether JSON.parse accepts a text. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
