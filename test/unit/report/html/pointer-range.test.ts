import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPointer } from '../../../../src/report/html/pointer-range.ts';

function found(text: string, pointer: string): readonly [string, boolean] {
  const { start, end, exact } = findPointer(text, pointer);
  return [text.slice(start, end), exact];
}

describe('the range of a JSON Pointer', () => {
  it.each([
    ['/name', '"Rex"'],
    ['/tags/1', '"b"'],
    ['/tags/2/deep', '[{}, "]"]'],
    ['/a~1b', '1'],
    ['/m~0n', '2'],
    ['/', '3'],
    ['/quo"te', '4'],
    ['/last', '-1.5e3'],
  ])('finds %s', (pointer, value) => {
    const text = String.raw` {"name": "Rex" , "tags":["a", "b",{"deep":[{}, "]"]}],"a/b":1,"m~n":2,"":3,"quo\"te":4, "last":-1.5e3 }`;
    expect(found(text, pointer)).toEqual([value, true]);
  });

  it('takes the last of members with the same key, as parsers do', () => {
    expect(found('{"a":1,"a":2}', '/a')).toEqual(['2', true]);
  });

  it('gives the nearest value where the pointer leads further', () => {
    expect(found('[{"id":1}]', '/0/name')).toEqual(['{"id":1}', false]);
    expect(found('[1,2]', '/2')).toEqual(['[1,2]', false]);
    expect(found('[1,2]', '/-')).toEqual(['[1,2]', false]);
    expect(found('[]', '/0')).toEqual(['[]', false]);
    expect(found('7', '/a')).toEqual(['7', false]);
  });

  it('finds what there is of a text that was cut', () => {
    expect(found('[{"name":"Barthol', '/0/name')).toEqual(['"Barthol', true]);
    expect(found('[{"id":1},{"na', '/0/id')).toEqual(['1', true]);
    expect(found('[1,', '/1')).toEqual(['[1,', false]);
    expect(found('', '/a')).toEqual(['', false]);
  });

  it('finds every value of any document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(4), (value, spaces) => {
        const text = JSON.stringify(value, null, spaces);
        // What the text says: it has no minus zero.
        for (const [pointer, expected] of pointersOf(JSON.parse(text), '')) {
          const [part, exact] = found(text, pointer);
          expect(exact).toBe(true);
          expect(JSON.parse(part)).toEqual(expected);
        }
      }),
    );
  });

  it('survives any text and any pointer', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, pointer) => {
        const { start, end } = findPointer(text, `/${pointer}`);
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(text.length);
      }),
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
