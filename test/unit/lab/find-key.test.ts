import { describe, expect, it } from 'vitest';
import { actingLine, actingTexts } from '../../../lab/hostile/acting-texts.ts';
import { findKey } from '../../../lab/hostile/find-key.ts';

const KEYS = [
  'sk_test_4f9Kq7Zr2mXw8bTn',
  String.raw`c4n4ry/+="'<>&%20%2541&amp;\u0041$~1(x)#;==`,
  '8812736451209347',
  'Zq7-xK2m',
];

const hex = (key: string, before: string): string =>
  Array.from(Buffer.from(key), (byte) => before + byte.toString(16).padStart(2, '0')).join('');

const WRITINGS: readonly (readonly [does: string, write: (key: string) => string])[] = [
  ['as it is', (key) => key],
  ['in capitals', (key) => key.toUpperCase()],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded twice', (key) => encodeURIComponent(encodeURIComponent(key))],
  ['as JSON in JSON in JSON', (key) => JSON.stringify(JSON.stringify(key))],
  ['in escapes of JSON', (key) => hex(key, String.raw`\u00`)],
  ['in references of HTML', (key) => `${hex(key, ';&#x').slice(1)};`],
  ['in base64', (key) => Buffer.from(key).toString('base64')],
  ['in base64url, after a name', (key) => Buffer.from(`me:${key}`).toString('base64url')],
  ['in hexadecimal', (key) => hex(key, '')],
  ['and cut', (key) => key.slice(0, 12)],
];

describe.each(WRITINGS)('a key that is written %s', (_, write) => {
  it.each(KEYS)('is found: %s', (key) => {
    const json = JSON.stringify({ before: '1', echo: write(key), after: 2 });
    expect(findKey(json, key)).not.toBeNull();
    expect(findKey(JSON.stringify({ body: json }, null, 2), key)).not.toBeNull();
  });
});

it.each(KEYS)('no key is found where there is none: %s', (key) => {
  expect(findKey(JSON.stringify({ a: ['[key]', 'pets'.repeat(40), 12_345_678, 'a+b-c=41'] }), key)).toBeNull();
});

describe('a line of a log', () => {
  it.each(['::error::x', '  ::error::x', 'a ##vso[x]', 'a\u001B[2J', 'a\u202Eb', '+++ x', 'a\rb'])(
    '%j acts',
    (line) => {
      expect(actingLine(`first\n${line}\nlast\n`)).not.toBeNull();
    },
  );

  it.each(['Actual    ::error::x', '  - item', String.raw`\x1b[2J`, 'a # b [c]'])('%j does not', (line) => {
    expect(actingLine(`first\n${line}\nlast\n`)).toBeNull();
  });

  it('has a target for at least twenty kinds', () => {
    expect(actingTexts.length).toBeGreaterThan(20);
  });
});
