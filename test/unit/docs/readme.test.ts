import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FORMATS } from '../../../src/report/formats.ts';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';

const page = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');

it('README.md is short, and goes from installation to a gate before everything else', () => {
  expect(page.split('\n').length - 1, 'README.md is too long: move text to a page below docs').toBeLessThanOrEqual(120);
  const sections = [...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(sections.slice(0, 4)).toEqual(['Install', 'First run', 'A failure', 'In a pipeline']);
});

it('README.md names the two commands of a checkout', () => {
  expect(page).toContain('npm ci --omit=dev && npm run conformance');
  expect(page).toContain('npm ci && npm test');
});

it('README.md says what the file of each format is', () => {
  const missing = Object.values(FORMATS).filter(({ file }) => !page.includes(`\n| \`${file}\` `));
  expect(missing, 'README.md has a table of files: add a row for each of these').toEqual([]);
});
