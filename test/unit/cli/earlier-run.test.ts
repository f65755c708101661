import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notesOnEarlier, readEarlierRun } from '../../../src/cli/earlier-run.ts';
import { main } from '../../../src/cli/main.ts';
import type { RunFlags } from '../../../src/cli/run-settings.ts';
import { readRunSettings, type RunSettings } from '../../../src/cli/run-settings.ts';
import { suiteVersion } from '../../../src/run/suite-identity.ts';
import type { Report } from '../../../src/report/report.ts';
import { wholeReport } from '../../support/sealed-run.ts';
import { fakeConsole } from '../../support/fake-console.ts';
import { reportText } from '../../support/whole-texts.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earlier-run-'));
  mkdirSync(join(folder, 'reports'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Leaves a report with one violation; `run` changes the facts of its run. */
function leave(run: Partial<Report['run']> = {}): void {
  const report = wholeReport({ violated: true });
  const whole = { ...report, run: { ...report.run, ...run } };
  writeFileSync(join(folder, 'reports', 'report.json'), reportText(whole));
}

const KEY = { PETSTORE_API_KEY: 'a-key-of-some-length' };
const AGAIN = { again: 'reports/report.json' };

function settings(flags: RunFlags = {}, environment: Readonly<Record<string, string>> = KEY): Promise<RunSettings> {
  return readRunSettings({ ...AGAIN, ...flags }, fakeConsole(folder, environment));
}

describe('the settings of a run that tries another one again', () => {
  it('are those of that one, and its folder is another', async () => {
    leave({
      target: 'http://127.0.0.1:4010/v1',
      profile: 'read-only',
      asOf: '2030-12-06',
      configuration: { categoryId: '9007199254740993', examples: 7, mappedBasePath: true, maxCreates: 90_000 },
    });
    expect(await settings()).toMatchObject({
      kind: 'ok',
      configuration: {
        baseUrl: 'http://127.0.0.1:4010/v1',
        profile: 'read-only',
        asOf: '2030-12-06',
        categoryId: 9_007_199_254_740_993n,
        examples: 7,
        mappedBasePath: true,
        // How much is added to a service is not for a file to say.
        maxCreates: 200,
        // Names follow from the seed, and pets of the earlier build may still be there.
        seed: 0,
        reports: join(folder, 'reports', 'again'),
      },
    });
  });

  it('stand behind flags, variables and .env', async () => {
    leave({ target: 'http://127.0.0.1:4010/v1', profile: 'read-only' });
    writeFileSync(join(folder, '.env'), 'PETSTORE_EXAMPLES=3\nPETSTORE_PROFILE=\n', { mode: 0o600 });
    const environment = { ...KEY, PETSTORE_BASE_URL: 'http://127.0.0.1:5/v1', PETSTORE_REPORTS_DIR: 'elsewhere' };
    expect(await settings({ categoryId: '4' }, environment)).toMatchObject({
      configuration: {
        baseUrl: 'http://127.0.0.1:5/v1',
        categoryId: 4n,
        examples: 3,
        profile: 'read-only',
        reports: join(folder, 'reports', 'again'),
      },
      notes: [
        'The report that --again names is from a run against http://127.0.0.1:4010/v1.',
        'The report is of version 1.2.3 of the suite, which may have generated other examples.',
      ],
    });
  });

  it.each([
    'https://evil.example/v1',
    'http://127.0.0.1.evil.example/v1',
    'http://localhost@evil.example/v1',
    'no url',
  ])('send no key to %s because a file says so', async (target) => {
    leave({ target });
    const problem = '--base-url (PETSTORE_BASE_URL) must name the service. The report is of ';
    expect(await settings()).toMatchObject({ kind: 'bad', problems: [expect.stringContaining(problem)] });
    const baseUrl = 'https://mine.example/v1';
    expect(await settings({ baseUrl })).toMatchObject({ configuration: { baseUrl } });
  });

  it.each(['http://localhost:1/v1', 'http://127.0.0.9/v1', 'http://[::1]:1/v1'])(
    'may take %s, and judge by today where the earlier run did',
    async (target) => {
      leave({ target, asOf: wholeReport().run.startedAt });
      expect(await settings()).toMatchObject({ configuration: { baseUrl: target, asOf: null } });
    },
  );

  it('are the embedded service where that was the target', async () => {
    leave({ embedded: true });
    expect(await settings({}, {})).toMatchObject({ configuration: { embedded: true }, notes: [expect.anything()] });
  });
});

it.each(['reports', './reports/', 'link'])('a new report is never in the folder of the earlier one, %s', (reports) => {
  leave();
  symlinkSync(join(folder, 'reports'), join(folder, 'link'));
  const problem = '--reports must not be the folder of the report that --again names.';
  const { again } = AGAIN;
  expect(readEarlierRun(again, { reports }, fakeConsole(folder))).toEqual({ kind: 'bad', problem });
  expect(readEarlierRun(again, { reports: 'other' }, fakeConsole(folder))).toMatchObject({ kind: 'ok' });
});

it('a report that is hostile is one sentence, exit 3, nothing written', async () => {
  leave({ target: 'http://\u001b[31m.example\n/v1' });
  const console = fakeConsole(folder, KEY);
  expect([await main(['run', '--again', 'reports/report.json'], console), console.written()]).toEqual([3, '']);
  expect(console.complaints()).toMatch(/^petstore-conformance: \P{Cc}*must name the service\P{Cc}*\n$/u);
});

it('notes are none where suite and target are the same, and inert', () => {
  const report = wholeReport({ version: suiteVersion() });
  const { run } = report;
  expect(notesOnEarlier(report, run.target)).toEqual([]);
  expect(notesOnEarlier({ ...report, run: { ...run, target: '\u001b' } }, run.target)).toEqual([
    `The report that --again names is from a run against ${String.raw`\x1b`}.`,
  ]);
});
