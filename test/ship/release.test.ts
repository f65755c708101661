import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { resultOf, startProcess } from '../../lab/child-process.ts';
import { copyCheckout } from '../../lab/copy-checkout.ts';

let checkout = '';

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

it('a release is rejected if the fleet was judged with other sources, or the changelog does not know the version', async () => {
  checkout = copyCheckout([
    'CHANGELOG.md',
    'bin',
    'docs',
    'lab',
    'package.json',
    'schemas',
    'scripts',
    'specs',
    'src',
    'test',
  ]);
  appendFileSync(join(checkout, 'specs/create.spec.ts'), '// Changed.\n');
  const words = ['--disable-warning=ExperimentalWarning', 'scripts/package.ts', '--release'];
  const { code, out, error } = await resultOf(startProcess(process.execPath, words, { cwd: checkout }));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toContain('docs/kill-matrix.json was recorded with other sources. Run npm run detection');
  expect(error).toContain('The checkout has changes. Commit them');
  expect(error).toContain('CHANGELOG.md has no heading for version 0.1.0.');
});
