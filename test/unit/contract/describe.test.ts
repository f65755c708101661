import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alternatives, describeValue, listSome } from '../../../src/contract/describe.ts';
import type { JsonValue } from '../../../src/contract/json.ts';

describe('describeValue', () => {
  it.each<[JsonValue | undefined, string]>([
    [undefined, 'absent'],
    [null, 'null'],
    ['a\nb', String.raw`the string "a\nb"`],
    [[], 'an empty array'],
    [[1, 2], 'an array of 2'],
    [{}, 'an empty object'],
  ])('calls %j %s', (value, words) => {
    expect(describeValue(value)).toBe(words);
  });

  it('shows a number by its source text', () => {
    expect(describeValue(9223372036854775808, '9223372036854775807')).toBe('the number 9223372036854775807');
  });

  it('shows the length of a long string, and cuts it', () => {
    const words = describeValue('x'.repeat(1000));
    expect(words).toMatch(/^the string "x+… \(1000 characters\)$/);
    expect(words.length).toBe(120);
  });

  it('is never longer than its bound and never ends in half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 40, maxLength: 200, size: 'max' }), (text) => {
        const words = describeValue(text);
        expect(words.length).toBeLessThanOrEqual(120);
        expect(words.isWellFormed()).toBe(true);
      }),
    );
    expect(describeValue(1, '1'.repeat(500)).length).toBeLessThanOrEqual(120);
  });
});

it.each([
  [[], ''],
  [['a', 'b'], 'a, b'],
  [['a', 'b', 'c', 'd'], 'a, b and 2 more'],
])('lists at most two of %j', (items, text) => {
  expect(listSome(items, 2, ', ')).toBe(text);
});

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('the alternatives %j are written "%s"', (words, text) => {
  expect(alternatives(words)).toBe(text);
});
