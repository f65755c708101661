import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../support/document-of.ts';
import { exactInteger, INT64_MAX, INT64_MIN, integerIn, isInt64 } from '../../../src/contract/exact-integer.ts';

describe('integerIn', () => {
  const document = documentOf('{"exact":9007199254740993,"whole":1.20e1,"part":1.5,"huge":1e400,"text":"1"}');

  it.each([
    ['exact', 9_007_199_254_740_993n],
    ['whole', 12n],
    ['part', null],
    ['huge', null],
    ['text', null],
    ['absent', null],
  ])('reads the member %s as %s', (member, integer) => {
    expect(integerIn(document, document.value, member)).toBe(integer);
  });

  it('reads no member of what is no object', () => {
    expect(integerIn(document, null, 'exact')).toBeNull();
  });
});

describe('exactInteger', () => {
  it.each([
    ['12.0', 12n],
    ['1.2e1', 12n],
    ['1200.00E-2', 12n],
    ['-0', 0n],
    ['0.0e999999999999999999999', 0n],
    ['9007199254740993', 2n ** 53n + 1n],
    ['-9.223372036854775808e18', INT64_MIN],
  ])('takes %s for an integer', (text, value) => {
    expect(exactInteger(text)).toEqual({ kind: 'integer', value });
  });

  it.each([
    ['1.5', 'fraction'],
    ['1e-400', 'fraction'],
    ['1.00000000000000000001', 'fraction'],
    ['1e-99999999999999999999', 'fraction'],
    ['1e400', 'huge'],
    ['1e99999999999999999999999', 'huge'],
    ['1'.repeat(101), 'huge'],
  ])('takes %s for %s', (text, kind) => {
    expect(exactInteger(text)).toEqual({ kind });
  });

  it.each(['', 'NaN', '12 ', '0x12'])('refuses %j as no number', (text) => {
    expect(() => exactInteger(text)).toThrow(TypeError);
  });

  it('reads every integer back, with zeros behind it moved into an exponent or behind a point', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.integer({ min: 0, max: 20 }),
        (value, zeros) => {
          const expected = { kind: 'integer', value };
          expect(exactInteger(String(value))).toEqual(expected);
          expect(exactInteger(`${value}.${'0'.repeat(zeros + 1)}`)).toEqual(expected);
          expect(exactInteger(`${value}${'0'.repeat(zeros)}e-${zeros}`)).toEqual(expected);
        },
      ),
    );
  });
});

describe('isInt64', () => {
  it('accepts the bounds, and rejects what is one beyond them', () => {
    expect([INT64_MIN, 0n, INT64_MAX].map(isInt64)).toEqual([true, true, true]);
    expect([INT64_MIN - 1n, INT64_MAX + 1n].map(isInt64)).toEqual([false, false]);
  });
});
