import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { resultOf, startProcess } from '../../lab/child-process.ts';
import { copyCheckout } from '../../lab/copy-checkout.ts';

let checkout = '';

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

it('a release is refused where the fleet was judged with other sources', async () => {
  checkout = copyCheckout(['bin', 'docs', 'lab', 'package.json', 'schemas', 'scripts', 'specs', 'src', 'test']);
  appendFileSync(join(checkout, 'specs/create.spec.ts'), '// Changed.\n');
  const words = ['--disable-warning=ExperimentalWarning', 'scripts/package.ts', '--release'];
  const { code, out, error } = await resultOf(startProcess(process.execPath, words, { cwd: checkout }));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toBe('docs/kill-matrix.json was recorded with other sources. Run npm run detection, and try again.\n');
});
