import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_PACKAGES } from '../../bin/usable-node.js';

// The bundles: one archive for each platform, with Node, the package, its dependencies and a launcher.

interface Bundle {
  /** What Node calls the platform. */
  readonly node: string;
  readonly archive: '.tar.xz' | '.tar.gz';
  /** Node is an ELF file with symbols and shared libraries. Those of macOS are signed, so they stay as they are. */
  readonly isElf: boolean;
}

/** The bundle of each platform. The `tar` of older versions of Windows reads gzip, but not xz. */
const BUNDLES = {
  'linux-x64': { node: 'linux-x64', archive: '.tar.xz', isElf: true },
  'linux-arm64': { node: 'linux-arm64', archive: '.tar.xz', isElf: true },
  'darwin-arm64': { node: 'darwin-arm64', archive: '.tar.xz', isElf: false },
  'darwin-x64': { node: 'darwin-x64', archive: '.tar.xz', isElf: false },
  'win-x64': { node: 'win32-x64', archive: '.tar.gz', isElf: false },
} as const satisfies Readonly<Record<string, Bundle>>;

export type Platform = keyof typeof BUNDLES;

/** The platforms that have a bundle. */
export const PLATFORMS: readonly Platform[] = Object.keys(BUNDLES).filter(isPlatform);

export function isPlatform(name: string): name is Platform {
  return Object.hasOwn(BUNDLES, name);
}

/** With several threads the bytes differ. Level 2 takes a third of the time of level 6, and its files are a tenth larger. */
const COMPRESSORS = { '.tar.xz': 'xz -T1 -2', '.tar.gz': 'gzip -9n' } as const;

const TOOLS = ['tar', 'xz', 'gzip', 'strip', 'readelf'] as const;

/** The first line of each program's version. They decide the bytes of a bundle. */
export function toolVersions(): readonly string[] {
  return TOOLS.map((name) => {
    try {
      return run(name, ['--version']).split('\n')[0] ?? '';
    } catch {
      return MISSING;
    }
  });
}

const MISSING = 'missing';

/** Why this machine cannot build bundles, as a sentence; empty if it can. */
export function toolProblems(): readonly string[] {
  const isUsable = process.platform === 'linux' && process.arch === 'x64' && !toolVersions().includes(MISSING);
  const needed = 'Bundles are built on Linux for x64, with GNU tar, xz, gzip, strip and readelf.';
  return isUsable ? [] : [`${needed} Use --platforms none to build the package alone.`];
}

/** What all bundles of a build share. */
export interface BundleParts {
  /** The folder of the checkout, whose lock file names the packages. */
  readonly root: string;
  /** The folder of the package. */
  readonly stage: string;
  readonly version: string;
  /** An empty folder. */
  readonly scratch: string;
  /** The folder of the archives. */
  readonly directory: string;
}

/** Builds the bundles of some platforms. Returns the names of their archives. */
export function buildBundles(platforms: readonly Platform[], parts: BundleParts): readonly string[] {
  if (platforms.length === 0) return [];
  const app = join(parts.scratch, 'app');
  cpSync(parts.stage, app, { recursive: true });
  installDependencies(parts, app);
  // All platforms have the same version of Node, and the package for Windows has no licence.
  const licence = join(fetchNode('linux-x64', parts), 'LICENSE');
  return platforms.map((platform) => buildBundle(platform, { app, licence }, parts));
}

interface SharedFiles {
  readonly app: string;
  readonly licence: string;
}

function buildBundle(platform: Platform, { app, licence }: SharedFiles, parts: BundleParts): string {
  const { archive, isElf } = BUNDLES[platform];
  const name = `petstore-conformance-${parts.version}-${platform}`;
  const folder = join(parts.scratch, name);
  mkdirSync(folder);
  // Only one bundle at a time holds the package.
  renameSync(app, join(folder, 'app'));
  copyFileSync(licence, join(folder, 'NODE-LICENSE'));
  const program = platform === 'win-x64' ? 'node.exe' : 'node';
  const node = join(folder, program);
  copyFileSync(join(fetchNode(platform, parts), 'bin', program), node);
  chmodSync(node, 0o755);
  if (isElf) {
    writeFileSync(join(folder, 'libraries.txt'), librariesOf(node));
    // The programs of binutils for one processor write no file for another.
    if (platform === 'linux-x64') run('strip', ['--strip-all', node]);
  }
  if (platform === 'win-x64') writeFileSync(join(folder, 'petstore-conformance.cmd'), WINDOWS_LAUNCHER);
  else writeFileSync(join(folder, 'petstore-conformance'), LAUNCHER, { mode: 0o755 });
  const file = `${name}${archive}`;
  // Replaces what depends on the machine: order, owners, times, and the modes that its umask sets.
  const sameEverywhere = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const format = ['--format=ustar', '--mtime=1985-10-26T08:15:00Z', `--use-compress-program=${COMPRESSORS[archive]}`];
  run('tar', [...sameEverywhere, ...format, '-cf', join(parts.directory, file), '-C', parts.scratch, name]);
  renameSync(join(folder, 'app'), app);
  rmSync(folder, { recursive: true });
  return file;
}

/** Installs what the lock file names for the package, and what it does not need to run: neither a Node nor vitest. */
function installDependencies({ root, scratch }: BundleParts, app: string): void {
  const folder = join(scratch, 'dependencies');
  mkdirSync(folder);
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(root, file), join(folder, file));
  const without = ['--omit=dev', '--omit=optional', '--omit=peer', '--ignore-scripts', '--no-bin-links'];
  run('npm', ['ci', ...without, '--prefer-offline', '--no-audit', '--no-fund'], folder);
  const installed = join(folder, 'node_modules');
  // This file names the registry.
  rmSync(join(installed, '.package-lock.json'), { force: true });
  cpSync(installed, join(app, 'node_modules'), { recursive: true });
}

/** A package as the lock file names it. */
interface LockedPackage {
  readonly version: string;
  readonly integrity: string;
}

/** The package in the lock file that holds the Node of a platform. */
export function lockedNode(platform: Platform, root: string): LockedPackage & { readonly name: string } {
  const name = NODE_PACKAGES[BUNDLES[platform].node] ?? '';
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const locked = packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`package-lock.json has no package ${name}.`);
  return { ...locked, name };
}

/** Fetches the Node of a platform, compares it with the lock file, and unpacks it. Returns its folder. */
function fetchNode(platform: Platform, { root, scratch }: BundleParts): string {
  const { name, version, integrity } = lockedNode(platform, root);
  const folder = join(scratch, name);
  if (mkdirSync(folder, { recursive: true }) === undefined) return join(folder, 'package');
  const options = ['--prefer-offline', '--ignore-scripts', '--pack-destination', folder];
  run('npm', ['pack', `${name}@${version}`, ...options], root);
  const tarball = join(folder, `${name}-${version}.tgz`);
  const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name} ${version} is not the package that package-lock.json names.`);
  run('tar', ['-xzf', tarball, '-C', folder, '--exclude=package/include', '--exclude=package/share']);
  return join(folder, 'package');
}

/** The shared libraries of a program for Linux and the loader, a line each. */
function librariesOf(program: string): string {
  const names = [...run('readelf', ['-d', program]).matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name = '']) => name);
  return names
    .toSorted()
    .map((name) => `${name}\n`)
    .join('');
}

/** The launcher uses only what a shell has, except to follow a link. */
const LAUNCHER = `#!/bin/sh
file=$0
if [ -L "$file" ]; then file=$(readlink -f "$file") || exit 3; fi
case $file in
  */*) folder=\${file%/*} ;;
  *) folder=. ;;
esac
exec "$folder/node" "$folder/app/bin/petstore-conformance.js" "$@"
`;

const WINDOWS_LAUNCHER = '@"%~dp0node.exe" "%~dp0app\\bin\\petstore-conformance.js" %*\r\n';

function run(program: string, words: readonly string[], directory?: string): string {
  return execFileSync(program, words, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
