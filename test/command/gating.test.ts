import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { suiteVersion } from '../../src/cli/suite-version.ts';
import { requirements } from '../../src/contract/requirements.ts';
import { verifyRun } from '../../src/gate/verify-run.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import type { Report } from '../../src/report/report.ts';
import { fakeConsole } from '../support/fake-console.ts';
import { keyPair } from '../support/keys.ts';
import { runCommandIn, type ProcessResult } from '../support/command-in.ts';
import { runCommandHere } from '../support/command-in-process.ts';
import { targetOf } from '../support/command.ts';

// From staging to promotion, as a pipeline would do it: the good build by the command as a process, the others within this one.

const FAULT = 'error-code-missing-on-get';
const BROKEN = 'ERROR-CODE';
const DIGEST = 'ab'.repeat(32);
const SUBJECT = `registry.example/pets@sha256:${DIGEST}`;
/** For runs of which only the verdict counts. */
const BARE = ['--format', 'json'];
const own = keyPair('ed25519');
const other = keyPair('p256');

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gating-'));
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const entry = { id: BROKEN, reason: 'The gateway counts from zero.', owner: 'Pet team' };
  writeFileSync(join(folder, 'key.pem'), own.privatePem, { mode: 0o600 });
  writeFileSync(join(folder, 'public.pem'), own.publicPem);
  writeFileSync(join(folder, 'other.pem'), other.publicPem);
  writeFileSync(join(folder, 'current.json'), JSON.stringify({ deviations: [{ ...entry, expires: today }] }));
  writeFileSync(join(folder, 'expired.json'), JSON.stringify({ deviations: [{ ...entry, expires: yesterday }] }));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs against a service of its own and leaves a signed report in a folder. */
async function judge(
  reports: string,
  fault: string | undefined,
  more: readonly string[] = [],
  runCommand: typeof runCommandIn = runCommandHere,
): Promise<ProcessResult> {
  const service = await startReference({ fault });
  try {
    const signing = ['--sign-key', 'key.pem', '--subject', SUBJECT];
    const words = ['run', '--reports', reports, ...signing, '--examples', '1', ...more];
    return await runCommand(folder, words, targetOf(service));
  } finally {
    await service.close();
  }
}

function command(...words: readonly string[]): Promise<ProcessResult> {
  return runCommandHere(folder, words);
}

function gateWords(reports: string, ...more: readonly string[]): readonly string[] {
  return ['gate', reports, '--public-key', 'public.pem', '--subject', `sha256:${DIGEST}`, ...more];
}

function gate(reports: string, ...more: readonly string[]): Promise<ProcessResult> {
  return runCommandHere(folder, gateWords(reports, ...more));
}

function reportIn(reports: string): Report {
  return JSON.parse(readFileSync(join(folder, reports, 'report.json'), 'utf8')) as Report;
}

function textIn(reports: string, file: string): string {
  return readFileSync(join(folder, reports, file), 'utf8');
}

describe('from staging to promotion', () => {
  it('a conformant build is signed, verified and promoted', async () => {
    expect(await judge('good', undefined, [], runCommandIn)).toMatchObject({ code: 0, error: '' });
    expect(await runCommandIn(folder, ['verify', 'good', '--public-key', 'public.pem'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('is VERIFIED and signed by the given key'),
    });
    const answer = await runCommandIn(folder, gateWords('good'));
    expect(answer).toMatchObject({ code: 0, error: '' });
    expect(answer.out).toMatch(/^YES: /);
  });

  it('a broken build is not promoted, and the requirement is named', async () => {
    expect((await judge('bad', FAULT, BARE)).code).toBe(1);
    const answer = await gate('bad');
    expect(answer.code).toBe(1);
    expect(answer.out).toMatch(/^NO: /);
    expect(answer.out).toContain(`${BROKEN} is violated`);
  });

  it('a known deviation lets it pass, and is shown everywhere', async () => {
    const run = await judge('known', FAULT, ['--deviations', 'current.json']);
    expect(run.code).toBe(0);
    expect(run.out).toContain('CONFORMANT WITH KNOWN DEVIATIONS');
    expect(reportIn('known').verdict.outcome).toBe('conformant with known deviations');
    for (const file of ['report.html', 'junit.xml', 'report.md']) {
      expect(textIn('known', file)).toContain('The gateway counts from zero.');
    }
    const answer = await gate('known');
    expect(answer.code).toBe(0);
    expect(answer.out).toContain(`${BROKEN} deviates, as is known: The gateway counts from zero.`);
    expect((await gate('known', '--max-deviations', '0')).code).toBe(1);
  });

  it('an expired deviation counts no longer', async () => {
    const run = await judge('expired', FAULT, ['--deviations', 'expired.json', ...BARE]);
    expect(run.code).toBe(1);
    expect(run.out).toContain('expired after');
    const answer = await gate('expired');
    expect(answer.code).toBe(1);
    expect(answer.out).toContain(`${BROKEN} (Pet team) expired after`);
  });

  it('a deviation that was fixed is stale, which is no as well', async () => {
    const run = await judge('stale', undefined, ['--deviations', 'current.json', ...BARE]);
    expect(run.code).toBe(1);
    expect(run.out).toContain('is stale');
    const answer = await gate('stale');
    expect(answer.code).toBe(1);
    expect(answer.out).toContain(`${BROKEN} (Pet team) is stale`);
  });

  it('a filtered run is never enough', async () => {
    expect((await judge('part', undefined, ['--only', BROKEN])).code).toBe(2);
    const answer = await gate('part');
    expect(answer.code).toBe(1);
    expect(answer.out).toContain('Only a part of the suite was run.');
  });

  it('another build, another key, and an old report are no', async () => {
    const wrongBuild = await gate('good', '--subject', `sha256:${'cd'.repeat(32)}`);
    expect(wrongBuild).toMatchObject({ code: 1, out: expect.stringContaining('is asked for') });
    const wrongKey = await gate('good', '--public-key', 'other.pem');
    expect(wrongKey).toMatchObject({ code: 1, out: expect.stringContaining('was not signed by the given key') });
    const console = { ...fakeConsole(folder), now: () => Date.now() + 25 * 3_600_000 };
    expect(await main(['gate', 'good', '--public-key', 'public.pem'], console)).toBe(1);
    expect(console.written()).toContain('more than 24h ago');
    expect((await gate('good', '--max-age', 'forever')).code).toBe(3);
    expect((await gate('nowhere')).code).toBe(3);
  });

  it('two runs are compared, and only the way down is a regression', async () => {
    const [good, bad] = ['good/report.json', 'bad/report.json'];
    const down = await command('diff', good, bad, '--format', 'md');
    expect(down.code).toBe(1);
    expect(down.out).toContain(BROKEN);
    const up = await command('diff', bad, good, '--format', 'json');
    expect(up.code).toBe(0);
    expect(JSON.parse(up.out)).toMatchObject({ regression: false, newlySatisfied: [{ id: BROKEN }] });
    expect((await command('diff', good, 'part/report.json')).code).toBe(3);
    expect((await command('diff', good, 'key.pem')).code).toBe(3);
  });

  it('the attestations say what the verdicts are', () => {
    const results = ['good', 'bad', 'known', 'expired', 'stale', 'part'].map((reports) => {
      const { payload } = JSON.parse(textIn(reports, 'attestation.dsse.json')) as { readonly payload: string };
      const statement = JSON.parse(Buffer.from(payload, 'base64').toString()) as {
        readonly predicate: { readonly result: string };
      };
      return statement.predicate.result;
    });
    expect(results).toEqual(['PASSED', 'FAILED', 'WARNED', 'FAILED', 'FAILED', 'FAILED']);
  });
});

function filesIn(reports: string): Map<string, Buffer> {
  return new Map(readdirSync(join(folder, reports)).map((name) => [name, readFileSync(join(folder, reports, name))]));
}

describe('an edited byte', () => {
  it('is found, wherever it is: fifty drawn at random', async () => {
    // Every verification makes every format again: of a short run, which is sealed like any other.
    await judge('short', undefined, ['--only', 'DEPRECATION-SUNSET']);
    const files = filesIn('short');
    const verifier = { suiteVersion: suiteVersion(), table: requirements, publicKey: own.publicKey };
    expect((await verifyRun(files, verifier)).problems).toEqual([]);
    const edits = fc.sample(fc.record({ file: fc.nat(files.size - 1), at: fc.nat(), bit: fc.nat(7) }), {
      numRuns: 50,
      seed: 20_301_205,
    });
    for (const { file, at, bit } of edits) {
      const [name, data] = [...files][file] ?? ['', Buffer.alloc(1)];
      const edited = Buffer.from(data);
      const place = at % data.length;
      edited[place] = (edited[place] ?? 0) ^ (1 << bit);
      const { problems } = await verifyRun(new Map(files).set(name, edited), verifier);
      expect([name, place, bit, problems.length > 0]).toEqual([name, place, bit, true]);
    }
  });

  it.each(['report.json', 'report.html', 'manifest.json', 'attestation.dsse.json'])(
    'in %s is found by the command, and named',
    async (name) => {
      const reports = `edited-${name}`;
      cpSync(join(folder, 'good'), join(folder, reports), { recursive: true });
      const data = readFileSync(join(folder, reports, name));
      data[data.length >> 1] = (data[data.length >> 1] ?? 0) ^ 1;
      writeFileSync(join(folder, reports, name), data);
      const verified = await command('verify', reports, '--public-key', 'public.pem');
      expect(verified.code).toBe(1);
      expect(verified.out).toContain(name);
      expect((await gate(reports)).code).toBe(1);
    },
  );
});

describe('before anything is sent', () => {
  it.each([
    [['--sign-key', 'public.pem'], 'holds no private key'],
    [['--sign-key', 'nowhere.pem'], 'cannot be read'],
    [['--subject', 'app'], 'must be NAME@sha256:'],
    [['--deviations', 'key.pem'], 'it is not JSON'],
    [['--only', 'NO-SUCH'], 'there is no requirement'],
    [['--grep', '('], 'is no regular expression'],
  ])('%j is refused', async (words, sentence) => {
    let requests = 0;
    const service = await startReference({
      variants: [
        (base) => ({
          around(request, next) {
            requests += 1;
            return base.around(request, next);
          },
        }),
      ],
    });
    const result = await runCommandHere(folder, ['run', '--reports', 'refused', ...words], targetOf(service));
    await service.close();
    expect(result).toMatchObject({ code: 3, out: '' });
    expect(result.error).toContain(sentence);
    expect(requests).toBe(0);
    expect(readdirSync(join(folder, 'refused'))).toEqual([]);
  });
});
