import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';
import { STAGES } from '../../../src/suite/case.ts';

// Newcomers follow these pages. Without this test, the pages would keep names that the code has lost.

const PAGES = ['CONTRIBUTING.md', 'docs/architecture.md', ...globSync('docs/decisions/*.md', { cwd: PACKAGE_ROOT })];
const FOLDERS = ['bin', 'lab', 'openapi', 'schemas', 'scripts', 'specs', 'src', 'test'];

const files = globSync([...FOLDERS.map((folder) => `${folder}/**/*.{ts,js,json,yaml}`), '*', 'docs/**/*'], {
  cwd: PACKAGE_ROOT,
});
const code = files
  .filter((file) => /\.(ts|js|json|yaml)$/.test(file) && file !== 'test/unit/house/cited-names.test.ts')
  .map((file) => readFileSync(join(PACKAGE_ROOT, file), 'utf8'))
  .join('\n');
const fileNames = new Set(files.map((file) => basename(file)));

/** What the examples of CONTRIBUTING.md add, and an option of undici. */
const ELSEWHERE = /delete|tag\b|^summary-command\.ts$|^tsv|^expectContinue$/i;

function isFile(name: string): boolean {
  return existsSync(join(PACKAGE_ROOT, name)) || fileNames.has(basename(name));
}

/** The names in backticks on a page, outside its blocks of code. */
function namesOn(page: string): readonly string[] {
  const prose = readFileSync(join(PACKAGE_ROOT, page), 'utf8').replaceAll(/^ *```[^]*?^ *```$/gm, '');
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

it('the pages name parts of the code', () => {
  expect(PAGES.flatMap(namesOn).length).toBeGreaterThan(500);
});

it.each(PAGES)('%s names only files and parts of the code that exist', (page) => {
  const names = namesOn(page).filter((name) => /^[a-z][\w./-]+$/i.test(name) && !ELSEWHERE.test(name));
  expect(names.filter((name) => !isFile(name) && !code.includes(name))).toEqual([]);
});

it('CONTRIBUTING.md names only stages that exist', () => {
  const page = readFileSync(join(PACKAGE_ROOT, 'CONTRIBUTING.md'), 'utf8');
  const named = [...page.matchAll(/stage(?: is|:| \()\s*[`']([a-z ]+)[`']/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(1);
  expect(STAGES).toEqual(expect.arrayContaining(named));
});
