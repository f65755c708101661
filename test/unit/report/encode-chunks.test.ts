import { expect, it } from 'vitest';
import { encodeChunks } from '../../../src/report/formats.ts';

function chunksOf(pieces: readonly string[]): readonly string[] {
  return Array.from(encodeChunks(pieces), (chunk) => Buffer.from(chunk).toString());
}

const LINE = `${'é'.repeat(10_000)}\n`;

it.each([
  ['nothing', []],
  ['a short text', ['one\n', 'two']],
  [
    'many lines, in pieces that end within them',
    Array.from({ length: 40 }, () => [LINE.slice(0, 77), LINE.slice(77)]).flat(),
  ],
  ['lines longer than a chunk', [LINE.trim().repeat(9), '\n', LINE.trim().repeat(20), 'end\n', 'rest']],
  ['one large piece', [LINE.repeat(50)]],
])('%s is the same in chunks, each of whole lines but the last', (_, pieces) => {
  const chunks = chunksOf(pieces);
  expect(chunks.join('')).toBe(pieces.join(''));
  expect(chunks.slice(0, -1).every((chunk) => chunk.endsWith('\n') && chunk.length > 30_000)).toBe(true);
  expect(Math.max(0, ...chunks.map(({ length }) => length))).toBeLessThan(
    Math.max(140_000, 2 * pieces.join('').length),
  );
});

it('a large text is never in memory whole', () => {
  expect(chunksOf(Array.from({ length: 100 }, () => LINE)).length).toBeGreaterThan(20);
});
