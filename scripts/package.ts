import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readKillMatrix } from '../lab/detection-record.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { digestOfSources, suiteIdentity } from '../src/run/suite-identity.ts';
import { billOfMaterials, checksums, cleanCommit, provenance } from './package/release-files.ts';
import { stagePackage } from './package/stage-package.ts';

// Builds the package and packs it into dist/, or into the folder of --out, with a bill of materials, a provenance statement
// and checksums beside it. The same commit gives the same bytes. With --release it fails unless the checkout may be released.

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(PACKAGE_ROOT, 'dist') },
    release: { type: 'boolean', default: false },
  },
});
const { version, lockfile } = suiteIdentity();
const commit = cleanCommit(PACKAGE_ROOT);
const problems = values.release ? releaseProblems() : [];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
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
  const origin = { commit, lockfile, sources: digestOfSources(stage) };
  const beside = {
    'sbom.cdx.json': billOfMaterials(PACKAGE_ROOT),
    'provenance.intoto.json': provenance(tarball, readFileSync(join(directory, tarball)), origin),
  };
  for (const [name, text] of Object.entries(beside)) writeFileSync(join(directory, name), text);
  writeFileSync(join(directory, 'SHA256SUMS'), checksums(directory, [tarball, ...Object.keys(beside)]));
  process.stdout.write(printed);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Why this checkout must not be released, one sentence each. */
function releaseProblems(): readonly string[] {
  const isJudged = readKillMatrix().sources === digestOfSources();
  const isDescribed = readFileSync(join(PACKAGE_ROOT, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}]`);
  return [
    ...(isJudged
      ? []
      : ['docs/kill-matrix.json was recorded with other sources. Run npm run detection, and try again.']),
    ...(commit === null ? ['The checkout has changes. Commit them, and try again.'] : []),
    ...(isDescribed ? [] : [`CHANGELOG.md has no heading for version ${version}. Add "## [${version}] - YYYY-MM-DD".`]),
  ];
}
