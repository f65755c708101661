import { describe, expect, it } from 'vitest';
import { renderFormat } from '../../../src/report/formats.ts';
import { renderAnnotations } from '../../../src/report/github/render-annotations.ts';
import { lookAlikeNote } from '../../../src/report/look-alike.ts';
import { shown, violatedReport, violation } from '../../support/terminal-reports.ts';

describe('two texts that look alike', () => {
  it.each([
    ['é in two forms', '"Zo\u00E9"', '"Zoe\u0301"', 'expected has U+00E9, actual has U+0065 U+0301'],
    ['a zero-width space', '"Rex"', '"R\u200Bex"', 'expected has nothing there, actual has U+200B'],
    ['a Cyrillic letter', '"Rex"', '"R\u0435x"', 'expected has U+0065, actual has U+0435'],
    ['two spaces', '"a  b"', '"a b"', 'expected has U+0020, actual has nothing there'],
    ['another space', '"a b"', '"a\u00A0b"', 'expected has U+0020, actual has U+00A0'],
    ['strings in other words', 'the name "a"', 'a pet named "\u0430"', 'expected has U+0061, actual has U+0430'],
  ])('with %s are told apart by code points', (_, expected, actual, note) => {
    expect(lookAlikeNote(expected, actual)).toBe(`the two look alike; ${note}`);
  });

  it.each([
    ['"Rex"', '"Max"'],
    ['"Rex"', '"Rex"'],
    ['8 pets', '7 pets'],
    ['one of "a", "b"', '"b"'],
  ])('are not %j and %j', (expected, actual) => {
    expect(lookAlikeNote(expected, actual)).toBeNull();
  });

  it('are distinguished by at most eight code points', () => {
    expect(lookAlikeNote(`"${'a'.repeat(10)}"`, `"${'\u0430'.repeat(10)}"`)).toContain('U+0430 and 2 more');
  });

  it('are distinguished in every format that people read', async () => {
    const checks = [violation('LIST-LIMIT-MAX', { expected: '"Zo\u00E9"', actual: '"Zoe\u0301"' })];
    const report = violatedReport({ checks });
    const texts = [shown(report), renderAnnotations(report)];
    for (const name of ['md', 'html', 'junit'] as const) texts.push(await renderFormat(report, name));
    for (const text of texts) expect(text.replaceAll(/\s+/g, ' ')).toContain('expected has U+00E9, actual has');
  });
});
