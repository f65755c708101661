import { describe, expect, it } from 'vitest';
import { rawJson, writeJson } from '../../../src/contract/json-write.ts';

describe('writeJson', () => {
  it.each([
    [{ a: [2n ** 63n, { b: -(2n ** 63n) }] }, '{"a":[9223372036854775808,{"b":-9223372036854775808}]}'],
    [{ a: rawJson('12.0'), b: [rawJson('NaN')] }, '{"a":12.0,"b":[NaN]}'],
    ['"\\\n\u0000é\uD800🐶', String.raw`"\"\\\n\u0000é\ud800🐶"`],
    [{ z: 1, a: -0, m: null, t: true }, '{"z":1,"a":-0,"m":null,"t":true}'],
  ])('writes %# exactly, in its order', (value, text) => {
    expect(writeJson(value)).toBe(text);
  });

  it.each([[Number.NaN], [undefined], [Array.from({ length: 1 })], [() => 1]])('refuses %o', (value) => {
    expect(() => writeJson(value as never)).toThrow(TypeError);
  });
});
