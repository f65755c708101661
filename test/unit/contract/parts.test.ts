import { expect, it } from 'vitest';
import { partNumberOf, parts, requirements } from '../../../src/contract/requirements.ts';

it.each([
  ['4.1', '4'],
  ['5 rule 3', '5'],
  ['1 (RFC 9110 section 15.6)', '1'],
  ['10', '10'],
  ['RFC 9110', ''],
])('%s belongs to part %j of the contract', (place, number) => {
  expect(partNumberOf(place)).toBe(number);
});

it('every requirement belongs to a part', () => {
  const numbers = new Set(parts.map(({ number }) => number));
  expect(requirements.filter(({ part }) => !numbers.has(partNumberOf(part)))).toEqual([]);
});
