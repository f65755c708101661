import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPointer } from '../../../src/report/pointer-range.ts';

const TEXT = String.raw` {"name": "Rex" , "tags":["a", "b",{"deep":[{}, "]"]}],"a/b":1,"m~n":2,"":3,"quo\"te":4, "last":-1.5e3 }`;

const RUNS = { numRuns: 100, seed: 20_301_205 };

function found(text: string, pointer: string): readonly [string, boolean] {
  const { start, end, exact } = findPointer(text, pointer);
  return [text.slice(start, end), exact];
}

describe('the range of a JSON Pointer', () => {
  it.each([
    [TEXT, '/name', '"Rex"', true],
    [TEXT, '/tags/2/deep', '[{}, "]"]', true],
    [TEXT, '/a~1b', '1', true],
    [TEXT, '/m~0n', '2', true],
    [TEXT, '/', '3', true],
    [TEXT, '/quo"te', '4', true],
    [TEXT, '/last', '-1.5e3', true],
    // Of members with the same key parsers take the last.
    ['{"a":1,"a":2}', '/a', '2', true],
    ['[{"id":1}]', '/0/name', '{"id":1}', false],
    ['[1,2]', '/2', '[1,2]', false],
    ['7', '/a', '7', false],
    // A text that was cut.
    ['[{"name":"Barthol', '/0/name', '"Barthol', true],
    ['[1,', '/1', '[1,', false],
    ['', '/a', '', false],
  ])('in %s of %s is %s, exact: %s', (text, pointer, value, exact) => {
    expect(found(text, pointer)).toEqual([value, exact]);
  });

  it('is that of every value of any document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(4), (value, spaces) => {
        const text = JSON.stringify(value, null, spaces);
        // Read back, since the text has no minus zero.
        for (const [pointer, expected] of pointersOf(JSON.parse(text), '')) {
          const [part, exact] = found(text, pointer);
          expect(exact).toBe(true);
          expect(JSON.parse(part)).toEqual(expected);
        }
      }),
      RUNS,
    );
  });
});

function pointersOf(value: unknown, pointer: string): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [[pointer, value]];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    pointersOf(each, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return [[pointer, value], ...inner];
}
