import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIGESTS_FILE, FROZEN, type FrozenRuns, schemaDigest } from '../../scripts/freeze-report.ts';
import { REPORT_SCHEMAS } from '../../src/report/read-report.ts';
import { runCommandHere } from '../support/command-in-process.ts';

// Evidence outlives the version: this suite verifies and renders runs that were signed by each version of report.json.

const digests = JSON.parse(readFileSync(DIGESTS_FILE, 'utf8')) as Readonly<Record<string, string>>;
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'frozen-reports-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

it('no schema of a report changes unnoticed', () => {
  const current = [...REPORT_SCHEMAS].map(([version, schema]) => [String(version), schemaDigest(schema)]);
  const advice = 'A schema changed. CONTRIBUTING.md says under "Change report.json" what to do.';
  expect(Object.fromEntries(current), advice).toEqual(digests);
});

it('a description may be reworded, and nothing else changed', () => {
  const schema = { type: 'object', description: 'One.', properties: { description: { type: 'string' } } };
  expect(schemaDigest({ ...schema, description: 'Two.' })).toBe(schemaDigest(schema));
  expect(schemaDigest({ ...schema, properties: { description: { type: 'number' } } })).not.toBe(schemaDigest(schema));
});

it('the runs take little space', () => {
  const bytes = readdirSync(FROZEN).reduce((sum, name) => sum + statSync(join(FROZEN, name)).size, 0);
  expect(bytes).toBeLessThan(200_000);
});

describe.each(Object.keys(digests))('runs that were signed with version %s of the report', (version) => {
  const read = brotliDecompressSync(readFileSync(join(FROZEN, `version-${version}.json.br`))).toString();
  const { publicKey, runs } = JSON.parse(read) as FrozenRuns;

  it('are conformant and not', () => {
    expect(runs.map(({ verdict }) => verdict)).toEqual(['conformant', 'not conformant']);
  });

  it.each(runs)('are verified and rendered: $verdict', async ({ verdict, files }) => {
    const name = `${version}-${verdict}`;
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'public.pem'), publicKey);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text);
    const verify = ['verify', name, '--public-key', 'public.pem'];
    const verified = await runCommandHere(folder, verify);
    expect(verified).toMatchObject({ code: 0, error: '' });
    expect(verified.out).toContain('VERIFIED and signed by the given key');
    expect(verified.out).toContain(`Its verdict: The service is ${verdict.toUpperCase()},`);
    const rendered = await runCommandHere(folder, ['render', `${name}/report.json`, '--out', `${name}-again`]);
    expect(rendered).toMatchObject({ code: 0, error: '' });

    writeFileSync(join(folder, name, 'report.json'), (files['report.json'] ?? '').replace('"seed": 1', '"seed": 2'));
    expect(await runCommandHere(folder, verify)).toMatchObject({ code: 1 });
  });
});
