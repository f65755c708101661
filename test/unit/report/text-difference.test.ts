import { describe, expect, it } from 'vitest';
import { renderFormat } from '../../../src/report/formats.ts';
import { renderAnnotations } from '../../../src/report/github/render-annotations.ts';
import { codePointNote, splitAtDifference } from '../../../src/report/text-difference.ts';
import { shown, violatedReport, violation } from '../../support/terminal-reports.ts';

describe('two texts that differ beyond ASCII', () => {
  it.each([
    ['é in two forms', '"Zo\u00E9"', '"Zoe\u0301"', 'expected has U+00E9, actual has U+0065 U+0301'],
    ['a zero-width space', '"Rex"', '"R\u200Bex"', 'expected has nothing there, actual has U+200B'],
    ['a Cyrillic letter', '"Rex"', '"R\u0435x"', 'expected has U+0065, actual has U+0435'],
    ['two spaces', '"a  b"', '"a b"', 'expected has U+0020, actual has nothing there'],
    ['another space', '"a b"', '"a\u00A0b"', 'expected has U+0020, actual has U+00A0'],
  ])('with %s are told apart by code points', (_, expected, actual, note) => {
    expect(codePointNote(expected, actual)).toBe(`the code points differ: ${note}`);
  });

  it.each([
    ['"Rex"', '"Max"'],
    ['"Rex"', '"Rex"'],
    ['8 pets', '7 pets'],
    ['one of "a", "b"', '"b"'],
    [`"${'a'.repeat(9)}"`, `"${'\u0430'.repeat(9)}"`],
  ])('have no note if they are %j and %j', (expected, actual) => {
    expect(codePointNote(expected, actual)).toBeNull();
  });

  it('are distinguished in every format that people read', async () => {
    const checks = [violation('LIST-LIMIT-MAX', { expected: '"Zo\u00E9"', actual: '"Zoe\u0301"' })];
    const report = violatedReport({ checks });
    const texts = [shown(report), renderAnnotations(report)];
    for (const name of ['md', 'html', 'junit'] as const) texts.push(await renderFormat(report, name));
    for (const text of texts) expect(text.replaceAll(/\s+/g, ' ')).toContain('expected has U+00E9, actual has');
  });
});

describe('the difference of two texts', () => {
  it.each([
    ['the name "Rex"', 'the name "Max"', ['Re', 'Ma']],
    ['Bartholomew', 'Barthol', ['omew', '']],
    ['pets 🐶 and more', 'pets 🐱 and more', ['🐶', '🐱']],
    ['same', 'same', ['', '']],
  ])('of %j and %j is %j', (one, other, middles) => {
    expect(splitAtDifference(one, other).map(({ middle }) => middle)).toEqual(middles);
  });
});
