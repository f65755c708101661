import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Variant } from '../../src/reference/behaviour.ts';
import { faults } from '../../src/reference/faults/index.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import type { Report } from '../../src/report/report.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { type ChangingService, startChanging } from '../support/changing-service.ts';
import type { ProcessResult } from '../support/command-in.ts';
import { runCommandHere } from '../support/command-in-process.ts';
import { targetOf, violatedIn } from '../support/command.ts';

// The loop of whoever fixes a service: a run, a try while it is broken still, one when it is mended.

let folder = '';
let service: ChangingService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'again-'));
  service = await startChanging(true);
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(...words: readonly string[]): Promise<ProcessResult> {
  return runCommandHere(folder, ['run', ...words], targetOf(service));
}

function reportIn(...steps: readonly string[]): Report {
  return JSON.parse(readFileSync(join(folder, ...steps, 'report.json'), 'utf8')) as Report;
}

describe('a violation that is tried again', () => {
  it('is still violated until it is fixed, and the verdict is never that of a whole run', async () => {
    const only = ['--only', 'GET-OK,GET-SAME,LIST-OK', '--seed', '5', '--format', 'json'];
    const first = await run(...only, '--quiet');
    expect(first).toMatchObject({ code: 1, error: '' });
    expect(first.out).toBe('The service is NOT CONFORMANT, profile full.\n');
    const violated = violatedIn(reportIn('reports'));
    expect(violated).toContain('GET-OK');

    const broken = await run('--again', 'reports/report.json');
    expect(broken).toMatchObject({ code: 1, error: '' });
    expect(broken.out).toMatch(/Tried again \(\d+\)\n(.*\n)* {2}still violated {2}GET-OK/);
    expect(broken.out).not.toContain('fixed  ');

    service.setBroken(false);
    const mended = await run('--again', 'reports/report.json', '--quiet');
    expect(mended).toMatchObject({ code: 2, error: '' });
    expect(mended.out).toBe(
      `Tried again: ${violated.length} fixed, 0 still violated, 0 not settled. A whole run gives the verdict.\nThe run is INCONCLUSIVE, profile full.\n`,
    );

    const [earlier, later] = [reportIn('reports'), reportIn('reports', 'again')];
    expect(later.run).toMatchObject({
      selection: 'part',
      configuration: { again: earlier.run.id, exampleSeed: 5 },
    });
    expect(later.run.seed).not.toBe(5);
    expect(later.counts.cases).toBeLessThanOrEqual(earlier.counts.cases);
    expect(readdirSync(join(folder, 'reports')).filter((name) => name.includes('journal'))).toEqual([]);

    const nothing = await run('--again', 'reports/again/report.json');
    expect(nothing).toMatchObject({ code: 3, out: '' });
    expect(nothing.error).toContain('holds no violation');
  });
});

describe('a violation that is new', () => {
  it('is named first, and nothing is called fixed beside it', async () => {
    const key = 'the-key-of-both-builds';
    const port = await lastingPort();
    const before = await startReference({ key, port, variants: [faultNamed('limit-plus-one')] });
    const first = await runCommandHere(
      folder,
      ['run', '--only', 'LIST-LIMIT-DEFAULT', '--reports', 'old'],
      targetOf(before),
    );
    expect(first.code).toBe(1);
    await before.close();

    const after = await startReference({ key, port, variants: [faultNamed('list-as-plain-text')] });
    try {
      const loud = await runCommandHere(folder, ['run', '--again', 'old/report.json'], targetOf(after));
      expect(loud.code).toBe(1);
      expect(loud.out).toContain('\nNewly violated (1)\n  newly violated  ANSWER-MEDIA-TYPE\n\nTried again (');
      const quiet = await runCommandHere(folder, ['run', '--again', 'old/report.json', '--quiet'], targetOf(after));
      expect(quiet.out).toMatch(/^Newly violated \(1\): ANSWER-MEDIA-TYPE\. Tried again: \d fixed, /);
      for (const { out } of [loud, quiet]) expect(out).not.toContain('A whole run');
    } finally {
      await after.close();
    }
  });
});

function faultNamed(id: string): Variant {
  const fault = faults.find((each) => each.id === id);
  if (fault === undefined) throw new Error(`There is no fault ${id}.`);
  return fault.apply;
}
