import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('SECURITY.md', ROOT), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (-|it can)/.test(line));

describe('SECURITY.md', () => {
  it('names a test in each line, and only tests that are there', () => {
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) {
      const named = row.match(/`test\/[^`]+`/g) ?? [];
      expect(named.length, row).toBeGreaterThan(0);
      for (const each of named) expect(existsSync(new URL(each.replaceAll('`', ''), ROOT)), each).toBe(true);
    }
  });
});
