import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { resultOf, startProcess } from '../child-process.ts';
import type { PackageFigures } from './figures.ts';

/** Installs the packed suite into an empty folder, and runs it once. */
export async function measurePackage(folder: string): Promise<PackageFigures> {
  const script = join(PACKAGE_ROOT, 'scripts/package.ts');
  const printed = await execute(process.execPath, ['--no-warnings', script, '--out', folder], folder);
  const [packed]: readonly { readonly filename: string; readonly size: number }[] = JSON.parse(printed);
  if (packed === undefined) throw new Error('npm pack printed no file name.');
  const home = join(folder, 'installed');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const begun = performance.now();
  // Users also install from the registry or from the cache of npm.
  await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, packed.filename)], home);
  const installed = performance.now();
  const bin = join(home, 'node_modules/petstore-conformance/bin/petstore-conformance.js');
  await execute(process.execPath, [bin, 'run'], home);
  const ended = performance.now();
  const files = globSync('node_modules/**/*', { cwd: home }).map((path) => statSync(join(home, path)));
  return {
    tarballMegabytes: packed.size / 1e6,
    installedMegabytes: files.filter((each) => each.isFile()).reduce((sum, { size }) => sum + size, 0) / 1e6,
    installSeconds: (installed - begun) / 1000,
    verdictSeconds: (ended - installed) / 1000,
  };
}

/** Runs a program to its end, and returns its output. */
async function execute(program: string, words: readonly string[], cwd: string): Promise<string> {
  const { code, out, error } = await resultOf(startProcess(program, words, { cwd }));
  if (code !== 0) throw new Error(`${program} ended with code ${code}:\n${out}${error}`);
  return out;
}
