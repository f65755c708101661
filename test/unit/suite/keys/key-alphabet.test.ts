import { expect, it } from 'vitest';
import { credentialsFor } from '../../../../src/suite/keys/credentials.ts';
import { randomNumbers } from '../../../../src/suite/random-numbers.ts';

it.each<[key: string, alphabet: string, within: RegExp]>([
  ['40917326', 'digits', /^\d+$/],
  ['4091-7326', 'digits', /^[\d-]+$/],
  ['40fe91ab', 'lower-case hexadecimal', /^[\da-f]+$/],
  ['40FE91AB', 'upper-case hexadecimal', /^[\dA-F]+$/],
  ['40Fe91aB', 'mixed-case hexadecimal', /^[\da-f]+$/i],
  ['40-fE', 'mixed-case hexadecimal', /^[\da-f-]+$/i],
  ['key-40', 'any characters', /^[\w-]+$/],
])('wrong keys like %s are within its alphabet: %s', (key, _, within) => {
  const changed = credentialsFor(key, randomNumbers(1))['key-last-character-changed']?.authorization ?? '';
  expect(changed.replace('Bearer ', '')).toMatch(within);
});
