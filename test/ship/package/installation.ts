import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { resultOf, startProcess } from '../../../lab/child-process.ts';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';
import { CAN_BUNDLE } from '../../support/bundle-tools.ts';

/** What `npm run package` prints about the tarball. */
export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

/** Builds and packs the package into a folder, with the bundles of some platforms. */
export async function packInto(
  directory: string,
  platforms: readonly string[],
  checkout: string = PACKAGE_ROOT,
): Promise<Packed> {
  const script = join(checkout, 'scripts', 'package.ts');
  const words = ['--no-warnings', script, '--out', directory, '--platforms', platforms.join() || 'none'];
  const out = await execute(process.execPath, words, checkout);
  const [packed]: readonly Packed[] = JSON.parse(out);
  if (packed === undefined) throw new Error('npm pack told of no file.');
  return packed;
}

/** The package as the tests share it. */
export interface SharedPackage {
  readonly packed: Packed;
  /** The folder of the tarball, and of the bundle where this machine can build one. */
  readonly dist: string;
  readonly tarball: string;
}

/** Packs the package into a shared folder, or waits until another test file has packed it there. */
export async function packOnce(folder: string): Promise<SharedPackage> {
  const result = join(folder, 'packed.json');
  const failure = join(folder, 'failed');
  if (mkdirSync(join(folder, 'dist'), { recursive: true }) !== undefined) {
    try {
      const packed = await packInto(join(folder, 'dist'), CAN_BUNDLE ? ['linux-x64'] : []);
      writeFileSync(`${result}.part`, JSON.stringify(packed));
      renameSync(`${result}.part`, result);
    } catch (error) {
      writeFileSync(failure, '');
      throw error;
    }
  }
  while (!existsSync(result)) {
    if (existsSync(failure)) throw new Error('Another test file could not pack the package.');
    await setTimeout(POLL_MILLISECONDS);
  }
  const packed: Packed = JSON.parse(readFileSync(result, 'utf8'));
  const dist = join(folder, 'dist');
  return { packed, dist, tarball: join(dist, packed.filename) };
}

const POLL_MILLISECONDS = 100;

/** Installs a tarball into an empty folder, without optional packages: a Node that is new enough needs none of them. */
export async function installInto(directory: string, tarball: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{ "private": true }\n');
  await npm(directory, ['install', '--save-exact', '--omit=optional', tarball]);
}

/** Compiles programs against the package that is installed beside them, strictly; throws with what the compiler says. */
export async function compileInto(directory: string, programs: readonly string[]): Promise<void> {
  const options = ['--strict', '--exactOptionalPropertyTypes', '--rewriteRelativeImportExtensions'];
  const target = ['--module', 'nodenext', '--target', 'es2024', '--outDir', directory];
  const types = ['--types', 'node', '--typeRoots', join(PACKAGE_ROOT, 'node_modules', '@types')];
  const words = [COMPILER, ...options, ...target, ...types, ...programs];
  await execute(process.execPath, words, directory);
}

const COMPILER = fileURLToPath(import.meta.resolve('typescript/package.json').replace('package.json', 'bin/tsc'));

/** Runs npm quietly, from its cache where that has what is needed. */
export async function npm(directory: string, words: readonly string[]): Promise<void> {
  const quiet = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execute('npm', [...words, ...quiet], directory);
}

/** Runs a program to its end, and gives what it printed. Throws that where the program fails. */
export async function execute(program: string, words: readonly string[], directory: string): Promise<string> {
  const { code, out, error } = await resultOf(startProcess(program, words, { cwd: directory }));
  if (code !== 0) throw new Error(`${program} ended with code ${code}:\n${out}${error}`);
  return out;
}
