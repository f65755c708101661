import { describe, expect, it } from 'vitest';
import { partNumberOf, parts } from '../../../src/contract/parts.ts';
import { requirements } from '../../../src/contract/requirements.ts';

describe('parts of the contract', () => {
  it('are nine, in order', () => {
    expect(parts.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it.each([
    ['4.1', '4'],
    ['5 rule 3', '5'],
    ['1 (RFC 9110 section 15.6)', '1'],
    ['10', '10'],
  ])('%s belongs to part %s', (place, number) => {
    expect(partNumberOf(place)).toBe(number);
  });

  it('a place without a number belongs to none', () => {
    expect(partNumberOf('RFC 9110')).toBe('');
  });

  it('hold every requirement of the table', () => {
    const numbers = new Set(parts.map(({ number }) => number));
    expect(requirements.filter(({ part }) => !numbers.has(partNumberOf(part)))).toEqual([]);
  });
});
