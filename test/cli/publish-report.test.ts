import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareToPublish, publishReport } from '../../src/cli/publish-report.ts';
import { formatNames, renderFormats } from '../../src/report/formats.ts';
import type { Configuration } from '../../src/target/configuration.ts';
import { fullReport } from '../report/full-report.ts';
import { configured, key, target } from '../target/configuration-under-test.ts';
import { fakeConsole } from './fake-console.ts';

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
