import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { readRunSettings } from '../../src/cli/run-settings.ts';
import { suiteVersion } from '../../src/cli/suite-version.ts';
import { planAgain } from '../../src/gate/try-again.ts';
import { configured, resolve, target } from '../support/configuration-under-test.ts';
import { fakeConsole } from '../support/fake-console.ts';
import { fullReport } from '../support/full-report.ts';
import { keyPair } from '../support/keys.ts';
import { sealedFiles, wholeReport } from '../support/sealed-run.ts';
import { mutatedJson, mutatedSettings } from './mutations.ts';

// Files and settings that somebody has changed, given to every command that reads one. The commands run within this
// process, which a stack trace, a hang or a changed prototype could not escape.

const { privateKey, publicPem } = keyPair('ed25519');
let folder = '';
let sealed: ReadonlyMap<string, Buffer> = new Map();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-mutated-'));
  mkdirSync(join(folder, 'run'));
  sealed = await sealedFiles(wholeReport({ version: suiteVersion() }), privateKey, ['json', 'md']);
  layOut();
  writeFileSync(join(folder, 'public.pem'), publicPem);
  writeFileSync(join(folder, 'full.json'), JSON.stringify(fullReport()));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files of a signed run as they were written. */
function layOut(): void {
  for (const [name, data] of sealed) writeFileSync(join(folder, 'run', name), data);
}

interface Ended {
  readonly code: number;
  readonly said: string;
}

/** Runs a command, which must end in words of its own, and leave everything else as it was. */
async function command(...words: readonly string[]): Promise<Ended> {
  const console = fakeConsole(folder);
  const code = await main(words, console);
  const said = console.complaints() + console.written();
  expect(said).not.toMatch(/\bat .*\.[jt]s:\d+|a fault of the suite|TypeError|RangeError/);
  expect(console.complaints() === '').toBe(code !== 3);
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined();
  return { code, said };
}

/** Writes so many texts into a file, each in another way changed, and gives how the trials of them ended. */
async function tryTexts<T>(
  file: string,
  texts: fc.Arbitrary<string>,
  times: number,
  tryOne: (turn: number, text: string) => Promise<T>,
): Promise<readonly T[]> {
  const ends: T[] = [];
  const each = fc.asyncProperty(texts, async (text) => {
    writeFileSync(join(folder, file), text);
    ends.push(await tryOne(ends.length, text));
  });
  await fc.assert(each, { numRuns: times, seed: 6, endOnFailure: true });
  return ends;
}

/** How trials ended, each way once. */
function waysOf(ends: readonly Ended[]): readonly number[] {
  return [...new Set(ends.map(({ code }) => code))].toSorted((one, other) => one - other);
}

/** What `run --again` makes of a report before anything is sent: a plan, or sentences that are inert. */
async function triedAgain(file: string): Promise<'planned' | 'refused'> {
  const settings = await readRunSettings({ again: file }, fakeConsole(folder, target));
  if (settings.kind === 'bad') {
    expect(settings.problems.join('')).toMatch(/^[^\p{Cc}\p{Cf}]+$/u);
    return 'refused';
  }
  const report = settings.earlier?.report;
  const cases = [{ caseId: 'some/case', title: '', place: '', requirements: [], creates: 0 }];
  const plan = report === undefined ? null : planAgain(report, cases);
  expect(settings.configuration.baseUrl).toBe(target.PETSTORE_BASE_URL);
  expect([...(plan?.cases ?? [])].every((caseId) => caseId === 'some/case')).toBe(true);
  return 'planned';
}

const REPORTS = mutatedJson(fullReport(), 20_000);

describe('mutated reports', () => {
  it('are rendered whole, or end in exit 3', async () => {
    const words = ['render', 'report.json', '--out', 'out'];
    expect(waysOf(await tryTexts('report.json', REPORTS, 40, () => command(...words)))).toEqual([0, 3]);
  });

  it('are planned to be tried again, or refused', async () => {
    const ends = await tryTexts('report.json', REPORTS, 100, () => triedAgain('report.json'));
    expect(new Set(ends)).toEqual(new Set(['planned', 'refused']));
  });

  it('end on either side of diff in a comparison, or in exit 3', async () => {
    const ends = await tryTexts('report.json', REPORTS, 40, (turn) => {
      const pair = turn % 2 === 0 ? ['report.json', 'full.json'] : ['full.json', 'report.json'];
      return command('diff', ...pair, '--format', ['text', 'md', 'json'][turn % 3] ?? 'text');
    });
    expect(waysOf(ends)).toEqual(expect.arrayContaining([0, 3]));
    expect([0, 1, 3]).toEqual(expect.arrayContaining([...waysOf(ends)]));
  });
});

/** Of an attestation only this counts: around it there may be more. Null where the text is no JSON. */
function signedPart(text: string): string | null {
  try {
    const { payload, payloadType } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return JSON.stringify([payload, payloadType]);
  } catch {
    return null;
  }
}

describe('a signed run', () => {
  it.each<[name: string, part: (text: string) => string | null]>([
    ['report.json', (text) => text],
    ['manifest.json', (text) => text],
    ['attestation.dsse.json', signedPart],
  ])('is verified by nobody, and let through by no gate, where its %s was mutated', async (name, part) => {
    const original = sealed.get(name)?.toString() ?? '';
    const texts = mutatedJson(JSON.parse(original), 3_000);
    const ends = await tryTexts(join('run', name), texts, 24, async (turn, text) => {
      const words = turn % 2 === 0 ? ['verify', 'run'] : ['gate', 'run', '--max-age', '9999d'];
      const ended = await command(...words, '--public-key', 'public.pem');
      expect([0, 1]).toContain(ended.code);
      if (ended.code === 0) expect(part(text)).toBe(part(original));
      return ended;
    });
    layOut();
    expect(waysOf(ends)).toContain(1);
    expect((await command('verify', 'run', '--public-key', 'public.pem')).code).toBe(0);
  });
});

describe('mutated policies', () => {
  it('end in a decision of the gate, or in exit 3', async () => {
    const policy = {
      profile: 'full',
      maxDeviations: 2,
      maxAge: '24h',
      suiteVersions: [suiteVersion()],
      subject: `sha256:${'ab'.repeat(32)}`,
      target: 'https://pets.example/v1',
      asOf: '2030-01-01',
      signature: 'required',
    };
    const ends = await tryTexts('policy.json', mutatedJson(policy, 300), 60, async () => {
      const ended = await command('gate', 'run', '--policy', 'policy.json', '--public-key', 'public.pem');
      expect(ended.said).toMatch(ended.code === 3 ? /No decision: / : /^(YES|NO): /m);
      return ended;
    });
    expect(waysOf(ends)).toEqual([1, 3]);
  });
});

describe('mutated settings', () => {
  it('as known deviations are refused or taken by run, and told in sentences', async () => {
    const ids = ['GET-OK', 'LIST-OK', 'CREATE-OK'];
    const list = { deviations: ids.map((id) => ({ id, reason: 'why', owner: 'who', expires: '2030-01-01' })) };
    // A run that is given no key to sign with is refused after everything else was read, before anything is sent.
    const words = ['run', '--reports', 'reports', '--sign-key', 'nowhere.pem', '--deviations', 'deviations.json'];
    const ends = await tryTexts('deviations.json', mutatedJson(list, 400), 60, () => command(...words));
    expect(waysOf(ends)).toEqual([3]);
    const noKey = 'The file that --sign-key (PETSTORE_SIGN_KEY_FILE) names cannot be read';
    expect(ends.filter(({ said }) => !said.includes(noKey))).toEqual([]);
    expect(new Set(ends.map(({ said }) => said.includes('--deviations')))).toEqual(new Set([true, false]));
  });

  it('end in a configuration, or in sentences that hold no secret', () => {
    const each = fc.property(mutatedSettings, fc.boolean(), (changes, complete) => {
      const resolution = resolve({ environment: { ...(complete ? target : {}), ...changes } });
      if (resolution.kind === 'bad') {
        expect(resolution.problems.length).toBeGreaterThan(0);
        const key = changes['PETSTORE_API_KEY'] ?? '';
        if (key.length > 20) expect(resolution.problems.join('\n')).not.toContain(key);
      } else {
        expect(structuredClone(resolution.configuration)).toEqual(resolution.configuration);
      }
      expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined();
    });
    fc.assert(each, { numRuns: 300, seed: 6 });
    expect(configured({ environment: target }).concurrency).toBe(20);
  });
});
