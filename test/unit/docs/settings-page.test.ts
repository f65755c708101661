import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { defaultNetwork } from '../../../src/settings/network-settings.ts';
import { apiKeyVariable, settingNames } from '../../../src/settings/settings.ts';
import { fakeConsole } from '../../support/fake-console.ts';
import { configured, target } from '../../support/configuration-under-test.ts';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
/** Flags without a variable have a table of their own. */
const rows = read('docs/settings.md')
  .split('\n')
  .filter((line) => /^\|[^|]*\| `PETSTORE_/.test(line));

/** The flag or the variable that a row of the page names, without what follows it. */
function named(row: string, column: 1 | 2): string {
  return /`(-*[\w-]+)/.exec(row.split('|')[column] ?? '')?.[1] ?? '';
}

it('docs/settings.md has a row for each setting, with its flag and its variable, and no other', () => {
  const settings = Object.values(settingNames).map(({ flag, variable }) => `${variable} ${flag}`);
  const given = rows.map((row) => `${named(row, 2)} ${named(row, 1)}`);
  expect(given.toSorted()).toEqual([`${apiKeyVariable} `, ...settings].toSorted());
});

describe('a default', () => {
  const { sizes, maxRequests, maxDepth } = defaultNetwork;
  const known = configured({ environment: target });
  const onPage = Object.fromEntries(rows.map((row) => [named(row, 1), (row.split('|')[3] ?? '').trim()]));
  let help = '';

  beforeAll(async () => {
    const console = fakeConsole('.');
    await main(['run', '--help'], console);
    help = console.written().replaceAll(/\s+/g, ' ');
  });

  it.each<readonly [flag: string, value: string | number]>([
    ['--profile', known.profile],
    ['--max-creates', known.maxCreates],
    ['--concurrency', known.concurrency],
    ['--examples', known.examples],
    ['--wait', known.waitSeconds],
    ['--request-timeout', known.requestTimeoutSeconds],
    ['--settle-timeout', known.settleSeconds],
    ['--deadline', known.deadlineSeconds],
    ['--max-requests', maxRequests],
    ['--max-header-size', sizes.head / 1024],
    ['--max-body-size', sizes.body / 1024],
    ['--max-decompressed-size', sizes.unpacked / 1024],
    ['--max-depth', maxDepth],
  ])('of %s is %s in the help and on the page', (flag, value) => {
    expect(onPage[flag]?.replaceAll('`', '')).toBe(String(value));
    const [, text = ''] = help.split(` ${flag} <`);
    expect(text.split(' (PETSTORE_')[0]).toMatch(new RegExp(`; ${value} by default$`));
  });
});

it('.env.example names the same variables, and none with a value', () => {
  const example = parse(read('.env.example'));
  expect(Object.keys(example).toSorted()).toEqual(rows.map((row) => named(row, 2)).toSorted());
  expect(new Set(Object.values(example))).toEqual(new Set(['']));
});
