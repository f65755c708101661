import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/runner/vitest-options.ts';

const execute = promisify(execFile);

/** What `npm run package` tells of the tarball. */
export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

/** Builds and packs the package into a folder. */
export async function packInto(directory: string): Promise<Packed> {
  const script = join(PACKAGE_ROOT, 'scripts', 'package.ts');
  const { stdout } = await execute(process.execPath, ['--no-warnings', script, directory], { timeout: 60_000 });
  const [packed]: readonly Packed[] = JSON.parse(stdout);
  if (packed === undefined) throw new Error('npm pack told of no file.');
  return packed;
}

/** Installs a tarball into an empty folder, as anybody would. */
export async function installInto(directory: string, tarball: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{ "private": true }\n');
  await npm(directory, ['install', '--save-exact', tarball]);
}

/** Installs the oldest and the newest Node there is a package of for this machine; gives the paths of those found. */
export async function installNodes(directory: string): Promise<readonly string[]> {
  mkdirSync(directory, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(join(import.meta.dirname, 'nodes', file), join(directory, file));
  await npm(directory, ['ci']);
  return ['oldest', 'newest'].map((age) =>
    join(directory, 'node_modules', `${age}-${process.platform}-${process.arch}`, 'bin', 'node'),
  );
}

async function npm(directory: string, words: readonly string[]): Promise<void> {
  const quiet = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execute('npm', [...words, ...quiet], { cwd: directory, timeout: 240_000 });
}
