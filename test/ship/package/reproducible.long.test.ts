import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyCheckout } from '../../../lab/copy-checkout.ts';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';
import { packInto } from './installation.ts';

const OMITTED = new Set(['.git', 'dist', 'node_modules', 'reports']);
const parts = readdirSync(PACKAGE_ROOT).filter((name) => !OMITTED.has(name));
const checkouts = [copyCheckout(parts), copyCheckout(parts)];
const root = mkdtempSync(join(tmpdir(), 'petstore-conformance-reproducible-'));

afterAll(() => {
  for (const folder of [root, ...checkouts]) rmSync(folder, { recursive: true, force: true });
});

describe('the package', () => {
  it('is the same in two folders, byte for byte, with all that stands beside it', async () => {
    for (const [index, checkout] of checkouts.entries()) await packInto(join(root, String(index)), checkout);
    const [first, second] = [join(root, '0'), join(root, '1')];
    const names = readdirSync(first).toSorted();
    expect(names).toEqual([
      'SHA256SUMS',
      expect.stringMatching(/^petstore-conformance-.*\.tgz$/),
      'provenance.intoto.json',
      'sbom.cdx.json',
    ]);
    expect(readdirSync(second).toSorted()).toEqual(names);
    for (const name of names)
      expect(readFileSync(join(second, name)).equals(readFileSync(join(first, name))), name).toBe(true);
  });
});
