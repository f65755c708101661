import { describe, expect, it } from 'vitest';
import { counted, firstUnits, grouped, visibleLine, visibleRuns } from '../../../../src/report/html/visible-text.ts';

describe('visible text', () => {
  it('is one run where everything can be seen', () => {
    expect(visibleRuns('Léo 🐶', 'escaped')).toEqual([{ text: 'Léo 🐶', escaped: false }]);
    expect(visibleRuns('', 'escaped')).toEqual([]);
  });

  it('joins neighbours that cannot be seen into one run', () => {
    expect(visibleRuns('a\u202E\u200Bb', 'escaped')).toEqual([
      { text: 'a', escaped: false },
      { text: String.raw`\u202e\u200b`, escaped: true },
      { text: 'b', escaped: false },
    ]);
  });

  it.each([
    ['NUL', '\0', String.raw`\x00`],
    ['ANSI', '\u001B[31m', String.raw`\x1b[31m`],
    ['a lone surrogate', '\uD800', String.raw`\ud800`],
    ['a byte-order mark', '\uFEFF', String.raw`\ufeff`],
    ['a line separator', '\u2028', String.raw`\u2028`],
    ['a tag character', '\u{E0041}', String.raw`\u{e0041}`],
  ])('shows %s as an escape', (_name, text, shown) => {
    expect(visibleLine(text)).toBe(shown);
  });

  it('keeps line breaks only where asked to', () => {
    expect(visibleRuns('a\nb', 'kept')).toEqual([{ text: 'a\nb', escaped: false }]);
    expect(visibleRuns('a\nb', 'escaped')).toHaveLength(3);
  });

  it('never cuts a pair of surrogates', () => {
    expect(firstUnits('a🐶b', 2)).toBe('a');
    expect(firstUnits('a🐶b', 3)).toBe('a🐶');
    expect(firstUnits('ab', 0)).toBe('');
  });

  it('counts in words', () => {
    expect(counted(1, 'check')).toBe('1 check');
    expect(counted(4202, 'byte')).toBe('4,202 bytes');
    expect(grouped(1_234_567)).toBe('1,234,567');
    expect(grouped(-1234)).toBe('-1,234');
  });
});
