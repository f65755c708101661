import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiKeyVariable, settingNames } from '../../src/target/settings.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
/** Flags without a variable have a table of their own. */
const rows = read('docs/settings.md')
  .split('\n')
  .filter((line) => /^\|[^|]*\| `PETSTORE_/.test(line));

/** The flag or the variable that a row of the page names, without what follows it. */
function named(row: string, column: 1 | 2): string {
  return /`(-*[\w-]+)/.exec(row.split('|')[column] ?? '')?.[1] ?? '';
}

function byVariable([, left = '']: readonly string[], [, right = '']: readonly string[]): number {
  return left < right ? -1 : 1;
}

describe('docs/settings.md', () => {
  it('has a row for each setting, with its flag and its variable, and no other', () => {
    const wanted = [['', apiKeyVariable], ...Object.values(settingNames).map(({ flag, variable }) => [flag, variable])];
    const given = rows.map((row) => [named(row, 1), named(row, 2)]);
    expect(given.toSorted(byVariable)).toEqual(
      wanted.map(([flag = '', variable = '']) => [flag.split(' ')[0] ?? '', variable]).toSorted(byVariable),
    );
  });
});

describe('.env.example', () => {
  it('names the same variables', () => {
    const given = [...read('.env.example').matchAll(/^(PETSTORE_\w+)=/gm)].map(([, name]) => name);
    expect(new Set(given)).toEqual(new Set(rows.map((row) => named(row, 2))));
  });
});
