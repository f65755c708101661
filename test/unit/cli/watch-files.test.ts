import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectChanges, isIgnored, watchFiles, watchProblem } from '../../../src/cli/watch-files.ts';

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

  it('is given with its path, also in new folders, and never in ignored ones', async () => {
    mkdirSync(join(folder, 'node_modules'));
    const never = new AbortController().signal;
    const changes = await watchFiles({ directory: folder, reports: join(folder, 'reports') });
    writeFileSync(join(folder, 'node_modules', 'a.js'), '');
    writeFileSync(join(folder, 'app.js'), 'text');
    expect(await changes.next(never)).toBe(join(folder, 'app.js'));
    mkdirSync(join(folder, 'inner'));
    expect(await changes.next(never)).toBe(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'more.js'), 'text');
    expect(await changes.next(never)).toBe(join(folder, 'inner', 'more.js'));
    await changes.close();
  });
});

describe('the next change', () => {
  const never = new AbortController().signal;

  it('is the first of those that came soon after each other', async () => {
    const changes = collectChanges(1);
    for (const path of ['a', 'b', 'c']) changes.add(path);
    expect(await changes.next(never)).toBe('a');
    changes.add('d');
    expect(await changes.next(never)).toBe('d');
  });

  it('comes even if changes never pause', async () => {
    const changes = collectChanges(2, 20);
    changes.add('first');
    const noise = setInterval(() => changes.add('noise'), 1);
    try {
      expect(await changes.next(never)).toBe('first');
    } finally {
      clearInterval(noise);
    }
  });

  it('is null once it is stopped, and stays for the next call', async () => {
    const changes = collectChanges(1);
    const stopping = new AbortController();
    const next = changes.next(stopping.signal);
    stopping.abort();
    expect(await next).toBeNull();
    changes.add('a');
    expect(await changes.next(stopping.signal)).toBeNull();
    expect(await changes.next(never)).toBe('a');
  });
});

it.each([
  ['src', 'reports', null],
  ['.', 'reports', null],
  ['none', 'reports', 'it is not a folder'],
  ['file', 'reports', 'it is not a folder'],
  ['reports', 'reports', 'the report is written into it'],
  ['reports/inner', 'reports', 'the report is written into it'],
])('a folder %s, with the report in %s, has the problem %s', (directory, reports, problem) => {
  for (const inner of ['src', 'reports/inner']) mkdirSync(join(folder, inner), { recursive: true });
  writeFileSync(join(folder, 'file'), '');
  expect(watchProblem({ directory: join(folder, directory), reports: join(folder, reports) })).toBe(problem);
});
