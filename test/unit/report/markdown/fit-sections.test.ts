import { describe, expect, it } from 'vitest';
import { fitSections, type Section } from '../../../../src/report/markdown/fit-sections.ts';

function section(title: string, entries: readonly string[]): Section {
  return { heading: `## ${title}`, entries, between: '\n', things: 'things' };
}

describe('sections', () => {
  it('stand whole where they fit, and empty ones not at all', () => {
    const text = fitSections([section('A', ['- 1', '- 2']), section('B', []), section('C', ['- 3'])], 10_000);
    expect(text).toBe('## A\n\n- 1\n- 2\n\n## C\n\n- 3\n');
  });

  it('lose whole entries from their end, and say how many', () => {
    const entries = Array.from({ length: 100 }, (_, index) => `- entry ${index}`);
    const text = fitSections([section('A', entries)], 400);
    const shown = text.match(/^- entry \d+$/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(0);
    expect(text).toContain(`${100 - shown} more things are left out here`);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(400);
  });

  it('count bytes and not characters', () => {
    const entries = Array.from({ length: 100 }, () => '🐕'.repeat(10));
    expect(Buffer.byteLength(fitSections([section('A', entries)], 1000))).toBeLessThanOrEqual(1000);
  });

  it('keep their headings where an earlier one has taken all the room', () => {
    const long = section('A', ['x'.repeat(300), 'y'.repeat(300)]);
    const text = fitSections([long, section('B', ['- b'.repeat(50)])], 650);
    expect(text).toContain('x'.repeat(300));
    expect(text).not.toContain('yyy');
    expect(text).toContain('## B\n\n1 more things are left out here');
  });
});
