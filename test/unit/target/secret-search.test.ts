import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/target/redaction.ts';
import { anchorsOf, needlesOf } from '../../../src/target/secret-needles.ts';

const secrets = ['sk_test_4f9Kq7Zr2mXw8bTn', 'p/q"r\\s&t<u>v+w=x\'y:z%41', 'abcdefgh', 'gateway\tsecret value'];

function throughout(form: (hex: string) => string): (text: string) => string {
  return (text) => Array.from(Buffer.from(text), (byte) => form(byte.toString(16).padStart(2, '0'))).join('');
}

/** One layer of escaping each. */
const layers = {
  percent: encodeURIComponent,
  'percent throughout': throughout((hex) => `%${hex}`),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON with slashes': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
  HTML: (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  none: (text) => text,
} satisfies Readonly<Record<string, (text: string) => string>>;
const anyLayers = fc.array(fc.constantFrom(...Object.values(layers)), { maxLength: 3 });

/** A text within a file of JSON, with others around it. */
function file(text: string, indent?: number): Uint8Array {
  return Buffer.from(
    JSON.stringify({ 'ä"': ['\u20AC', { before: text }], after: 'a "quoted" \\ %41 &amp; text' }, null, indent),
  );
}

describe.each(secrets)('a search for %j', (value) => {
  const redactor = createRedactor([{ value, label: '[secret]' }]);

  it('finds it under three layers of escaping within a file of JSON', () => {
    fc.assert(
      fc.property(
        anyLayers,
        fc.string(),
        fc.string(),
        fc.constantFrom(undefined, 2),
        (escapes, before, after, indent) => {
          const text = escapes.reduce((inner, escape) => escape(inner), value);
          expect(redactor.findInFile(file(`${before}${text} ${after}`, indent))).toBe('[secret]');
        },
      ),
      { examples: [[[layers.JSON, layers.JSON, layers.JSON], '', '', undefined]] },
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

  it('finds nothing in any file without it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(redactor.findInFile(file(text))).toBeNull();
      }),
    );
  });
});

function escaped(times: number): string {
  return Array.from({ length: times }).reduce<string>(layers['percent throughout'], 'abcdefgh');
}

describe('a search', () => {
  it('finds nothing where there is no secret', () => {
    expect(createRedactor([]).findInFile(file('anything'))).toBeNull();
  });

  it('finds what looks escaped itself, also where it is short or another escape seems to begin before it', () => {
    for (const value of ['"4x%11/<', '11u"&x;x', String.raw`00\auu10`, String.raw`/"'\"/'\x`]) {
      const redactor = createRedactor([{ value, label: '[secret]' }]);
      expect(redactor.findInFile(file(`%${value}`))).toBe('[secret]');
      expect(redactor.findInFile(file(`%${value.slice(1)}`))).toBeNull();
    }
  });

  it('finds what is not ASCII, as it is and in base64', () => {
    for (const value of ['gäteway sécret\u20AC', 'a\u{1F415}\u{1F415}\u{1F415}\u{1F415}\u{1F415}']) {
      const redactor = createRedactor([{ value, label: '[secret]' }]);
      for (const text of [value, Buffer.from(value).toString('base64')]) {
        expect(redactor.findInFile(file(`\u20AC${text}`))).toBe('[secret]');
      }
      expect(redactor.findInFile(file('gateway secret \u{1F415}'))).toBeNull();
    }
  });

  it('takes off three layers of escaping within JSON and no more', () => {
    const redactor = createRedactor([{ value: 'abcdefgh', label: '[secret]' }]);
    expect(redactor.findInFile(file(JSON.stringify(escaped(3))))).toBe('[secret]');
    expect(redactor.findInFile(Buffer.from(escaped(4)))).toBeNull();
  });
});

describe('anchors', () => {
  it('are in every text that holds a needle', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 8 }), { minLength: 1, maxLength: 5 }), (values) => {
        const needles = needlesOf(values.map((value) => ({ value, label: 'x' })));
        const anchors = anchorsOf(needles);
        for (const { text } of needles) expect(anchors.some((anchor) => text.includes(anchor))).toBe(true);
        expect(new Set(anchors.map(({ length }) => length))).toEqual(new Set([8]));
      }),
    );
  });

  it('begin with what is rare', () => {
    expect(anchorsOf(needlesOf([{ value: 'aeiouaeiXaeiouaei', label: 'x' }]))).toContain('Xaeiouae');
  });
});
