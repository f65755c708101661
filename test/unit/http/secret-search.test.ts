import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/http/redaction.ts';

const secrets = ['sk_test_4f9Kq7Zr2mXw8bTn', 'p/q"r\\s&t<u>v+w=x\'y:z%41', 'abcdefgh', 'gateway\tsecret value'];

function throughout(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** One layer of escaping each. */
const layers: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  throughout,
  inJson,
  (text) => inJson(text).replaceAll('/', String.raw`\/`),
  (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  (text) => text,
];

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const anyLayers = fc.array(fc.constantFrom(...layers), { maxLength: 3 });

/** A text within a file of JSON, with others around it. */
function file(text: string, indent = 0): Uint8Array {
  const content = { 'ä"': ['\u20AC', { before: text }], after: 'a "quoted" \\ %41 &amp; text' };
  return Buffer.from(JSON.stringify(content, null, indent));
}

describe.each(secrets)('a search for %j', (value) => {
  const redactor = createRedactor([{ value, label: '[secret]' }]);

  it('finds it under three layers of escaping within a file of JSON', () => {
    fc.assert(
      fc.property(anyLayers, fc.string(), fc.string(), fc.boolean(), (escapes, before, after, indented) => {
        const text = escapes.reduce((inner, escape) => escape(inner), value);
        expect(redactor.findInFile(file(`${before}${text} ${after}`, indented ? 2 : 0))).toBe('[secret]');
      }),
      { examples: [[[inJson, inJson, inJson], '', '', false]] },
    );
  });

  it.each(['base64', 'base64url', 'hex'] as const)('finds it in %s', (encoding) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4 }), (before) => {
        const blob = Buffer.concat([before, Buffer.from(value)]).toString(encoding);
        expect(redactor.findInFile(file(blob))).toBe('[secret]');
      }),
    );
  });

  it('finds nothing where only a part of it stands, or its characters are parted', () => {
    expect(redactor.findInFile(file(`${value.slice(0, -1)} ${value.slice(1)}`))).toBeNull();
    expect(redactor.findInFile(file(Array.from(value).join('\n')))).toBeNull();
  });
});

/** A search for one value, which gives whether it was found in a file. */
function searchFor(value: string): (content: Uint8Array) => boolean {
  const redactor = createRedactor([{ value, label: '[secret]' }]);
  return (content) => redactor.findInFile(content) !== null;
}

describe('a search', () => {
  it.each(['"4x%11/<', '11u"&x;x', String.raw`00\auu10`, String.raw`/"'\"/'\x`])(
    'finds %s, which looks escaped itself, where another escape seems to start before it',
    (value) => {
      const found = searchFor(value);
      expect([found(file(`%${value}`)), found(file(`%${value.slice(1)}`))]).toEqual([true, false]);
    },
  );

  it.each(['gäteway sécret\u20AC', 'a\u{1F415}\u{1F415}\u{1F415}\u{1F415}\u{1F415}'])(
    'finds %s, which is not ASCII, as it is and in base64',
    (value) => {
      const texts = [value, Buffer.from(value).toString('base64'), 'gateway secret \u{1F415}'];
      expect(texts.map((text) => searchFor(value)(file(`\u20AC${text}`)))).toEqual([true, true, false]);
    },
  );

  it('takes off three layers of escaping within JSON and no more', () => {
    const found = searchFor('abcdefgh');
    const thrice = throughout(throughout(throughout('abcdefgh')));
    expect([found(file(JSON.stringify(thrice))), found(Buffer.from(throughout(thrice)))]).toEqual([true, false]);
  });
});
