import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcessResult, resultOf, startProcess } from '../../lab/child-process.ts';
import { copyCheckout } from '../../lab/copy-checkout.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { currentDigests, sampledIds } from '../../lab/current-records.ts';
import { readFirstDrafts } from '../../lab/first-drafts-record.ts';
import { digestOfDrafts } from '../../lab/framework-drafts.ts';
import type { KillMatrix } from '../../lab/kill-matrix.ts';
import { digestForDrafts, digestForServices, servicesOf } from '../../lab/stale-records.ts';
import { PLATFORMS } from '../../scripts/package/bundles.ts';
import { suiteIdentity } from '../../src/run/suite-identity.ts';

const OMITTED = new Set(['.git', 'dist', 'node_modules', 'reports']);
const { version } = suiteIdentity();
const AUTHOR = { GIT_AUTHOR_NAME: 'Tester', GIT_AUTHOR_EMAIL: 'tester@example' };
const COMMITTER = { GIT_COMMITTER_NAME: 'Tester', GIT_COMMITTER_EMAIL: 'tester@example' };

let checkout = '';

beforeEach(() => {
  checkout = copyCheckout(readdirSync(PACKAGE_ROOT).filter((name) => !OMITTED.has(name)));
});

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function command(name: string, ...words: readonly string[]): Promise<ProcessResult> {
  return resultOf(startProcess(name, words, { cwd: checkout, env: { ...process.env, ...AUTHOR, ...COMMITTER } }));
}

async function outputOf(name: string, ...words: readonly string[]): Promise<string> {
  const { code, out, error } = await command(name, ...words);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return out.trim();
}

function release(): Promise<ProcessResult> {
  return command(process.execPath, '--disable-warning=ExperimentalWarning', 'scripts/package.ts', '--release');
}

/** Makes the records of the copy current, except those of some services. */
async function recordAsMeasured(except: readonly string[] = []): Promise<void> {
  const file = join(checkout, 'docs/kill-matrix.json');
  const matrix = JSON.parse(readFileSync(file, 'utf8')) as KillMatrix;
  const sources = await currentDigests();
  const cases = mapValues(matrix.cases, ({ settles }, id) => ({ source: sources.cases[id] ?? '', settles }));
  const services = mapValues(matrix.services, (row, id) => ({
    ...row,
    source: except.includes(id) ? '' : (sources.services[id] ?? ''),
  }));
  const sizes = { ...matrix.sizes, sources: digestForServices(sources, sampledIds) };
  writeFileSync(file, JSON.stringify({ ...matrix, rules: sources.rules, cases, services, sizes }));
  const firstDrafts = readFirstDrafts();
  const drawn = digestForServices(sources, servicesOf(firstDrafts));
  const frameworks = { ...firstDrafts?.frameworks, sources: digestForDrafts(sources, digestOfDrafts()) };
  writeFileSync(
    join(checkout, 'docs/first-drafts.json'),
    JSON.stringify({ ...firstDrafts, sources: drawn, frameworks }),
  );
}

function mapValues<T, U>(rows: Readonly<Record<string, T>>, change: (row: T, id: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, change(row, id)]));
}

describe('npm run package -- --release', () => {
  it('says all that keeps a checkout from being released, and changes nothing', async () => {
    await recordAsMeasured(['fault/limit-ignored']);
    await outputOf('git', 'init', '--quiet');
    writeFileSync(join(checkout, 'CHANGELOG.md'), `# Changelog\n\n## [Unreleased]\n\n## [${version}] - 2030-01-01\n`);
    const { code, out, error } = await release();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error.split('\n')).toEqual([
      "Not measured: 1 service (fault/limit-ignored). Run npm run detect -- '^(fault/limit-ignored)$' --record.",
      'The checkout has changes. Commit them, and try again.',
      expect.stringContaining(`CHANGELOG.md has version ${version} already.`),
      expect.stringContaining('CHANGELOG.md has no entry under "Unreleased".'),
      '',
    ]);
    expect(readdirSync(checkout)).not.toContain('dist');
  });

  it('does all that a release needs but the upload, and says what is left', async () => {
    await recordAsMeasured();
    await outputOf('git', 'init', '--quiet');
    // In a copy, the packages are a link.
    appendFileSync(join(checkout, '.git/info/exclude'), 'node_modules\n');
    await outputOf('git', 'add', '--all');
    await outputOf('git', 'commit', '--quiet', '--message', 'Everything');

    const { code, out, error } = await release();
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(await outputOf('git', 'status', '--porcelain')).toBe('');
    expect(await outputOf('git', 'log', '-1', '--format=%s %D')).toMatch(
      new RegExp(`^Release ${version} HEAD -> .*tag: v${version}`),
    );
    const changelog = readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8');
    expect(changelog).toMatch(new RegExp(`## \\[Unreleased\\]\n\n## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d\n\n### `));

    const bundles = PLATFORMS.map((platform) => `petstore-conformance-${version}-${platform}`);
    const files = [`petstore-conformance-${version}.tgz`, 'sbom.cdx.json', 'provenance.intoto.json', 'SHA256SUMS'];
    const dist = join(checkout, 'dist');
    const built = readdirSync(dist).map((name) => name.replace(/\.tar\.[gx]z$/, ''));
    expect(built.toSorted()).toEqual([...files, ...bundles, 'Dockerfile'].toSorted());
    for (const words of [...files, ...bundles, 'git push --follow-tags']) expect(out).toContain(words);
    expect(readFileSync(join(dist, 'provenance.intoto.json'), 'utf8')).toContain(
      await outputOf('git', 'rev-parse', 'HEAD'),
    );
    const packed = await outputOf('tar', '-xzOf', join(dist, files[0] ?? ''), 'package/CHANGELOG.md');
    expect(packed).toContain(`## [${version}] - `);
  });
});
