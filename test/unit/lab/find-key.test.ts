import { describe, expect, it } from 'vitest';
import { actingLine, actingTexts } from '../../../lab/hostile/acting-texts.ts';
import { findKey } from '../../../lab/hostile/find-key.ts';
import { KEY_KINDS } from '../../../lab/hostile/key-kinds.ts';
import { WRITINGS } from '../../../lab/hostile/key-writings.ts';

/** Halves of a short key are too short to be distinguished from other words. */
const ofLongKeys = new Set(['halves', 'first-part', 'last-part']);
const longKeys = KEY_KINDS.filter(([, key]) => key.length >= 24);

describe.each(WRITINGS)('a key that is written $does', ({ id, write, isJson }) => {
  it.each(ofLongKeys.has(id) ? longKeys : KEY_KINDS)('is found: %s', (_, key) => {
    const value = isJson === true ? write(key) : JSON.stringify(write(key));
    const json = `{"before":"1","echo":${value},"after":2}`;
    expect(findKey(json, key)).not.toBeNull();
    expect(findKey(JSON.stringify({ body: json }, null, 2), key)).not.toBeNull();
  });
});

it.each(KEY_KINDS)('no key is found where there is none: %s', (_, key) => {
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
