import { describe, expect, it } from 'vitest';
import { createPage, displayWidth } from '../../../../src/report/terminal/terminal-layout.ts';

const page = createPage({ colour: false, width: 40 });
const ADDRESS = `http://127.0.0.1/${'a'.repeat(60)}`;
const LONG = `curl ${'word '.repeat(50)}`;

describe('a page', () => {
  it.each([
    [
      'breaks between words and indents each line',
      page.paragraph('one two three four five six seven eight nine ten', 2),
      ['  one two three four five six seven', '  eight nine ten'],
    ],
    ['keeps a word whole that is too wide', page.paragraph(`at ${ADDRESS} then`, 0), ['at', ADDRESS, 'then']],
    ['keeps runs of spaces', page.paragraph('"a  b"', 0), ['"a  b"']],
    [
      'puts a field beside its label',
      page.field('Expected', 'at most 20 pets in the page, or none'),
      ['    Expected  at most 20 pets in the', '              page, or none'],
    ],
    ['never breaks a verbatim line', [page.verbatim(LONG, 4)], [`    ${LONG}`]],
    [
      'makes every line inert',
      [...page.paragraph('a\u001B[2J', 0), ...page.field('L', '\u202E'), ...page.dashed('\n'), page.verbatim('\r', 0)],
      [String.raw`a\x1b[2J`, String.raw`    L         \u202e`, String.raw`  - \n`, String.raw`\r`],
    ],
    [
      'paints with colour',
      [createPage({ colour: true, width: 40 }).paint('bad', 'x')],
      ['\u001B[1m\u001B[31mx\u001B[39m\u001B[22m'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(lines).toEqual(expected);
  });

  it('keeps a number with its unit', () => {
    const lines = createPage({ colour: false, width: 40 }).paragraph(`${'a'.repeat(35)} 3.5 s in all`, 0);
    expect(lines).toEqual(['a'.repeat(35), '3.5 s in all']);
    const text = `${'a'.repeat(33)} 12 bytes`;
    expect(createPage({ colour: false, width: 40 }).paragraph(text, 0)).toEqual(['a'.repeat(33), '12 bytes']);
  });

  it.each([
    ['names items with an id', 'ID', ['  - ID: text', '    Fix       Do it.', '', '  and 1 more in report.json: ID']],
    ['says the text of others', null, ['  - text', '    Fix       Do it.', '  - text']],
  ])('leaves out the facts of the last items of a section, and %s', (_, id, lines) => {
    const item = { id, text: 'text', facts: [{ label: 'Fix', own: 'Do it.' }] };
    expect(page.section({ title: 'Title', items: [item, item] }, 1)).toEqual(['Title', ...lines]);
  });

  it.each([
    [300, 99],
    [100, 99],
    [60, 59],
    [10, 39],
  ])('%i columns wide has lines of %i', (width, widest) => {
    const lines = createPage({ colour: false, width }).paragraph('word '.repeat(60).trimEnd(), 0);
    expect(Math.max(...lines.map(displayWidth))).toBe(widest);
  });
});

it.each([
  ['Rex', 3],
  ['小猫', 4],
  ['🐶', 2],
  ['Zoe\u0308', 3],
  ['', 0],
])('%j takes %i cells', (text, cells) => {
  expect(displayWidth(text)).toBe(cells);
});
