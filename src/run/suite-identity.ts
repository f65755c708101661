import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { digestOf } from '../contract/digest.ts';
import type { RunDescription } from '../report/report.ts';
import { PACKAGE_ROOT } from './package-root.ts';

/** What identifies the suite that judges: as a report names it, with Node and the platform. Digests are SHA-256, as `sha256:…`. */
export type SuiteIdentity = RunDescription['suite'] & Pick<RunDescription, 'node' | 'platform'>;

/** The version of the suite, from its manifest. */
export function suiteVersion(): string {
  return manifest.version;
}

/** Identifies this suite. Reads all its sources, which takes some 20 ms. */
export function suiteIdentity(): SuiteIdentity {
  const build: BuildOrigin = 'build' in manifest ? (manifest.build as BuildOrigin) : buildOfCheckout();
  return {
    name: manifest.name,
    version: suiteVersion(),
    sources: digestOfSources(),
    ...build,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  };
}

/** What the manifest of a package says of its build. */
export type BuildOrigin = Pick<SuiteIdentity, 'commit' | 'lockfile'>;

function buildOfCheckout(): BuildOrigin {
  const lockfile = join(PACKAGE_ROOT, 'package-lock.json');
  return { commit: cleanCommit(), lockfile: existsSync(lockfile) ? digestOf(readFileSync(lockfile)) : null };
}

/** The commit of a checkout. Null if the checkout has changes, if it is no repository, or without git. */
export function cleanCommit(root: string = PACKAGE_ROOT): string | null {
  // A folder without .git may be in another repository, whose commit says nothing about the suite.
  if (!existsSync(join(root, '.git'))) return null;
  // Names the folder, because a hook of git may name another repository in the environment.
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['--git-dir', join(root, '.git'), '--work-tree', root, ...words], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : null;
  } catch {
    return null;
  }
}

/** The folders that decide how a service is judged, and what `serve` serves. */
const SOURCES = ['schemas', 'specs', 'src'];

/** The digest of the sources, by the path and the digest of each file. */
export function digestOfSources(root: string = PACKAGE_ROOT): string {
  const lines = sourceFiles(root).map((path) => `${path} ${digestOf(readFileSync(join(root, path)))}\n`);
  return digestOf(lines.join(''));
}

/** The paths of all sources, relative to `root`. */
export function sourceFiles(root: string = PACKAGE_ROOT): readonly string[] {
  return SOURCES.flatMap((folder) => filesUnder(root, folder));
}

/** The paths of all files in a folder, relative to `root` and sorted. In an archive of yarn, entries have no `parentPath`. */
export function filesUnder(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    )
    .toSorted();
}
