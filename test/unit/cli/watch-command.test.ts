import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isIgnored, watchProblem } from '../../../src/cli/watch-command.ts';

const FOLDER = { directory: join('/', 'app'), reports: join('/', 'app', 'out', 'reports') };

it.each([
  [join('src', 'app.js'), false],
  [join('out', 'app.js'), false],
  [join('out', 'reports'), true],
  [join('out', 'reports', 'report.json'), true],
  [join('out', 'reports-of-sales.js'), false],
  [join('node_modules', 'a', 'index.js'), true],
  [join('packages', 'a', 'node_modules'), true],
  [join('.git', 'index'), true],
])('a change of %s is ignored: %s', (path, ignored) => {
  expect(isIgnored(path, FOLDER)).toBe(ignored);
});

it('a folder can be watched if it is one, and if the report is not all that changes in it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'watch-'));
  try {
    const file = join(directory, 'app.js');
    writeFileSync(file, '');
    mkdirSync(join(directory, 'reports'));
    const reports = join(directory, 'reports');
    expect(watchProblem({ directory, reports })).toBeNull();
    expect(watchProblem({ directory: file, reports })).toBe('it is not a folder');
    expect(watchProblem({ directory: join(directory, 'missing'), reports })).toBe('it is not a folder');
    expect(watchProblem({ directory: reports, reports })).toBe('the report is written into it');
    expect(watchProblem({ directory: join(reports, 'old'), reports })).toBe('it is not a folder');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
