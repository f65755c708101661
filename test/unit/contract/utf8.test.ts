import { expect, it } from 'vitest';
import { countCharacters } from '../../../src/contract/utf8.ts';

it.each([
  ['', 0],
  ['Rex', 3],
  ['Zoë', 3],
  ['€5', 2],
  ['🐶!', 2],
])('%j holds %i characters', (text, count) => {
  expect(countCharacters(Buffer.from(text))).toBe(count);
});
