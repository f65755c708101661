import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CONTAINERS, MAX_UNUSUAL, scanJson } from '../../../src/contract/json-scan.ts';

/** A list of so many numbers that are no plain integers. */
function listOf(count: number): string {
  return `[${Array.from({ length: count }, () => '1.5').join(',')}]`;
}

describe('scanJson', () => {
  it.each([
    ['{"a":1,"a":2}', ['/a']],
    [String.raw`{"a":1,"\u0061":2}`, ['/a']],
    ['[0,{"b":[{"c/~":1,"c/~":2}]}]', ['/1/b/0/c~1~0']],
    ['{"a":{"x":1},"b":{"y":1,"y":1},"a":0}', ['/b/y', '/a']],
    [String.raw`{"a\"":1,"a\"":1}`, ['/a"']],
    ['{"a":{"a":1},"b":{"a":1}}', []],
    ['{"a":"a","b":"b"}', []],
    [String.raw`{"a\\":1,"a":1}`, []],
    [String.raw`{"a":"{\"a\":1,\"a\":1}"}`, []],
  ])('finds in %s the keys %j twice', (text, pointers) => {
    expect(scanJson(text).duplicateKeys).toEqual(pointers);
  });

  it('lists a bounded number of them, each bounded in length', () => {
    const many = `{"${'k'.repeat(5000)}":{${Array.from({ length: 100 }, (_, index) => `"${index}":0,"${index}":0`).join(',')}}}`;
    const { duplicateKeys } = scanJson(many);
    expect(duplicateKeys.length).toBeLessThanOrEqual(20);
    expect(Math.max(...duplicateKeys.map((pointer) => pointer.length))).toBeLessThanOrEqual(1001);
  });

  it.each<[text: string, path: readonly string[] | null, source?: string]>([
    ['12', null],
    ['{"a":123456789012345}', null],
    ['"1.5"', null],
    ['1.0', [], '1.0'],
    ['-0', [], '-0'],
    ['1e5', [], '1e5'],
    ['9007199254740993', [], '9007199254740993'],
    ['[1,2,3.0]', ['2'], '3.0'],
    [String.raw`[0,{"a\u0062":[[],{"x":1,"y":-0}]}]`, ['1', 'ab', '1', 'y'], '-0'],
  ])('finds the unusual number of %s at %j', (text, path, source) => {
    expect(scanJson(text).unusualNumbers).toEqual(path === null ? [] : [{ path, source }]);
  });

  it('places a bounded number of them', () => {
    expect(scanJson(listOf(MAX_UNUSUAL)).unusualNumbers).toHaveLength(MAX_UNUSUAL);
    expect(scanJson(listOf(MAX_UNUSUAL + 1)).unusualNumbers).toBeNull();
  });

  it.each([
    [`"${'['.repeat(1000)}"`, undefined, null],
    ['['.repeat(256), undefined, null],
    ['['.repeat(257), undefined, 'nested deeper than 256 levels'],
    ['[[[[', 3, 'nested deeper than 3 levels'],
    [`"${'{}'.repeat(MAX_CONTAINERS + 1)}"`, undefined, null],
    ['{}'.repeat(MAX_CONTAINERS), undefined, null],
    ['[]{}'.repeat(MAX_CONTAINERS), undefined, 'more than 100000 objects and arrays'],
  ])('counts objects and arrays outside of strings only: %.20j', (text, maxDepth, problem) => {
    expect(scanJson(text, maxDepth).tooComplex).toBe(problem);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '1', 'x')), (parts) => {
        expect(() => scanJson(parts.join(''))).not.toThrow();
      }),
    );
  });
});
