import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { currentlyStale } from '../lab/current-records.ts';
import { readKillMatrix } from '../lab/detection-record.ts';
import { readFirstDrafts } from '../lab/first-drafts-record.ts';
import { describeStale } from '../lab/stale-records.ts';
import { dayOf } from '../src/contract/describe.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { cleanCommit, digestOfSources, suiteIdentity } from '../src/run/suite-identity.ts';
import { buildBundles, isPlatform, lockedNode, PLATFORMS, toolProblems, toolVersions } from './package/bundles.ts';
import { billOfMaterials, checksums, type PackedNode, provenance } from './package/release-files.ts';
import { changelogProblems, releasedChangelog } from './package/release-changelog.ts';
import { stagePackage } from './package/stage-package.ts';

// Builds the package and the bundles of --platforms, all by default, and writes them into dist/ or the folder of --out. Adds
// a bill of materials, a provenance statement and checksums. The same commit yields the same bytes. With --release it first
// checks the checkout, commits the changelog with the entry of the version, and tags the commit. Only the upload remains.

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(PACKAGE_ROOT, 'dist') },
    platforms: { type: 'string', default: PLATFORMS.join() },
    release: { type: 'boolean', default: false },
  },
});
const platforms = values.platforms.split(',').filter(isPlatform);
const { version, lockfile } = suiteIdentity();
const CHANGELOG = join(PACKAGE_ROOT, 'CHANGELOG.md');
const problems = [
  ...platformProblems(),
  ...(platforms.length === 0 ? [] : toolProblems()),
  ...(values.release ? await releaseProblems() : []),
];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
if (values.release) commitRelease();
const commit = cleanCommit();
const directory = resolve(values.out);
const scratch = mkdtempSync(join(tmpdir(), 'petstore-conformance-package-'));
const stage = join(scratch, 'package');
try {
  mkdirSync(stage);
  stagePackage(PACKAGE_ROOT, stage, scratch, { commit, lockfile });
  mkdirSync(directory, { recursive: true });
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', directory], {
    cwd: stage,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const tarball = `petstore-conformance-${version}.tgz`;
  const bundles = buildBundles(platforms, { root: PACKAGE_ROOT, stage, version, scratch, directory });
  const archives = [tarball, ...bundles];
  const origin = {
    commit,
    lockfile,
    sources: digestOfSources(stage),
    nodes: nodes(),
    tools: platforms.length === 0 ? [] : toolVersions(),
  };
  const beside = {
    'sbom.cdx.json': billOfMaterials(PACKAGE_ROOT),
    'provenance.intoto.json': provenance(directory, archives, origin),
  };
  for (const [name, text] of Object.entries(beside)) writeFileSync(join(directory, name), text);
  copyFileSync(join(PACKAGE_ROOT, 'Dockerfile'), join(directory, 'Dockerfile'));
  const files = [...archives, 'Dockerfile', ...Object.keys(beside)];
  writeFileSync(join(directory, 'SHA256SUMS'), checksums(directory, files));
  process.stdout.write(values.release ? describeRelease([...files, 'SHA256SUMS']) : printed);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The Node of each bundle, as the lock file names it. */
function nodes(): readonly PackedNode[] {
  return platforms.map((platform) => lockedNode(platform, PACKAGE_ROOT));
}

function platformProblems(): readonly string[] {
  return values.platforms
    .split(',')
    .filter((name) => name !== 'none' && !isPlatform(name))
    .map((name) => `There is no bundle for ${name}. --platforms takes ${PLATFORMS.join(', ')}, or none.`);
}

/** The reasons against a release of this checkout, one sentence each. */
async function releaseProblems(): Promise<readonly string[]> {
  return [
    ...describeStale(await currentlyStale({ matrix: readKillMatrix(), firstDrafts: readFirstDrafts() })),
    ...(cleanCommit() === null ? ['The checkout has changes. Commit them, and try again.'] : []),
    ...changelogProblems(readFileSync(CHANGELOG, 'utf8'), version),
  ];
}

function git(...words: readonly string[]): void {
  execFileSync('git', words, { cwd: PACKAGE_ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Adds the entry of the version to the changelog, commits it, and tags the commit. The package contains the entry. */
function commitRelease(): void {
  const before = readFileSync(CHANGELOG, 'utf8');
  const day = dayOf(new Date().toISOString());
  writeFileSync(CHANGELOG, releasedChangelog(before, version, day));
  try {
    git('commit', '--quiet', '--message', `Release ${version}`, '--', CHANGELOG);
  } catch (error) {
    writeFileSync(CHANGELOG, before);
    throw error;
  }
  git('tag', '--annotate', '--message', `Release ${version}`, `v${version}`);
}

function describeRelease(files: readonly string[]): string {
  return [
    `Release ${version} is built. CHANGELOG.md is committed and tagged as v${version}. Left to do:`,
    '1. Push the commit and the tag: git push --follow-tags',
    `2. Upload these files of ${directory}:`,
    ...files.map((name) => `   ${name}`),
    '',
  ].join('\n');
}
