import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareToPublish, publishReport } from '../../../src/cli/publish-report.ts';
import { formatNames, renderFormats } from '../../../src/report/formats.ts';
import { verifyRun } from '../../../src/gate/verify-run.ts';
import type { Configuration } from '../../../src/target/configuration.ts';
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

const UNSIGNED = { subject: null, key: null };

function configuration(formats: readonly string[] = formatNames, apiKey = key): Configuration {
  return { ...configured({ environment: target }), apiKey, formats, reportsDirectory: folder };
}

describe('publishing a report', () => {
  it('writes all formats, each as it is rendered', async () => {
    await prepareToPublish(configuration());
    const { code, gitHub } = await publishReport(fullReport(), configuration(), UNSIGNED, fakeConsole(folder));
    expect([code, gitHub]).toEqual([1, null]);
    for (const { name, text } of await renderFormats(fullReport(), formatNames)) {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    }
    expect(readdirSync(folder)).toHaveLength([...formatNames, 'manifest.json'].length);
  });

  it.each([
    [['html'], true],
    [['md'], false],
  ] as const)('names the page that was written of %j, and none that was not', async (formats, hasPage) => {
    const console = fakeConsole(folder);
    await publishReport(fullReport(), configuration(formats), UNSIGNED, console);
    const line = `To read in a browser: ${join(folder, 'report.html')}\n`;
    expect(console.written().includes(line)).toBe(hasPage);
  });

  it('signs what was written where there is a key, and leaves no attestation of an earlier run', async () => {
    const { privateKey, publicKey } = keyPair('ed25519');
    const sealing = { subject: null, key: privateKey };
    await publishReport(fullReport(), configuration(['json', 'md']), sealing, fakeConsole(folder));
    const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
    expect([...files.keys()].sort()).toEqual(['attestation.dsse.json', 'manifest.json', 'report.json', 'report.md']);
    const verifier = { suiteVersion: 'another', table: [], publicKey };
    expect(await verifyRun(files, verifier)).toMatchObject({ problems: [], signed: true });
    await publishReport(fullReport(), configuration(['json', 'md']), UNSIGNED, fakeConsole(folder));
    expect(readdirSync(folder)).not.toContain('attestation.dsse.json');
  });

  it('signs and writes nothing where only the attestation would show a secret', async () => {
    const subject = { name: `app-${key}`, sha256: 'ab'.repeat(32) };
    const sealing = { subject, key: keyPair('ed25519').privateKey };
    const console = fakeConsole(folder);
    const { code } = await publishReport(fullReport(), configuration(), sealing, console);
    expect(code).toBe(4);
    expect(console.complaints()).not.toContain(key);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves of an earlier run no file of a format that is not asked for', async () => {
    await publishReport(fullReport(), configuration(), UNSIGNED, fakeConsole(folder));
    await publishReport(fullReport(), configuration(['json', 'md']), UNSIGNED, fakeConsole(folder));
    expect(readdirSync(folder).sort()).toEqual(['manifest.json', 'report.json', 'report.md']);
  });

  it.each([[formatNames], [['json']]])(
    'writes nothing where it would show the key, in the formats %j',
    async (formats) => {
      writeFileSync(join(folder, 'junit.xml'), 'former');
      const console = fakeConsole(folder, { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') });
      const leaking = { ...fullReport(), suiteFaults: [`broken by ${key}`] };
      const { code, gitHub } = await publishReport(leaking, configuration(formats), UNSIGNED, console);
      expect([code, gitHub]).toEqual([4, null]);
      expect(console.complaints()).toContain('would have shown a secret ([key])');
      expect(console.complaints() + console.written()).not.toContain(key);
      expect(readdirSync(folder)).toEqual(['junit.xml']);
    },
  );

  it('tells what was added, and leaves the earlier report, where the disk takes no new one', async () => {
    writeFileSync(join(folder, 'report.json'), 'former');
    mkdirSync(join(folder, 'junit.xml'));
    const console = fakeConsole(folder);
    const { code } = await publishReport(fullReport(), configuration(), UNSIGNED, console);
    expect(code).toBe(4);
    expect(console.complaints()).toContain('the report could not be written');
    for (const { id } of fullReport().created) expect(console.complaints()).toContain(id ?? 'not known');
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('former');
  });

  it('that breaks its own schema writes nothing, and the earlier report stays', async () => {
    writeFileSync(join(folder, 'report.json'), 'former');
    const console = fakeConsole(folder);
    const bad = { ...fullReport(), suiteFaults: [1] } as unknown as ReturnType<typeof fullReport>;
    const { code } = await publishReport(bad, configuration(), UNSIGNED, console);
    expect(code).toBe(4);
    expect(console.complaints()).toContain('/suiteFaults/0: is not of type string');
    expect(readdirSync(folder)).toEqual(['report.json']);
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('former');
  });

  it('takes a key that is a word of a format for no leak', async () => {
    const { code } = await publishReport(
      fullReport(),
      configuration(formatNames, 'testsuites'),
      UNSIGNED,
      fakeConsole(folder),
    );
    expect(code).toBe(1);
  });

  it('leaves what GitHub shows to be shown afterwards', async () => {
    const console = fakeConsole(folder, { GITHUB_ACTIONS: 'true' });
    const { gitHub } = await publishReport(fullReport(), configuration(), UNSIGNED, console);
    expect(gitHub?.annotations).toContain('::error title=GET-OK');
    expect(console.written()).not.toContain('::error');
  });
});
