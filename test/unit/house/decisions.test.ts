import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';

const FOLDER = join(PACKAGE_ROOT, 'docs/decisions');
const LONGEST = 60;
const decisions = readdirSync(FOLDER).toSorted();

it('decisions are numbered from 1 without a gap', () => {
  expect(decisions.map((name) => Number(/^\d{4}(?=-[a-z-]+\.md$)/.exec(name)?.[0]))).toEqual(
    decisions.map((_, place) => place + 1),
  );
});

describe.each(decisions)('%s', (name) => {
  const lines = readFileSync(join(FOLDER, name), 'utf8').split('\n');

  it('is short, has its number in the title, and gives context, decision and consequences', () => {
    expect(lines[0]).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. [A-Z]`));
    expect(lines.filter((line) => line.startsWith('## '))).toEqual(['## Context', '## Decision', '## Consequences']);
    expect(lines.length).toBeLessThanOrEqual(LONGEST);
  });
});
