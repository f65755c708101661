import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isIgnored, watchFiles, watchObstacle } from '../../../src/cli/watch-files.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-files-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a change', () => {
  it.each([
    ['src/app.js', false],
    ['.env', false],
    ['reports-of-mine/a.txt', false],
    ['reports', true],
    ['reports/report.json', true],
    ['node_modules/a/index.js', true],
    ['src/node_modules/a.js', true],
    ['.git/HEAD', true],
    ['.gitignore', false],
  ])('of %s is ignored: %j', (path, ignored) => {
    // A folder above does not count.
    const watched = { directory: '/srv/node_modules/service', reports: '/srv/node_modules/service/reports' };
    expect(isIgnored(join(watched.directory, path), watched)).toBe(ignored);
  });

  it('is told with its path, also in folders that are new, and no more once it is ended', async () => {
    const seen = new Set<string>();
    let arrived = Promise.withResolvers<void>();
    let wanted = '';
    mkdirSync(join(folder, 'node_modules'));
    const end = await watchFiles({ directory: folder, reports: join(folder, 'reports') }, (path) => {
      seen.add(path);
      if (path === wanted) arrived.resolve();
    });
    async function write(...steps: readonly string[]): Promise<void> {
      wanted = join(folder, ...steps);
      arrived = Promise.withResolvers();
      writeFileSync(wanted, 'text');
      await arrived.promise;
    }
    writeFileSync(join(folder, 'node_modules', 'a.js'), '');
    await write('app.js');
    mkdirSync(join(folder, 'inner'));
    await write('inner', 'more.js');
    await end();
    expect([...seen].filter((path) => path.includes('node_modules'))).toEqual([]);
  });
});

it.each([
  ['src', 'reports', null],
  ['.', 'reports', null],
  ['none', 'reports', 'it is no folder'],
  ['file', 'reports', 'it is no folder'],
  ['reports', 'reports', 'the report is written into it'],
  ['reports/inner', 'reports', 'the report is written into it'],
])('a folder %s, with the report in %s, has the obstacle %s', (directory, reports, obstacle) => {
  for (const inner of ['src', 'reports/inner']) mkdirSync(join(folder, inner), { recursive: true });
  writeFileSync(join(folder, 'file'), '');
  expect(watchObstacle({ directory: join(folder, directory), reports: join(folder, reports) })).toBe(obstacle);
});
