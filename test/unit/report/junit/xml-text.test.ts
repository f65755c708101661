import { DOMParser } from '@xmldom/xmldom';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xmlText } from '../../../../src/report/junit/xml-text.ts';

describe('a text in XML', () => {
  it.each([
    ['plain text, 1 of 2', 'plain text, 1 of 2'],
    ['<script>', '&lt;script&gt;'],
    [']]>', ']]&gt;'],
    ['a & "b"', 'a &amp; &quot;b&quot;'],
    ['a\0b', String.raw`a\x00b`],
    ['\u001B[31m', String.raw`\x1b[31m`],
    ['a\nb\r\t', String.raw`a\nb\r\t`],
    ['\uD800', String.raw`\ud800`],
    ['\u202E', String.raw`\u202e`],
    ['\uFFFE\uFFFF', String.raw`\ufffe\uffff`],
    ['Zoë 🐕', 'Zoë 🐕'],
  ])('%j is %s', (text, written) => {
    expect(xmlText(text)).toBe(written);
  });

  it('holds only characters that XML 1.0 allows, and comes back as it is shown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const written = xmlText(text);
        expect(written).toMatch(/^[\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
        const document = new DOMParser().parseFromString(`<a b="${written}">${written}</a>`, 'text/xml');
        const shown = document.documentElement?.textContent ?? '';
        expect(document.documentElement?.getAttribute('b')).toBe(shown);
        expect(xmlText(shown)).toBe(written);
      }),
    );
  });

  it('keeps apart what differs, unless it looks like an escape itself', () => {
    expect(xmlText('a\0')).not.toBe(xmlText('a'));
    expect(xmlText('&lt;')).not.toBe(xmlText('<'));
  });
});
