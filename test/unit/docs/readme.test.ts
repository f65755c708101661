import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';

const page = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');

it('README.md is short, and goes from installation to a gate before everything else', () => {
  expect(page.split('\n').length - 1).toBeLessThanOrEqual(120);
  const sections = [...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(sections.slice(0, 4)).toEqual(['Install', 'First run', 'A failure', 'In a pipeline']);
});

it('README.md names the two commands of a checkout', () => {
  expect(page).toContain('npm ci --omit=dev && npm run conformance');
  expect(page).toContain('npm ci && npm test');
});
