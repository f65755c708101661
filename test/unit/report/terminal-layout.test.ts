import { describe, expect, it } from 'vitest';
import { createPage, displayWidth } from '../../../src/report/terminal-layout.ts';

const plain = createPage({ colour: false, width: 40 });

describe('a page', () => {
  it('breaks between words and indents each line', () => {
    expect(plain.paragraph('one two three four five six seven eight nine ten', 2)).toEqual([
      '  one two three four five six seven',
      '  eight nine ten',
    ]);
  });

  it('keeps a word whole that is wider than the line', () => {
    const address = `http://127.0.0.1/${'a'.repeat(60)}`;
    expect(plain.paragraph(`at ${address} then`, 0)).toEqual(['at', address, 'then']);
  });

  it('keeps runs of spaces', () => {
    expect(plain.paragraph('"a  b"', 0)).toEqual(['"a  b"']);
  });

  it('puts a field beside its label, and an item behind its dash', () => {
    expect(plain.field('Expected', 'at most 20 animals in the page, or none')).toEqual([
      '    Expected  at most 20 animals in the',
      '              page, or none',
    ]);
    expect(plain.item('one')).toEqual(['  - one']);
  });

  it('never breaks a verbatim line', () => {
    expect(plain.verbatim(`curl ${'word '.repeat(50)}`, 4)).toBe(`    curl ${'word '.repeat(50)}`);
  });

  it('makes every line inert, in colour too', () => {
    const lines = [
      ...plain.paragraph('a\u001B[2J', 0),
      ...plain.field('L', 'a\u202E'),
      ...plain.item('\n'),
      plain.verbatim('\r', 0),
    ];
    expect(lines).toEqual([
      String.raw`a\x1b[2J`,
      `    L         a${String.raw`\u202e`}`,
      String.raw`  - \n`,
      String.raw`\r`,
    ]);
  });

  it('paints only where colour is wanted, whatever the process writes to', () => {
    expect(plain.paint('bad', 'x')).toBe('x');
    expect(createPage({ colour: true, width: 40 }).paint('bad', 'x')).toContain('\u001B[31m');
  });

  it('fills neither a very wide nor a very narrow terminal', () => {
    const words = 'word '.repeat(60).trimEnd();
    const widest = (width: number): number =>
      Math.max(...createPage({ colour: false, width }).paragraph(words, 0).map(displayWidth));
    expect(widest(300)).toBeLessThanOrEqual(100);
    expect(widest(10)).toBeGreaterThan(30);
  });
});

describe('displayWidth', () => {
  it.each([
    ['Rex', 3],
    ['小猫', 4],
    ['🐶', 2],
    ['Zoe\u0308', 3],
    ['', 0],
  ])('%j takes %i cells', (text, cells) => {
    expect(displayWidth(text)).toBe(cells);
  });
});
