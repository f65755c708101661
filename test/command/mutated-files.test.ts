import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { readRunSettings } from '../../src/cli/run-settings.ts';
import { suiteVersion } from '../../src/cli/suite-version.ts';
import { requirements } from '../../src/contract/requirements.ts';
import { planAgain } from '../../src/gate/try-again.ts';
import { fakeConsole } from '../support/fake-console.ts';
import { keyPair } from '../support/keys.ts';
import { sealedFiles, wholeReport } from '../support/sealed-run.ts';
import { fullReport } from '../support/full-report.ts';
import { configured, resolve, target } from '../support/configuration-under-test.ts';
import { mutatedJson, mutatedSettings } from './mutations.ts';

// Some 2,200 files and settings that somebody has changed, given to every command that reads one. The commands run within
// this process, which a stack trace, a hang or a changed prototype could not escape.

const REPORTS = 600;
const PAIRS = 400;
const RUNS = 180;
const POLICIES = 200;
const DEVIATIONS = 200;
const DOTENVS = 150;
const CONFIGURATIONS = 500;

const run = wholeReport({ version: suiteVersion() });
const { privateKey, publicPem } = keyPair('ed25519');
let folder = '';
let sealed: ReadonlyMap<string, Buffer> = new Map();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-mutated-'));
  mkdirSync(join(folder, 'run'));
  sealed = await sealedFiles(run, privateKey, ['json', 'md']);
  layOut();
  writeFileSync(join(folder, 'public.pem'), publicPem);
  writeFileSync(join(folder, 'full.json'), JSON.stringify(fullReport()));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files of a signed run as they were written. */
function layOut(): void {
  for (const [name, data] of sealed) writeFileSync(join(folder, 'run', name), data);
}

function sealedText(name: string): string {
  return sealed.get(name)?.toString() ?? '';
}

interface Ended {
  readonly code: number;
  readonly said: string;
}

/** Runs a command, which must end in one of these codes and in words of its own, and leave everything else as it was. */
async function command(codes: readonly number[], ...words: readonly string[]): Promise<Ended> {
  const console = fakeConsole(folder);
  const code = await main(words, console);
  const said = console.complaints() + console.written();
  expect(codes, said).toContain(code);
  expect(said).not.toMatch(/\bat .*\.[jt]s:\d+|a fault of the suite|TypeError|RangeError/);
  expect(console.complaints() === '').toBe(code !== 3);
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined();
  return { code, said };
}

/** Tries so many texts, each in another way changed, and gives how often each exit code came. */
async function tryTexts(
  texts: fc.Arbitrary<string>,
  times: number,
  tryOne: (text: string) => Promise<Ended>,
): Promise<(code: number) => number> {
  const codes = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const { code } = await tryOne(text);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }),
    { numRuns: times, seed: 6 },
  );
  return (code) => codes.get(code) ?? 0;
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

describe('mutated reports', () => {
  it(`${REPORTS} of them, given to render and run --again, end in exit 3 or in whole files`, async () => {
    const tried = new Set<string>();
    const times = await tryTexts(mutatedJson(fullReport(), 20_000), REPORTS, async (text) => {
      writeFileSync(join(folder, 'report.json'), text);
      tried.add(await triedAgain('report.json'));
      return command([0, 3], 'render', 'report.json', '--out', join(folder, 'out'));
    });
    // Both ways were taken.
    expect([...tried].sort()).toEqual(['planned', 'refused']);
    expect([times(0) > 10, times(3) > 100]).toEqual([true, true]);
  });

  it(`${PAIRS} of them, given to diff on either side, end in exit 3 or in a comparison`, async () => {
    let turn = 0;
    const times = await tryTexts(mutatedJson(fullReport(), 20_000), PAIRS, (text) => {
      writeFileSync(join(folder, 'report.json'), text);
      turn += 1;
      const pair = turn % 2 === 0 ? ['report.json', 'full.json'] : ['full.json', 'report.json'];
      const format = ['text', 'md', 'json'][turn % 3] ?? 'text';
      return command([0, 1, 3], 'diff', ...pair, '--format', format);
    });
    expect([times(0) + times(1) > 10, times(3) > 50]).toEqual([true, true]);
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

describe.each(['report.json', 'manifest.json', 'attestation.dsse.json'])('a run whose %s was mutated', (name) => {
  const isAttestation = name === 'attestation.dsse.json';

  function isUnchanged(text: string): boolean {
    return isAttestation ? signedPart(text) === signedPart(sealedText(name)) : text === sealedText(name);
  }

  it(`${RUNS / 3} times is verified by nobody, and let through by no gate`, async () => {
    layOut();
    const original: unknown = JSON.parse(sealedText(name));
    let turn = 0;
    const times = await tryTexts(mutatedJson(original, 3_000), RUNS / 3, async (text) => {
      writeFileSync(join(folder, 'run', name), text);
      turn += 1;
      const words = turn % 2 === 0 ? ['verify', 'run'] : ['gate', 'run', '--max-age', '9999d'];
      const ended = await command([0, 1], ...words, '--public-key', 'public.pem');
      if (ended.code === 0) expect(isUnchanged(text), text).toBe(true);
      return ended;
    });
    layOut();
    expect(times(1)).toBeGreaterThan(10);
    expect((await command([0], 'verify', 'run', '--public-key', 'public.pem')).code).toBe(0);
  });
});

describe('mutated policies', () => {
  it(`${POLICIES} of them, given to gate, end in exit 3 or in a decision`, async () => {
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
    const times = await tryTexts(mutatedJson(policy, 300), POLICIES, async (text) => {
      writeFileSync(join(folder, 'policy.json'), text);
      const ended = await command([0, 1, 3], 'gate', 'run', '--policy', 'policy.json', '--public-key', 'public.pem');
      expect(ended.said).toMatch(ended.code === 3 ? /No decision: / : /^(YES|NO): /m);
      return ended;
    });
    expect([times(0) + times(1) > 10, times(3) > 50]).toEqual([true, true]);
  });
});

// A run that is given no key to sign with is refused after everything else was read, so that none of these sends anything.
const REFUSED = ['run', '--reports', 'reports', '--sign-key', 'nowhere.pem'];
const NO_KEY = 'The file that --sign-key (PETSTORE_SIGN_KEY_FILE) names cannot be read';

describe('mutated deviations', () => {
  it(`${DEVIATIONS} of them, given to run, are refused or taken, and told in sentences`, async () => {
    const ids = requirements.filter(({ level }) => level === 'required').slice(0, 3);
    const list = { deviations: ids.map(({ id }) => ({ id, reason: 'why', owner: 'who', expires: '2030-01-01' })) };
    let taken = 0;
    await tryTexts(mutatedJson(list, 400), DEVIATIONS, async (text) => {
      writeFileSync(join(folder, 'deviations.json'), text);
      const ended = await command([3], ...REFUSED, '--deviations', 'deviations.json');
      expect(ended.said).toContain(NO_KEY);
      if (!ended.said.includes('--deviations')) taken += 1;
      return ended;
    });
    expect(taken).toBeGreaterThan(10);
    expect(taken).toBeLessThan(DEVIATIONS - 50);
  });
});

describe('mutated settings', () => {
  it(`${DOTENVS} of them in a .env file end a run in sentences`, async () => {
    const lines = mutatedSettings.map((each) =>
      Object.entries(each)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    );
    await tryTexts(lines, DOTENVS, (text) => {
      writeFileSync(join(folder, '.env'), text);
      return command([3], ...REFUSED);
    });
    rmSync(join(folder, '.env'));
  });

  it(`${CONFIGURATIONS} of them end in a configuration or in sentences that hold no secret`, () => {
    fc.assert(
      fc.property(mutatedSettings, fc.boolean(), (changes, complete) => {
        const environment = { ...(complete ? target : {}), ...changes };
        const resolution = resolve({ environment });
        if (resolution.kind === 'bad') {
          expect(resolution.problems.length).toBeGreaterThan(0);
          const key = changes['PETSTORE_API_KEY'] ?? '';
          if (key.length > 20) expect(resolution.problems.join('\n')).not.toContain(key);
        } else {
          expect(structuredClone(resolution.configuration)).toEqual(resolution.configuration);
        }
        expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined();
      }),
      { numRuns: CONFIGURATIONS, seed: 6 },
    );
    expect(configured({ environment: target }).concurrency).toBe(20);
  });
});
