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
    const watched = { directory: '/srv/service', reports: '/srv/service/reports' };
    expect(isIgnored(join(watched.directory, path), watched)).toBe(ignored);
  });

  it('does not count as ignored because of a folder above', () => {
    const watched = { directory: '/a/node_modules/service', reports: '/a/reports' };
    expect(isIgnored('/a/node_modules/service/app.js', watched)).toBe(false);
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

describe('a folder cannot be watched', () => {
  it('where it is none, or holds nothing but the report', () => {
    const obstacle = (directory: string, reports: string): string | null =>
      watchObstacle({ directory: join(folder, directory), reports: join(folder, reports) });
    mkdirSync(join(folder, 'src'));
    mkdirSync(join(folder, 'reports', 'inner'), { recursive: true });
    writeFileSync(join(folder, 'file'), '');
    expect(obstacle('src', 'reports')).toBeNull();
    expect(obstacle('.', 'reports')).toBeNull();
    expect(obstacle('none', 'reports')).toBe('it is no folder');
    expect(obstacle('file', 'reports')).toBe('it is no folder');
    expect(obstacle('reports', 'reports')).toBe('the report is written into it');
    expect(obstacle('reports/inner', 'reports')).toBe('the report is written into it');
  });
});
