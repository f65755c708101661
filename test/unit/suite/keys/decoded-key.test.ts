import { describe, expect, it } from 'vitest';
import { decodesAlike, hasNoCase } from '../../../../src/suite/keys/decoded-key.ts';

/** Sixteen bytes in the alphabet of URLs. The last four bits of the last character have no meaning. */
const BASE64URL = '-_3vEjRWeJCrze8SNFZ4kA';

describe('decodesAlike', () => {
  it.each([
    ['the same text', 'a b', 'a b'],
    ['base64 in the other alphabet', '+/3vEjRWeJCrze8SNFZ4kA', BASE64URL],
    ['base64 with padding', `${BASE64URL}==`, BASE64URL],
    ['base64 without its padding', BASE64URL, `${BASE64URL}==`],
    ['base64 with text after the padding', `${BASE64URL}==abcd`, BASE64URL],
    ['base64 with characters of neither alphabet', `"${BASE64URL}!`, BASE64URL],
    ['base64 with other bits after the last byte', BASE64URL.replace(/A$/, 'B'), BASE64URL],
    ['the parts of a token in the other alphabet', 'q+/v.Ej/W', 'q-_v.Ej_W'],
    ['a token with its parts divided elsewhere, which some decoders skip', 'q-_vEj.', 'q-_v.Ej'],
    ['base64 with padding and more behind it', `${BASE64URL}==.9999`, `${BASE64URL}==`],
    ['hexadecimal in another case', '40FE91ABCD', '40fe91abcd'],
    ['a UUID without hyphens', '3f2a9c1e7b404d5f8e2190ab6cd7e453', '3f2a9c1e-7b40-4d5f-8e21-90ab6cd7e453'],
  ])('finds the same key in %s', (_what, changed, key) => {
    expect(decodesAlike(changed, key)).toBe(true);
  });

  it.each([
    ['base64 with another character', BASE64URL.replace('E', 'F'), BASE64URL],
    ['base64 with a part behind a full stop', `${BASE64URL}.9999`, BASE64URL],
    ['base64 with another byte', `${BASE64URL}AA`, BASE64URL],
    ['base64 that ends earlier, at padding', `-_3v==${BASE64URL.slice(4)}`, BASE64URL],
    ['a key that is no base64, with another sign', 'sk!test', 'sk$test'],
    ['hexadecimal with another digit', '40fe91ac', '40fe91ab'],
  ])('finds another key in %s', (_what, changed, key) => {
    expect(decodesAlike(changed, key)).toBe(false);
  });
});

it.each([
  ['40fe91AB', true],
  ['3F2a9c1e-7b40-4D5f-8e21-90ab6cD7e453', true],
  ['40fe9', false],
  ['sk_test', false],
])('hasNoCase(%s) is %s', (key, expected) => {
  expect(hasNoCase(key)).toBe(expected);
});
