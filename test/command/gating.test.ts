import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { main } from '../../src/cli/main.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import { fakeConsole } from '../support/fake-console.ts';
import { keyPair } from '../support/keys.ts';
import type { ProcessResult } from '../support/command-in.ts';
import { runCommandHere } from '../support/command-in-process.ts';
import { readValid, targetOf } from '../support/command.ts';
import { startCountingService } from '../support/counting-service.ts';

// From staging to promotion, as in a pipeline. test/ship/gating-recipes.test.ts covers a known deviation.

const FAULT = 'error-code-missing-on-get';
const BROKEN = 'ERROR-CODE';
const DIGEST = 'ab'.repeat(32);
const SUBJECT = `registry.example/pets@sha256:${DIGEST}`;
const own = keyPair('ed25519');
const other = keyPair('p256');

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gating-'));
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const entry = { id: BROKEN, reason: 'The gateway counts from zero.', owner: 'Pet team' };
  writeFileSync(join(folder, 'key.pem'), own.privatePem, { mode: 0o600 });
  writeFileSync(join(folder, 'public.pem'), own.publicPem);
  writeFileSync(join(folder, 'other.pem'), other.publicPem);
  writeFileSync(join(folder, 'expired.json'), JSON.stringify({ deviations: [{ ...entry, expires: yesterday }] }));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs against a new service, and writes a signed report to a folder. */
async function judge(reports: string, fault: string | undefined, ...more: readonly string[]): Promise<ProcessResult> {
  const service = await startReference({ faults: fault === undefined ? [] : [fault] });
  try {
    const signing = ['--sign-key-file', 'key.pem', '--subject', SUBJECT];
    const words = ['run', '--reports', reports, ...signing, '--examples', '1', ...more];
    return await runCommandHere(folder, words, targetOf(service));
  } finally {
    await service.close();
  }
}

function command(...words: readonly string[]): Promise<ProcessResult> {
  return runCommandHere(folder, words);
}

function gate(reports: string, ...more: readonly string[]): Promise<ProcessResult> {
  return command('gate', reports, '--public-key', 'public.pem', '--subject', `sha256:${DIGEST}`, ...more);
}

function textIn(reports: string, file: string): string {
  return readFileSync(join(folder, reports, file), 'utf8');
}

/** Runs with --fail-fast against a service with a wrong filter for "sold": a case that finds it, and a later case. */
async function failFast(...more: readonly string[]): Promise<Report> {
  const words = ['--fail-fast', '--only', 'list/status/sold,spellings/list/accept-absent', '--format', 'json', ...more];
  await judge('fast', 'filter-ignored-for-sold', ...words);
  return readValid(textIn('fast', 'report.json'));
}

describe('--fail-fast', () => {
  it('ends the run at the first violation, repeats that case, and reports what is not verified', async () => {
    const { run, verdict, checks } = await failFast();
    expect([run.end, verdict.exitCode]).toEqual(['first-violation', 1]);
    expect(checks.filter(({ outcome }) => outcome === 'violated')).toMatchObject([
      { requirement: 'LIST-STATUS-FILTER', unstable: false },
    ]);
    expect(checks.find(({ requirement }) => requirement === 'LIST-SPELLINGS')).toMatchObject({
      outcome: 'not-verified',
      reason: 'The run ended at the first violation.',
      howToResolve: 'Run without --fail-fast (PETSTORE_FAIL_FAST).',
    });
  });

  it('does not end at a known deviation', async () => {
    const entry = { id: 'LIST-STATUS-FILTER', reason: 'An index.', owner: 'Pet team', expires: '2999-01-01' };
    writeFileSync(join(folder, 'known.json'), JSON.stringify({ deviations: [entry] }));
    expect((await failFast('--deviations', 'known.json')).run.end).toBe('complete');
  });
});

describe('from staging to promotion', () => {
  it('a conformant build is signed, verified and promoted', async () => {
    expect(await judge('good', undefined, '--format', 'json,md')).toMatchObject({ code: 0, error: '' });
    const verified = await command('verify', 'good', '--public-key', 'public.pem');
    expect(verified).toMatchObject({
      code: 0,
      out: expect.stringContaining('is VERIFIED and signed by the given key'),
    });
    expect(await gate('good')).toMatchObject({ code: 0, error: '', out: expect.stringMatching(/^YES: /) });
  });

  it('an expired deviation has no effect: the build is not promoted, and the requirement is named', async () => {
    const run = await judge('expired', FAULT, '--deviations', 'expired.json', '--format', 'json');
    expect(run.code).toBe(1);
    expect(run.out).toContain('expired after');
    const decision = await gate('expired');
    expect(decision).toMatchObject({ code: 1, out: expect.stringMatching(/^NO: /) });
    expect(decision.out).toContain(`${BROKEN} is violated`);
    expect(decision.out).toContain(`${BROKEN} (Pet team) expired after`);
  });

  it('a filtered run is never promoted', async () => {
    expect((await judge('part', undefined, '--only', BROKEN, '--format', 'json,md')).code).toBe(2);
    const decision = await gate('part');
    expect([decision.code, decision.out]).toEqual([
      1,
      expect.stringContaining('The run judged only a part of the suite.'),
    ]);
  });

  it('another build, another key, and an old report are not promoted', async () => {
    const wrongBuild = await gate('good', '--subject', `sha256:${'cd'.repeat(32)}`);
    expect(wrongBuild).toMatchObject({ code: 1, out: expect.stringMatching(/the\s+policy\s+requires/) });
    const wrongKey = await gate('good', '--public-key', 'other.pem');
    expect(wrongKey).toMatchObject({ code: 1, out: expect.stringMatching(/was\s+not\s+signed\s+by\s+the\s+key/) });
    const console = { ...fakeConsole(folder), now: () => Date.now() + 25 * 3_600_000 };
    expect(await main(['gate', 'good', '--public-key', 'public.pem'], console)).toBe(1);
    expect(console.written()).toContain('more than 24h ago');
  });

  it('a comparison of two runs reports a regression only from good to bad', async () => {
    const [good, bad] = ['good/report.json', 'expired/report.json'];
    const down = await command('diff', good, bad, '--format', 'md');
    expect(down.code).toBe(1);
    expect(down.out).toContain(BROKEN);
    const up = await command('diff', bad, good, '--json');
    expect(up.code).toBe(0);
    expect(JSON.parse(up.out)).toMatchObject({ regression: false, changes: [{ kind: 'better', id: BROKEN }] });
    expect((await command('diff', good, 'part/report.json')).code).toBe(3);
    expect((await command('diff', good, 'key.pem')).code).toBe(3);
  });
});

describe('an edited byte', () => {
  it.each(['report.md', 'attestation.dsse.json'])('in %s is found by the command, and named', async (name) => {
    const reports = `edited-${name}`;
    cpSync(join(folder, 'part'), join(folder, reports), { recursive: true });
    const data = readFileSync(join(folder, reports, name));
    data[data.length >> 1] = (data[data.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(folder, reports, name), data);
    const verified = await command('verify', reports, '--public-key', 'public.pem');
    expect([verified.code, verified.out]).toEqual([1, expect.stringContaining(name)]);
    expect((await gate(reports)).out).toContain(name);
  });
});

describe('before the first request', () => {
  it.each([
    [['--sign-key-file', 'public.pem'], 'holds no private key'],
    [['--deviations', 'key.pem'], 'the list is not JSON'],
    [['--only', 'NO-SUCH'], 'there is no requirement'],
  ])('%j is rejected', async (words, sentence) => {
    const { service, requests } = await startCountingService();
    const result = await runCommandHere(folder, ['run', '--reports', 'refused', ...words], targetOf(service));
    await service.close();
    expect(result).toMatchObject({ code: 3, out: '', error: expect.stringContaining(sentence) });
    expect(requests()).toBe(0);
    expect(existsSync(join(folder, 'refused'))).toBe(false);
  });
});
