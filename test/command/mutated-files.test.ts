import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { suiteVersion } from '../../src/run/suite-identity.ts';
import { fakeConsole } from '../support/fake-console.ts';
import { fullReport } from '../support/full-report.ts';
import { keyPair } from '../support/keys.ts';
import { sealedFiles, wholeReport } from '../support/sealed-run.ts';

// Changed files, given to every command that reads one. The commands run within this
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

/** The unchanged files of a signed run. */
function layOut(): void {
  for (const [name, data] of sealed) writeFileSync(join(folder, 'run', name), data);
}

interface Ended {
  readonly code: number;
  readonly said: string;
}

/** Runs a command. It must end with its own messages, and must not change anything else. */
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

/** Writes a number of mutated texts to a file, runs a trial on each, and returns the results. */
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

/** Values that may harm a reader. */
const poison: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, -0, 1e308, -1, '', '\u0000\u001b[2J\u202e', '</script>', ']]>', '::error::x'),
  fc.constantFrom<unknown>([], {}, [[[[]]]], 'x'.repeat(10_000), '../../etc/passwd', 'constructor', '\ud800'),
  fc.jsonValue(),
);

/** The path to a change. Each step is the position of a member. */
const path = fc.array(fc.nat(30), { maxLength: 6 });
const newName = fc.constantFrom<unknown>('__proto__', 'constructor', 'prototype', 'toString', 'x', '\u0000');

interface Change {
  readonly how: 'set' | 'remove' | 'add';
  readonly path: readonly number[];
  readonly value: unknown;
}

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ how: fc.constant('set' as const), path, value: poison }),
  fc.record({ how: fc.constant('remove' as const), path, value: fc.constant(null) }),
  fc.record({ how: fc.constant('add' as const), path, value: newName }),
);

/** The JSON text of a changed value. Writes a member named `__proto__` as text, because no literal can hold it. */
function changed(value: unknown, { how, path: steps, value: given }: Change): unknown {
  if (typeof value !== 'object' || value === null) return how === 'set' ? given : value;
  const members = Object.entries(value);
  const [step, ...rest] = steps;
  const place = step === undefined || members.length === 0 ? -1 : step % members.length;
  if (how === 'add' && (place < 0 || rest.length === 0)) {
    return Object.fromEntries([...members, [`add:${String(given)}`, { polluted: true }]]);
  }
  if (place < 0) return how === 'set' ? given : value;
  const next = members.flatMap(([name, member], index): (readonly [string, unknown])[] => {
    if (index !== place) return [[name, member]];
    if (rest.length > 0) return [[name, changed(member, { how, path: rest, value: given })]];
    return how === 'remove' ? [] : [[name, given]];
  });
  return Array.isArray(value) ? next.map(([, member]) => member) : Object.fromEntries(next);
}

/** Null in three of four draws. */
function seldom<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** The text of a JSON file: changed as a value, as a text, or unchanged. `longest` is about the length of the text. */
function mutatedJson(value: unknown, longest: number): fc.Arbitrary<string> {
  return fc
    .record({
      changes: fc.array(change, { maxLength: 4 }),
      cut: seldom(fc.nat(longest)),
      noise: seldom(fc.record({ at: fc.nat(longest), text: fc.string({ maxLength: 5 }) })),
    })
    .map(({ changes, cut, noise }) => {
      const mutated = changes.reduce<unknown>((before, each) => changed(before, each), value);
      const text = (JSON.stringify(mutated) ?? '').replaceAll('"add:', '"');
      const noisy = noise === null ? text : text.slice(0, noise.at) + noise.text + text.slice(noise.at);
      return cut === null ? noisy : noisy.slice(0, cut);
    });
}

/** The distinct results of trials. */
function waysOf(ends: readonly Ended[]): readonly number[] {
  return [...new Set(ends.map(({ code }) => code))].toSorted((one, other) => one - other);
}

const REPORTS = mutatedJson(fullReport(), 20_000);

describe('mutated reports', () => {
  it('are rendered completely, or exit with 3', async () => {
    const words = ['render', 'report.json', '--out', 'out'];
    expect(waysOf(await tryTexts('report.json', REPORTS, 40, () => command(...words)))).toEqual([0, 3]);
  });

  it('are compared on either side of diff, or exit with 3', async () => {
    const ends = await tryTexts('report.json', REPORTS, 40, (turn) => {
      const pair = turn % 2 === 0 ? ['report.json', 'full.json'] : ['full.json', 'report.json'];
      return command('diff', ...pair, '--format', ['text', 'md', 'json'][turn % 3] ?? 'text');
    });
    expect(waysOf(ends)).toEqual(expect.arrayContaining([0, 3]));
    expect([0, 1, 3]).toEqual(expect.arrayContaining([...waysOf(ends)]));
  });
});

describe('a signed run', () => {
  it.each(['report.json', 'manifest.json', 'attestation.dsse.json'])(
    'is neither verified nor promoted if its %s was mutated',
    async (name) => {
      const original = sealed.get(name)?.toString() ?? '';
      const texts = mutatedJson(JSON.parse(original), 3_000);
      const ends = await tryTexts(join('run', name), texts, 24, async (turn, text) => {
        const words = turn % 2 === 0 ? ['verify', 'run'] : ['gate', 'run', '--max-age', '9999d'];
        const ended = await command(...words, '--public-key', 'public.pem');
        expect([0, 1]).toContain(ended.code);
        if (ended.code === 0) expect(text).toBe(original);
        return ended;
      });
      layOut();
      expect(waysOf(ends)).toContain(1);
      expect((await command('verify', 'run', '--public-key', 'public.pem')).code).toBe(0);
    },
  );
});

describe('mutated policies', () => {
  it('lead to a decision of the gate, or exit with 3', async () => {
    const policy = {
      profiles: ['full'],
      allowedDeviations: ['GET-OK'],
      mustVerify: ['GET-OK'],
      recommended: 'forbid',
      publicKeys: { own: 'public.pem' },
      maxAge: '24h',
      suite: [suiteVersion()],
      subject: `sha256:${'ab'.repeat(32)}`,
      target: 'https://pets.example/v1',
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

describe('mutated known deviations', () => {
  it('are rejected or accepted by run, and reported in sentences', async () => {
    const ids = ['GET-OK', 'LIST-OK', 'CREATE-OK'];
    const list = { deviations: ids.map((id) => ({ id, reason: 'why', owner: 'who', expires: '2030-01-01' })) };
    // The missing signing key is rejected last, after all other inputs were read and before the first request.
    const words = ['run', '--reports', 'reports', '--sign-key-file', 'nowhere.pem', '--deviations', 'deviations.json'];
    const ends = await tryTexts('deviations.json', mutatedJson(list, 400), 60, () => command(...words));
    expect(waysOf(ends)).toEqual([3]);
    const noKey = 'The file of --sign-key-file (PETSTORE_SIGN_KEY_FILE) does not exist';
    expect(ends.filter(({ said }) => !said.includes(noKey))).toEqual([]);
    expect(new Set(ends.map(({ said }) => said.includes('--deviations')))).toEqual(new Set([true, false]));
  });
});
