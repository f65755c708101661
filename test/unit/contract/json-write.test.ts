import { describe, expect, it } from 'vitest';
import { rawJson, writeJson } from '../../../src/contract/json-write.ts';

describe('writeJson', () => {
  it('writes bigints exactly, however deep', () => {
    expect(writeJson({ a: [2n ** 63n, { b: -(2n ** 63n) }] })).toBe(
      '{"a":[9223372036854775808,{"b":-9223372036854775808}]}',
    );
  });

  it('writes raw text as it stands', () => {
    expect(writeJson({ a: rawJson('12.0'), b: [rawJson('NaN')] })).toBe('{"a":12.0,"b":[NaN]}');
  });

  it('escapes what must not stand in JSON, and keeps the rest', () => {
    expect(writeJson('"\\\n\u0000é\uD800🐶')).toBe(String.raw`"\"\\\n\u0000é\ud800🐶"`);
  });

  it('keeps the order of fields and the sign of zero', () => {
    expect(writeJson({ z: 1, a: -0, m: null, t: true })).toBe('{"z":1,"a":-0,"m":null,"t":true}');
  });

  it.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [undefined],
    [{ a: undefined }],
    [[Number.NaN]],
    [() => 1],
    [Symbol('s')],
  ])('refuses %o', (value) => {
    expect(() => writeJson(value as never)).toThrow(TypeError);
  });

  it('refuses a hole in an array', () => {
    expect(() => writeJson(Array.from({ length: 1 }) as never)).toThrow(TypeError);
  });
});
