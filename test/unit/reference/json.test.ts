import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/reference/json-reader.ts';
import { type Json, asIs } from '../../../src/reference/json-value.ts';
import { writeJson } from '../../../src/reference/json-writer.ts';

function valueOf(text: string): Json | undefined {
  const reading = readJson(text);
  return reading.kind === 'value' ? reading.value : undefined;
}

describe('readJson', () => {
  it.each<[text: string, value: unknown]>([
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['12e2', 1200n],
    ['1200e-2', 12n],
    ['-0', 0n],
    ['1.5', 1.5],
    ['15e-1', 1.5],
    ['1e400', Infinity],
    ['0.0e9', 0n],
    [String.raw`"a\"\\\/\b\f\n\r\té\ud83d\ude00"`, 'a"\\/\b\f\n\r\té😀'],
    [' { "a" : [ true , false , null , { } , [ ] , "" ] } ', { a: [true, false, null, {}, [], ''] }],
  ])('reads %s exactly', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  it('reads __proto__ as a field, and keeps the last of equal names', () => {
    expect(Object.entries(valueOf('{"__proto__":1,"a":2,"a":3}') ?? {})).toEqual([
      ['__proto__', 1n],
      ['a', 3n],
    ]);
  });

  const malformed = String.raw`{ {"a"} {"a":} {"a":1,} {'a':1} {a:1} [1,] 01 +1 .5 1. NaN - nul "a "\x" "\u12"`.split(
    ' ',
  );

  it.each([...malformed, '', ' ', '[1 2]', '"\u0001"', '{} {}', '1 //', '\ufeff{}', '['.repeat(100_000)])(
    'rejects %j',
    (text) => {
      expect(readJson(text).kind).toBe('malformed');
    },
  );
});

describe('writeJson', () => {
  it.each<[value: Json, text: string, layout?: { readonly indent: number; readonly ascii: boolean }]>([
    [
      { id: 9007199254740993n, name: 'é"\n😀', list: [true, null, 1.5, {}, []] },
      String.raw`{"id":9007199254740993,"name":"é\"\n😀","list":[true,null,1.5,{},[]]}`,
    ],
    // UTF-8 cannot carry a lone surrogate.
    ['\ud800', String.raw`"\ud800"`],
    [[asIs('NaN')], '[NaN]'],
    [{ a: [1n] }, '{\n "a": [\n  1\n ]\n}', { indent: 1, ascii: false }],
    ['é😀', String.raw`"\u00e9\ud83d\ude00"`, { indent: 0, ascii: true }],
  ])('writes %o', (value, text, layout) => {
    expect(writeJson(value, layout)).toBe(text);
  });
});
