import { expect, it } from 'vitest';
import { escapeToken, tokensOf } from '../../../src/contract/json-pointer.ts';

it.each([
  ['', []],
  ['/', ['']],
  ['/a/0', ['a', '0']],
  ['/a~1b/c~0d/~01', ['a/b', 'c~d', '~1']],
])('the pointer %j leads through %j', (pointer, tokens) => {
  expect(tokensOf(pointer)).toEqual(tokens);
  expect(tokens.map((token) => `/${escapeToken(token)}`).join('')).toBe(pointer);
});
