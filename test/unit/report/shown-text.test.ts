import { DOMParser } from '@xmldom/xmldom';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstUnits } from '../../../src/contract/describe.ts';
import { visibleLine } from '../../../src/report/html/markup.ts';
import { xmlText } from '../../../src/report/junit/render-junit.ts';
import { codeSpan, commandBlock, proseOrCode } from '../../../src/report/markdown/markdown-layout.ts';
import { reproduceFact } from '../../../src/report/check-details.ts';
import { inertText, isInert, safeText } from '../../../src/report/safe-text.ts';

const RUNS = { numRuns: 100, seed: 20_301_205 };
const anyText = fc.string({ unit: 'binary' });

describe('a text that a service may have sent', () => {
  it.each(['Rex', 'Zoë Åsa Łódź', '小猫咪', 'חתול', '🐶', 'a\\b (c) %41'])('%j is shown as it is', (text) => {
    expect([safeText(text), visibleLine(text), xmlText(text)]).toEqual([text, text, text]);
    expect(codeSpan(text)).toBe(`\`${text}\``);
    expect(isInert(text)).toBe(true);
  });

  it.each([
    ['an escape sequence', '\u001B[31mred\u001B[0m', String.raw`\x1b[31mred\x1b[0m`],
    ['NUL', 'a\0b', String.raw`a\x00b`],
    ['a C1 control', '\u009B2J', String.raw`\x9b2J`],
    ['line ends and a tab', 'a\r\nb\tc', String.raw`a\r\nb\tc`],
    ['a bidi override', 'a\u202Eb', String.raw`a\u202eb`],
    ['an Arabic letter mark', '\u061C', String.raw`\u061c`],
    ['zero-width characters', 'a\u200Bb\u200D\uFEFF', String.raw`a\u200bb\u200d\ufeff`],
    ['line and paragraph separators', '\u2028\u2029', String.raw`\u2028\u2029`],
    ['half of a surrogate pair', 'a\uD83D', String.raw`a\ud83d`],
    ['a tag character', '\u{E0041}', String.raw`\u{e0041}`],
    ['a space that does not break', '\u00A0', String.raw`\xa0`],
    ['a filler drawn as nothing', '\u3164', String.raw`\u3164`],
  ])('shows %s as an escape, in every format', (_, text, shown) => {
    expect([safeText(text), visibleLine(text), xmlText(text)]).toEqual([shown, shown, shown]);
    expect(codeSpan(text)).toBe(`\`${shown}\``);
    expect(inertText(shown)).toBe(shown);
    expect(isInert(text)).toBe(false);
  });

  it.each([
    ['::error::spoofed', String.raw`\x3a:error::spoofed`],
    ['  ::error::spoofed', String.raw`  \x3a:error::spoofed`],
    ['a ##vso[task.complete]', String.raw`a #\x23vso[task.complete]`],
    ['##teamcity[x]', String.raw`#\x23teamcity[x]`],
    ['+++ group', String.raw`\x2b++ group`],
    ['--- group', String.raw`\x2d-- group`],
  ])('shows %s so that no build server acts', (text, shown) => {
    expect([inertText(text), inertText(shown)]).toEqual([shown, shown]);
    expect([isInert(text), isInert(shown)]).toEqual([false, true]);
    expect(codeSpan(text)).toContain(shown);
  });

  it.each(['--port is missing', '../reports', '""', 'a::b', '# title'])('shows %j as it is', (text) => {
    expect(inertText(text)).toBe(text);
  });

  it.each([
    [500, 'a'.repeat(500), ''],
    [512, 'a'.repeat(500), '… (12 more characters)'],
    [9000, 'a'.repeat(500), '… (8500 more characters)'],
  ])('of %i units is cut after 500 on the terminal', (length, kept, rest) => {
    expect(safeText('a'.repeat(length))).toBe(kept + rest);
    expect(inertText('a'.repeat(length))).toHaveLength(length);
  });

  it.each([
    [`${'a'.repeat(490)} word and more`, `${'a'.repeat(490)} word and… (5 more characters)`],
    [`${'a'.repeat(491)} word and more`, `${'a'.repeat(491)} word… (9 more characters)`],
    [`${'a'.repeat(450)} ${'b'.repeat(60)}`, `${'a'.repeat(450)} ${'b'.repeat(49)}… (11 more characters)`],
  ])('is cut behind a word, unless the word is long', (text, shown) => {
    expect(safeText(text)).toBe(shown);
  });

  it('is never cut within a character', () => {
    expect(safeText(`${'a'.repeat(499)}🐶🐶`)).toBe(`${'a'.repeat(499)}… (4 more characters)`);
    expect([0, 1, 2, 3, 4].map((limit) => firstUnits('a🐶b', limit))).toEqual(['', 'a', 'a', 'a🐶', 'a🐶b']);
  });

  it('comes out inert, whatever it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const shown of [safeText(text), visibleLine(text), codeSpan(text), xmlText(text)]) {
          expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        }
      }),
      RUNS,
    );
  });
});

describe('a text in XML', () => {
  it.each([
    ['<script>', '&lt;script&gt;'],
    [']]>', ']]&gt;'],
    ['a & "b"', 'a &amp; &quot;b&quot;'],
    ['&lt;', '&amp;lt;'],
    ['\uFFFE\uFFFF', String.raw`\ufffe\uffff`],
  ])('%j is %s', (text, written) => {
    expect(xmlText(text)).toBe(written);
  });

  it('holds only characters that XML 1.0 allows, and comes back as it is shown', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = xmlText(text);
        expect(written).toMatch(/^[\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
        const document = new DOMParser().parseFromString(`<a b="${written}">${written}</a>`, 'text/xml');
        const shown = document.documentElement?.textContent ?? '';
        expect(document.documentElement?.getAttribute('b')).toBe(shown);
        expect(xmlText(shown)).toBe(written);
      }),
      RUNS,
    );
  });
});

describe('a code span', () => {
  it.each([
    ['', '(empty)'],
    ['a ` b', '``a ` b``'],
    ['`', '`` ` ``'],
    ['``` x', '```` ``` x ````'],
    [' spaced ', '`  spaced  `'],
    ['<img src=x onerror=alert(1)>', '`<img src=x onerror=alert(1)>`'],
    ['@team #1 [a](http://h)', '`@team #1 [a](http://h)`'],
    ['a|b', '`a\\x7cb`'],
    ['a\n::error::b', '`a\\n::error::b`'],
    ['::error::b', '`\\x3a:error::b`'],
    ['##[error]b', '`#\\x23[error]b`'],
  ])('of %j is %s', (text, span) => {
    expect(codeSpan(text)).toBe(span);
  });

  it('is one line that its text cannot leave', () => {
    const parts = fc.array(fc.constantFrom('`', '``', ' ', 'a', '|', '\n'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, (texts) => {
        const span = codeSpan(texts.join(''));
        const [whole, fence = '', inner = ''] = /^(`+)(.*?)\1$/.exec(span) ?? [];
        expect(whole).toBe(span);
        expect(inner.match(/`+/g) ?? []).not.toContain(fence);
        expect(inner).not.toMatch(/^`|`$/);
      }),
      RUNS,
    );
  });
});

describe('Markdown', () => {
  it.each([
    'No page holds more pets than the requested limit.',
    'The limit is 20; see part 4.1 (or 5).',
    'Whether bodies of 1/2 pass, with limit=20',
  ])('takes as prose: %s', (text) => {
    expect(proseOrCode(text)).toBe(text);
  });

  it('escapes what has a meaning in prose', () => {
    expect(proseOrCode('GET /pets/{petId} lacks category_id of 2^53+1')).toBe(
      String.raw`GET /pets/{petId} lacks category\_id of 2\^53+1`,
    );
  });

  it('takes nothing else as prose', () => {
    const starts = ['', '- a list', '# a title', '1. first', '===', 'a|b', 'a\\b', 'a\nb', 'a&lt;'];
    const marks = ['a *word*', 'an <b>', 'a `word`', 'to @team', 'see #12', 'see GH-12', 'x::error::y'];
    const links = ['see http://h.example', 'see www.h.example', 'commit 0123456789abcdef'];
    for (const text of [...starts, ...marks, ...links]) expect(proseOrCode(text)).toBe(codeSpan(text));
  });

  it.each([
    ["curl 'http://h' -d '``` x'", ['````bash', "curl 'http://h' -d '``` x'", '````']],
    ['::error::x', null],
    ['  ::error::x', null],
    ["curl '##[error]'", null],
    ['a\nb', null],
  ])('shows the command %j in a block that can be copied', (command, block) => {
    const { command: shown } = reproduceFact(command);
    expect(shown === undefined ? null : commandBlock(shown)).toEqual(block);
  });
});
