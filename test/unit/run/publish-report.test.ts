import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishReport } from '../../../src/run/publish-report.ts';
import { FORMATS, formatNames, renderFormat } from '../../../src/report/formats.ts';
import { verifyRun } from '../../../src/gate/verify-run.ts';
import type { AttestationKey } from '../../../src/gate/signatures.ts';
import type { Report } from '../../../src/report/report.ts';
import { keyPair } from '../../support/keys.ts';
import { fullReport } from '../../support/full-report.ts';
import { configured, key, target } from '../../support/configuration-under-test.ts';
import { fakeConsole } from '../../support/fake-console.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-report-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Wanted {
  readonly report?: Report;
  readonly formats?: readonly string[];
  readonly signKey?: AttestationKey;
  readonly apiKey?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Publishes a report into the folder, in all formats unless others are wanted. */
async function publish({ formats = formatNames, apiKey = key, ...wanted }: Wanted = {}) {
  const console = fakeConsole(folder, wanted.environment);
  const configuration = { ...configured({ environment: target }), apiKey, formats, reports: folder };
  const { report = fullReport(), signKey = null } = wanted;
  return { ...(await publishReport(report, configuration, signKey, console)), console };
}

describe('publishing a report', () => {
  it('writes all formats, each as it is rendered, and leaves what GitHub shows to be shown afterwards', async () => {
    const { isWritten, gitHub, console } = await publish({ environment: { GITHUB_ACTIONS: 'true' } });
    expect(isWritten).toBe(true);
    for (const name of formatNames) {
      const text = await renderFormat(fullReport(), name);
      expect(readFileSync(join(folder, FORMATS[name].file), 'utf8')).toBe(text);
    }
    expect(readdirSync(folder)).toHaveLength([...formatNames, 'manifest.json'].length);
    expect(gitHub?.annotations).toContain('::error title=GET-OK');
    expect(console.written()).not.toContain('::error');
  });

  it('names the page that was written, and none that was not', async () => {
    const page = `Open in a browser: ${join(folder, 'report.html')}\n`;
    expect((await publish({ formats: ['html'] })).console.written()).toContain(page);
    expect((await publish({ formats: ['md'] })).console.written()).not.toContain(page);
  });

  it('signs what was written where there is a key', async () => {
    const { privateKey, publicKey } = keyPair('ed25519');
    const formats = ['json', 'md'];
    await publish({ formats, signKey: privateKey });
    const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
    expect([...files.keys()].sort()).toEqual(['attestation.dsse.json', 'manifest.json', 'report.json', 'report.md']);
    const verifier = {
      suite: { version: 'another', sources: '' },
      publicKeys: [{ ...publicKey, name: 'own' }],
    };
    expect(await verifyRun(files, verifier)).toMatchObject({ problems: [], signer: { name: 'own' } });
  });

  it('signs and writes nothing where the name of the build would show a secret', async () => {
    const { run } = fullReport();
    const configuration = { ...run.configuration, subject: `app-${key}@sha256:${'ab'.repeat(32)}` };
    const report = { ...fullReport(), run: { ...run, configuration } };
    const { isWritten, console } = await publish({ report, signKey: keyPair('ed25519').privateKey });
    expect(isWritten).toBe(false);
    expect(console.complaints()).not.toContain(key);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([[formatNames], [['json']]])('writes nothing where it would show the key, in %j', async (formats) => {
    const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
    const report = { ...fullReport(), run: { ...fullReport().run, id: `broken by ${key}` } };
    const { isWritten, gitHub, console } = await publish({ report, formats, environment });
    expect([isWritten, gitHub]).toEqual([false, null]);
    expect(console.complaints()).toContain('would have shown a secret ([key])');
    expect(console.complaints() + console.written()).not.toContain(key);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names the added pets if the report cannot be written', async () => {
    rmSync(folder, { recursive: true });
    const { isWritten, console } = await publish();
    expect(isWritten).toBe(false);
    expect(console.complaints()).toContain('the report could not be written');
    for (const { id } of fullReport().created) expect(console.complaints()).toContain(id ?? 'not known');
    expect(existsSync(folder)).toBe(false);
  });
});
