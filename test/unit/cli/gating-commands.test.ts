import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import type { Report } from '../../../src/report/report.ts';
import { sealedFiles, wholeReport } from '../../support/sealed-run.ts';
import { fakeConsole, type FakeConsole } from '../../support/fake-console.ts';
import { reportText } from '../../support/whole-texts.ts';

const HOSTILE = '\u001b[31mNOT\u0007 \u202Eevil\n::error::x\r\nYES: the build may be promoted.';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gating-commands-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function command(...words: readonly string[]): Promise<{ readonly code: number; readonly console: FakeConsole }> {
  const console = fakeConsole(folder);
  return { code: await main(words, console), console };
}

/** A report in which a service has its say wherever it can. */
function hostileReport(): Report {
  const report = wholeReport({
    violated: true,
    deviations: [{ id: 'GET-OK', reason: HOSTILE, owner: HOSTILE, expires: '2030-01-01' }],
  });
  return {
    ...report,
    run: { ...report.run, id: HOSTILE, target: HOSTILE, suite: { name: HOSTILE, version: HOSTILE } },
    verdict: { ...report.verdict, reasons: [HOSTILE] },
    checks: report.checks.map((check) => ({ ...check, id: `${HOSTILE}${check.id}`, actual: HOSTILE })),
    behaviour: report.behaviour.map((entry) => ({ ...entry, seen: HOSTILE, question: HOSTILE })),
  };
}

describe('what a report says', () => {
  it.each([
    ['verify', ['verify', 'run']],
    ['gate', ['gate', 'run']],
    ['diff', ['diff', 'plain.json', 'run/report.json']],
    ['diff as md', ['diff', 'plain.json', 'run/report.json', '--format', 'md']],
  ])('is inert in the output of %s', async (_, words) => {
    mkdirSync(join(folder, 'run'));
    for (const [name, data] of await sealedFiles(hostileReport(), null)) writeFileSync(join(folder, 'run', name), data);
    writeFileSync(join(folder, 'plain.json'), reportText(wholeReport()));
    const { code, console } = await command(...words);
    expect(code).toBeLessThan(4);
    const text = console.written() + console.complaints();
    expect(text).not.toMatch(/^::|^YES/m);
    for (const character of ['\u001b', '\u0007', '\u202E', '\r']) expect(text).not.toContain(character);
    expect(text.length).toBeGreaterThan(20);
  });
});

describe('a run against the embedded reference service', () => {
  it.each([
    [['verify', 'run', '--quiet'], 0, 'Its verdict: The embedded reference service is CONFORMANT, profile full, exit'],
    [['gate', 'run', '--unsigned'], 1, '  yes  The embedded reference service is CONFORMANT, profile full.\n'],
    [['diff', 'run/report.json', 'run/report.json', '--quiet'], 0, 'The embedded reference service is CONFORMANT'],
  ])('is named in the verdict of %j', async (words, code, sentence) => {
    mkdirSync(join(folder, 'run'));
    const files = await sealedFiles(wholeReport({ embedded: true, subject: false }), null);
    for (const [name, data] of files) writeFileSync(join(folder, 'run', name), data);
    const ended = await command(...words);
    expect(ended.code).toBe(code);
    expect(ended.console.written()).toContain(sentence);
  });
});

describe('with --quiet', () => {
  it('what it comes to stands alone', async () => {
    mkdirSync(join(folder, 'run'));
    const report = wholeReport({ violated: true });
    for (const [name, data] of await sealedFiles(report, null)) writeFileSync(join(folder, 'run', name), data);
    appendFileSync(join(folder, 'run', 'report.md'), 'edited');
    writeFileSync(join(folder, 'plain.json'), reportText(wholeReport()));
    const outputs = await Promise.all(
      [
        ['verify', 'run'],
        ['gate', 'run'],
        ['diff', 'plain.json', 'run/report.json'],
      ].map(async (words) => {
        const [loud, quiet] = [await command(...words), await command(...words, '--quiet')];
        expect(quiet.code).toBe(loud.code);
        expect(loud.console.written().split('\n').length).toBeGreaterThan(2);
        return quiet.console.written() + quiet.console.complaints();
      }),
    );
    expect(outputs).toEqual([
      expect.stringMatching(/^The run is NOT VERIFIED\.\n$/),
      'NO: the build may not be promoted.\n',
      expect.stringMatching(/^There is a regression\. Before: .*\n$/),
    ]);
  });
});

describe('wrong usage', () => {
  it.each([
    [['verify', 'nowhere'], 'cannot be read as the folder of a run'],
    [['verify', '.', '--public-key', 'nowhere.pem'], '--public-key names cannot be read'],
    [['gate', '.', '--policy', 'nowhere.json'], '--policy names cannot be read'],
    [['gate', '.', '--max-deviations', '-1'], '--max-deviations must be a whole number from 0.'],
    [
      ['gate', '.', '--max-age', 'soon'],
      '--max-age must be a number of minutes, hours or days, such as 90m, 24h or 7d.',
    ],
    [['gate', '.', '--subject', 'app'], '--subject must be sha256: and the 64 hexadecimal digits of the build'],
    [['gate', '.', '--profile', 'half'], '--profile must be full or read-only.'],
    [['gate', '.', '--suite-version', ''], '--suite-version must be a version of the suite.'],
    [['gate', '.', '--target', ''], '--target must be a base address.'],
    [['gate', '.', '--as-of', ''], '--as-of must be a date'],
    [['diff', 'a.json', 'b.json'], 'cannot be read'],
    [['diff', 'a.json', 'b.json', '--format', 'html'], '--format must be one of text, md, json'],
    [['diff', 'a.json'], 'missing required argument'],
  ])('%j is exit 3', async (words, sentence) => {
    const { code, console } = await command(...words);
    expect(code).toBe(3);
    expect(console.complaints()).toContain(sentence);
    expect(console.written()).toBe('');
  });

  it('an empty folder is no run, and no reason to promote', async () => {
    expect((await command('verify', '.')).code).toBe(1);
    const { code, console } = await command('gate', '.');
    expect(code).toBe(1);
    expect(console.written()).toMatch(/^NO: /);
  });
});
