import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inertText, isInert, safeText } from '../../../src/report/terminal-text.ts';

describe('safeText', () => {
  it.each(['Rex', 'Zoë Åsa Łódź', '小猫咪', 'חתול', '🐶', 'a\\b "c" <d> %41', ''])('leaves %j as it is', (text) => {
    expect(safeText(text)).toBe(text);
    expect(isInert(text)).toBe(true);
  });

  it.each([
    ['an escape sequence', '\u001B[31mred\u001B[0m', String.raw`\x1b[31mred\x1b[0m`],
    ['a title sequence', '\u001B]0;owned\u0007', String.raw`\x1b]0;owned\x07`],
    ['NUL', 'a\0b', String.raw`a\x00b`],
    ['DEL', '\u007F', String.raw`\x7f`],
    ['a C1 control', '\u009B2J', String.raw`\x9b2J`],
    ['line ends and a tab', 'a\r\nb\tc', String.raw`a\r\nb\tc`],
    ['a bidi override', 'a\u202Eb', String.raw`a\u202eb`],
    ['bidi isolates', '\u2066a\u2069', String.raw`\u2066a\u2069`],
    ['an Arabic letter mark', '\u061C', String.raw`\u061c`],
    ['zero-width characters', 'a\u200Bb\u200D\uFEFF', String.raw`a\u200bb\u200d\ufeff`],
    ['line and paragraph separators', '\u2028\u2029', String.raw`\u2028\u2029`],
    ['half of a surrogate pair', 'a\uD83D', String.raw`a\ud83d`],
    ['a tag character', '\u{E0041}', String.raw`\u{e0041}`],
    ['a space that does not break', '\u00A0', String.raw`\xa0`],
    ['a filler drawn as nothing', '\u3164', String.raw`\u3164`],
  ])('shows %s as an escape', (_, text, shown) => {
    expect(safeText(text)).toBe(shown);
    expect(isInert(text)).toBe(false);
  });

  it('shows a text of 500 units whole, and says how much of a longer one is left out', () => {
    expect(safeText('a'.repeat(500))).toBe('a'.repeat(500));
    expect(safeText('a'.repeat(512))).toBe(`${'a'.repeat(500)}… (12 more characters)`);
  });

  it('never cuts a character in two', () => {
    expect(safeText(`${'a'.repeat(499)}🐶🐶`)).toBe(`${'a'.repeat(499)}… (4 more characters)`);
  });

  it('gives nothing that a terminal acts upon, whatever it is given', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        expect(safeText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
      { seed: 1 },
    );
  });
});

describe('inertText', () => {
  it('cuts nothing', () => {
    expect(inertText('a'.repeat(9000))).toBe('a'.repeat(9000));
  });

  it('changes nothing a second time', () => {
    const once = inertText('\u001B[2J\u202E\n');
    expect(inertText(once)).toBe(once);
  });
});
