import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/reference/json-reader.ts';
import { type Json, asIs } from '../../../src/reference/json-value.ts';
import { writeJson } from '../../../src/reference/json-writer.ts';

function valueOf(text: string): Json | undefined {
  const reading = readJson(text);
  return reading.kind === 'value' ? reading.value : undefined;
}

describe('readJson', () => {
  it.each([
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['12.0', 12n],
    ['12e2', 1200n],
    ['1200e-2', 12n],
    ['-0', 0n],
    ['1.5', 1.5],
    ['15e-1', 1.5],
    ['1e400', Infinity],
    ['0.0e9', 0n],
  ])('reads the number %s exactly', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it('reads strings with every escape', () => {
    expect(valueOf(String.raw`"a\"\\\/\b\f\n\r\té\ud83d\ude00"`)).toBe('a"\\/\b\f\n\r\té😀');
  });

  it('keeps names of prototypes as fields and the last of equal names', () => {
    const value = valueOf('{"__proto__":1,"a":2,"a":3}');
    expect(Object.entries(value ?? {})).toEqual([
      ['__proto__', 1n],
      ['a', 3n],
    ]);
  });

  it('agrees with JSON.parse on structure', () => {
    const text = ' { "a" : [ true , false , null , { } , [ ] , "" ] , "b" : { "c" : "d" } } ';
    expect(valueOf(text)).toEqual(JSON.parse(text));
  });

  it('reads a string of a mebibyte', () => {
    expect(valueOf(`"${'x'.repeat(1024 * 1024)}"`)).toHaveLength(1024 * 1024);
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '[1,]',
    '[1 2]',
    '01',
    '+1',
    '.5',
    '1.',
    'NaN',
    '-',
    'nul',
    '"a',
    '"\u0001"',
    String.raw`"\x"`,
    String.raw`"\u12"`,
    '{} {}',
    '1 //',
    '\ufeff{}',
    '['.repeat(100_000),
  ])('refuses %j', (text) => {
    expect(readJson(text).kind).toBe('malformed');
  });
});

describe('writeJson', () => {
  it('writes integers exactly and strings as JSON', () => {
    const value = { id: 9007199254740993n, name: 'é"\n😀', list: [true, null, 1.5, {}, []] };
    expect(writeJson(value)).toBe(String.raw`{"id":9007199254740993,"name":"é\"\n😀","list":[true,null,1.5,{},[]]}`);
  });

  it('escapes a lone surrogate, which UTF-8 cannot carry', () => {
    expect(writeJson('\ud800')).toBe(String.raw`"\ud800"`);
  });

  it('writes verbatim text as it stands', () => {
    expect(writeJson([asIs('NaN')])).toBe('[NaN]');
  });

  it('indents', () => {
    expect(writeJson({ a: [1n] }, { indent: 1, ascii: false })).toBe('{\n "a": [\n  1\n ]\n}');
  });

  it('escapes everything outside ASCII where asked', () => {
    const text = writeJson('é😀', { indent: 0, ascii: true });
    expect(text).toBe(String.raw`"\u00e9\ud83d\ude00"`);
    expect(valueOf(text)).toBe('é😀');
  });
});
