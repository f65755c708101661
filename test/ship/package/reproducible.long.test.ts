import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyCheckout } from '../../../lab/copy-checkout.ts';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';
import { PLATFORMS } from '../../../scripts/package/bundles.ts';
import { execute, packInto } from './installation.ts';

const OMITTED = new Set(['.git', 'dist', 'node_modules', 'reports']);
const parts = readdirSync(PACKAGE_ROOT).filter((name) => !OMITTED.has(name));
const checkouts = [copyCheckout(parts), copyCheckout(parts)];
const root = mkdtempSync(join(tmpdir(), 'petstore-conformance-reproducible-'));

/** The first bytes of a program, in hexadecimal: its system and, apart from Windows, its processor. */
const START = {
  'linux-x64': /^7f454c46.{28}3e/,
  'linux-arm64': /^7f454c46.{28}b7/,
  'darwin-arm64': /^cffaedfe0c000001/,
  'darwin-x64': /^cffaedfe07000001/,
  'win-x64': /^4d5a/,
} as const;

afterAll(() => {
  for (const folder of [root, ...checkouts]) rmSync(folder, { recursive: true, force: true });
});

describe('the package and the bundles', () => {
  it('are the same in two folders, byte for byte, with all that stands beside them', async () => {
    for (const [index, checkout] of checkouts.entries()) await packInto(join(root, String(index)), PLATFORMS, checkout);
    const [first, second] = [join(root, '0'), join(root, '1')];
    const names = readdirSync(first).toSorted();
    expect(names).toEqual([
      'Dockerfile',
      'SHA256SUMS',
      ...PLATFORMS.toSorted().map((platform) => expect.stringMatching(new RegExp(`-${platform}\\.tar\\.[gx]z$`))),
      expect.stringMatching(/^petstore-conformance-.*\.tgz$/),
      'provenance.intoto.json',
      'sbom.cdx.json',
    ]);
    expect(readdirSync(second).toSorted()).toEqual(names);
    for (const name of names)
      expect(readFileSync(join(second, name)).equals(readFileSync(join(first, name))), name).toBe(true);
  });

  it.each(PLATFORMS)('have a Node for %s, and a launcher', async (platform) => {
    const dist = join(root, '0');
    const [archive = ''] = readdirSync(dist).filter((name) => name.includes(`-${platform}.tar.`));
    const folder = join(root, archive.replace(/\.tar\.[gx]z$/, ''));
    await execute('tar', ['-xf', join(dist, archive)], root);
    const program = platform === 'win-x64' ? 'node.exe' : 'node';
    const launcher = platform === 'win-x64' ? 'petstore-conformance.cmd' : 'petstore-conformance';
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['NODE-LICENSE', 'app', launcher, program]));
    expect(readFileSync(join(folder, launcher), 'utf8')).toContain(program);
    const start = readFileSync(join(folder, program)).subarray(0, 20).toString('hex');
    expect(start).toMatch(START[platform]);
    rmSync(folder, { recursive: true });
  });
});
