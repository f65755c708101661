import { OUTCOMES } from '../../src/report/outcomes.ts';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReference } from '../../src/reference/reference-service.ts';
import { FORMATS, formatNames } from '../../src/report/formats.ts';
import { membersOutOfOrder } from '../support/key-order.ts';
import { harProblems } from '../support/har-problems.ts';
import { junitProblems, readJunit } from '../support/read-junit.ts';
import { readMarkdown } from '../support/read-markdown.ts';
import { type CommandResult, runCommandLine, targetOf, readValid } from '../support/command.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'formats-end-to-end-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A run of a few cases. */
const BRIEF = ['--only', 'LIST-LIMIT-DEFAULT', '--examples', '0'];
const FILES = formatNames.map((name) => FORMATS[name].file).sort();

async function judge(environment: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
  const service = await startReference({ faults: ['limit-plus-one'] });
  const words = ['run', '--reports', join(folder, 'run'), ...BRIEF];
  try {
    return await runCommandLine(words, { allFormats: true, environment: { ...targetOf(service), ...environment } });
  } finally {
    await service.close();
  }
}

function textOf(directory: string, file: string): string {
  return readFileSync(join(folder, directory, file), 'utf8');
}

describe('a run against a broken service', () => {
  it('writes every format with the same facts, and render produces the same bytes', async () => {
    const { code, out } = await judge();
    expect(code).toBe(1);
    for (const text of ['LIST-LIMIT-DEFAULT', 'curl']) expect(out).toContain(text);
    // No other output contains a command of GitHub Actions.
    expect(out).not.toMatch(/^::/m);
    expect(readdirSync(join(folder, 'run')).sort()).toEqual([...FILES, 'manifest.json'].sort());
    const report = readValid(textOf('run', 'report.json'));
    expect(membersOutOfOrder(report)).toEqual([]);
    const junit = textOf('run', 'junit.xml');
    const har = JSON.parse(textOf('run', 'evidence.har')) as Har;
    const { outcomes } = readMarkdown(textOf('run', 'report.md'));
    expect(await junitProblems([junit])).toEqual([]);
    expect(harProblems(har)).toEqual([]);
    expect(report.counts.checks.violated).toBeGreaterThan(1);
    // The verdict counts as a separate failure.
    expect(readJunit(junit).totals.failures).toBe(report.counts.checks.violated + 1);
    expect(outcomes).toEqual(new Map(report.requirements.map(({ id, outcome }) => [id, OUTCOMES[outcome].word])));
    expect(har.log.entries).toHaveLength(report.exchanges.length);

    const again = await runCommandLine(['render', join(folder, 'run', 'report.json'), '--out', join(folder, 'again')]);
    expect(again.code).toBe(0);
    expect(readdirSync(join(folder, 'again')).sort()).toEqual(FILES.filter((file) => file !== 'report.json'));
    for (const file of readdirSync(join(folder, 'again'))) expect(textOf('again', file)).toBe(textOf('run', file));
    const toPrint = ['render', join(folder, 'run', 'report.json'), '--format', 'md', '--out', '-'];
    expect((await runCommandLine(toPrint)).out).toBe(textOf('run', 'report.md'));
  });

  it('shows violations and a summary in GitHub Actions, and prints no other command', async () => {
    const summary = join(folder, 'summary.md');
    const { code, out } = await judge({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary });
    expect(code).toBe(1);
    expect(readFileSync(summary, 'utf8')).toBe(textOf('run', 'report.md'));
    const lines = out.split('\n');
    const [verdict, ...annotations] = lines.filter((line) => line.trim().startsWith('::'));
    expect(verdict).toMatch(/^::error title=The service is NOT CONFORMANT%2C profile full::/);
    expect(annotations.length).toBeGreaterThan(0);
    for (const line of annotations) expect(line).toMatch(/^::error title=LIST-LIMIT-/);
  });
});

describe('the choice of formats', () => {
  it('applies to a run, which removes the files of an earlier run', async () => {
    const reports = join(folder, 'run');
    mkdirSync(reports);
    for (const file of FILES) writeFileSync(join(reports, file), '{}');
    const { code } = await runCommandLine(['run', '--reports', reports, '--only', 'LIST-OK', '--format', 'junit']);
    expect(code).toBe(2);
    expect(readdirSync(reports).sort()).toEqual(['junit.xml', 'manifest.json', 'report.json']);
  });
});

it('a complete run of a conformant service takes at most 2 MB as report.json, and 1 MB as a page', async () => {
  const service = await startReference();
  try {
    const words = ['run', '--reports', join(folder, 'run')];
    expect(await runCommandLine(words, { allFormats: true, environment: targetOf(service) })).toMatchObject({
      code: 0,
    });
  } finally {
    await service.close();
  }
  expect(statSync(join(folder, 'run', 'report.json')).size).toBeLessThan(2_000_000);
  expect(statSync(join(folder, 'run', 'report.html')).size).toBeLessThan(1_000_000);
});
