import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';

interface LockedPackage {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

const LOCK_FILES = globSync('**/package-lock.json', {
  cwd: PACKAGE_ROOT,
  exclude: (path) => path.endsWith('node_modules'),
});

function packagesOf(lockFile: string): readonly (readonly [string, LockedPackage])[] {
  const { packages }: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(join(PACKAGE_ROOT, lockFile), 'utf8'),
  );
  return Object.entries(packages).filter(([path]) => path !== '');
}

describe('the manifest', () => {
  it('starts every script on a Node that is new enough', () => {
    const steps = Object.values(manifest.scripts).flatMap((script) => script.split(' && '));
    const others = steps.filter(
      (step) =>
        !/^(?:[A-Z]+=\w+ )?npm run /.test(step) &&
        !/^node (?:scripts\/with-node|bin\/petstore-conformance)\.js /.test(step),
    );
    expect(steps.length).toBeGreaterThan(15);
    expect(others).toEqual([]);
  });

  it('names exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

it('npm ci --omit=dev installs at most 60 MB beside Node', () => {
  const packages = packagesOf('package-lock.json').filter(([, { dev, optional }]) => dev !== true && optional !== true);
  const files = packages.flatMap(([path]) => globSync(join(PACKAGE_ROOT, path, '**/*')));
  expect(files.length).toBeGreaterThan(100);
  const bytes = files.map((file) => statSync(file).size).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThan(60_000_000);
});

describe.each(LOCK_FILES)('%s', (lockFile) => {
  it('has an integrity value for every package', () => {
    const packages = packagesOf(lockFile);
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]+=*$/.test(integrity))).toEqual([]);
  });

  it('names no registry', () => {
    expect(packagesOf(lockFile).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
