import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/api/index.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import type { Report } from '../../src/report/report.ts';
import { keyPair } from '../support/keys.ts';
import { sealedFiles, SUBJECT, verify, wholeReport } from '../support/sealed-run.ts';

type Files = ReadonlyMap<string, Buffer>;

/** An edit, and the edited files. */
interface Tampered {
  readonly what: string;
  readonly files: Files;
}

/** Edits of bytes. Each edit changes every file that is not empty. */
const BYTE_EDITS: Readonly<Record<string, (data: Buffer, at: number, random: number) => Buffer>> = {
  'flips a bit': (data, at, random) => {
    const edited = Buffer.from(data);
    edited[at] = (edited[at] ?? 0) ^ (1 << (random % 8));
    return edited;
  },
  'adds a byte': (data, at, random) =>
    Buffer.concat([data.subarray(0, at), Buffer.of(random % 256), data.subarray(at)]),
  'removes a byte': (data, at) => Buffer.concat([data.subarray(0, at), data.subarray(at + 1)]),
  'cuts the end': (data, at) => data.subarray(0, at),
  'repeats a part': (data, at) => Buffer.concat([data.subarray(0, at + 1), data.subarray(at)]),
};

/** Edits of file names. */
const FILE_EDITS: Readonly<Record<string, (files: Map<string, Buffer>, name: string, other: string) => void>> = {
  removes: (files, name) => files.delete(name),
  renames: (files, name) => {
    files.set(`${name}.bak`, files.get(name) ?? Buffer.of());
    files.delete(name);
  },
  exchanges: (files, name, other) => {
    const [one = Buffer.of(), two = Buffer.of()] = [files.get(name), files.get(other)];
    files.set(name, two).set(other, one);
  },
};

/** Edits of bytes and of names, equally often for each file. */
function plainEdits(files: Files): fc.Arbitrary<Tampered> {
  const names = [...files.keys()];
  const nameAndOther = fc.shuffledSubarray(names, { minLength: 2, maxLength: 2 });
  const bytes = fc
    .tuple(fc.constantFrom(...Object.entries(BYTE_EDITS)), fc.constantFrom(...names), fc.nat(), fc.nat())
    .map(([[what, edit], name, place, random]) => {
      const data = files.get(name) ?? Buffer.of();
      const at = place % data.length;
      return { what: `${what} at ${at} of ${name}`, files: new Map(files).set(name, edit(data, at, random)) };
    });
  const wholeFiles = fc
    .tuple(fc.constantFrom(...Object.entries(FILE_EDITS)), nameAndOther)
    .map(([[what, edit], [name = '', other = '']]) => {
      const tampered = new Map(files);
      edit(tampered, name, other);
      return { what: `${what} ${name} (${other})`, files: tampered };
    });
  return fc.oneof({ weight: 9, arbitrary: bytes }, { weight: 1, arbitrary: wholeFiles });
}

/** Edits of the meaning of a report. Each changes one fact, and returns null if the report does not contain it. */
const MEANINGS: Readonly<Record<string, (report: Report, at: number) => Partial<Report> | null>> = {
  'the verdict': ({ verdict }, at) => ({
    verdict: { ...verdict, outcome: another(VERDICTS, verdict.outcome, at) },
  }),
  'the exit code': ({ verdict }, at) => ({
    verdict: { ...verdict, exitCode: another([0, 1, 2], verdict.exitCode, at) },
  }),
  'the reasons': ({ verdict }) => ({ verdict: { ...verdict, reasons: [] } }),
  'the selection': ({ run: facts }) => ({
    run: { ...facts, selection: facts.selection === 'all' ? 'part' : 'all' },
  }),
  'the end': ({ run: facts }) => ({ run: { ...facts, end: 'interrupted' } }),
  'the outcome of a requirement': ({ requirements }, at) => ({
    requirements: withItem(requirements, at, (row) => ({ ...row, outcome: another(OUTCOMES, row.outcome, at) })),
  }),
  'the level of a requirement': ({ requirements }, at) => ({
    requirements: withItem(requirements, at, (row) => ({ ...row, level: another(LEVELS, row.level, at) })),
  }),
  'a requirement': ({ requirements }, at) => ({ requirements: withItem(requirements, at, () => null) }),
  'the outcome of a check': ({ checks }, at) => ({
    checks: withItem(checks, at, (check) => ({ ...check, outcome: another(CHECK_OUTCOMES, check.outcome, at) })),
  }),
  'a check': ({ checks }, at) => ({ checks: withItem(checks, at, () => null) }),
  'the evidence of a check': ({ checks }, at) => {
    const satisfied = checks.filter(({ outcome }) => outcome === 'satisfied');
    const chosen = satisfied[at % Math.max(1, satisfied.length)];
    if (chosen === undefined) return null;
    return { checks: checks.map((check) => (check === chosen ? { ...check, exchanges: [] } : check)) };
  },
  'an exchange': ({ exchanges }, at) =>
    exchanges.length === 0 ? null : { exchanges: withItem(exchanges, at, () => null) },
  'a number of requirements': ({ counts }, at) => ({ counts: { ...counts, required: counted(counts.required, at) } }),
  'a number of checks': ({ counts }, at) => ({ counts: { ...counts, checks: counted(counts.checks, at) } }),
  'the number of cases': ({ counts }) => ({ counts: { ...counts, cases: counts.cases + 1 } }),
  'the title of a case': ({ cases }, at) => ({
    cases: withItem(cases, at, (each) => ({ ...each, title: `${each.title}.` })),
  }),
  'a case': ({ cases }, at) => ({ cases: withItem(cases, at, () => null) }),
  'the digest of the cases': () => ({ casesDigest: `sha256:${'0'.repeat(64)}` }),
  'a fault of the suite': ({ suiteFaults }) => ({ suiteFaults: [...suiteFaults, 'Another fault.'] }),
};

const VERDICTS = ['conformant', 'conformant with known deviations', 'not conformant', 'inconclusive'] as const;
const OUTCOMES = ['violated', 'deviating', 'verified', 'not-verified', 'not-applicable', 'observed'] as const;
const CHECK_OUTCOMES = ['satisfied', 'violated', 'observed', 'not-verified', 'not-applicable'] as const;
const LEVELS = ['required', 'recommended', 'unspecified'] as const;

function another<T>(values: readonly T[], value: T, at: number): T {
  const others = values.filter((each) => each !== value);
  return others[at % others.length] ?? value;
}

/** Edits one of the items, or removes it if `edit` returns null. */
function withItem<T>(items: readonly T[], at: number, edit: (item: T) => T | null): readonly T[] {
  return items.flatMap((item, index) => (index === at % items.length ? (edit(item) ?? []) : [item]));
}

function counted<T extends Readonly<Record<string, number>>>(counts: T, at: number): T {
  const names = Object.keys(counts);
  const name = names[at % names.length] ?? '';
  return { ...counts, [name]: (counts[name] ?? 0) + 1 };
}

/** Tests a number of edits of a run's files, with a fixed seed; mutated-files.test.ts edits members. `npm test` runs fewer than `npm run test:long`. */
export function describeTampering(plain: number, meaning: number): void {
  const own = keyPair('ed25519');
  let folder = '';
  let report: Report;
  let files: Files = new Map();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tampering-'));
    writeFileSync(join(folder, 'sign.pem'), own.privatePem, { mode: 0o600 });
    const service = await startReference({ seed: 1, pets: 3, faults: ['name-null-on-get'] });
    const reports = join(folder, 'run');
    const quiet = { log: () => undefined, error: () => undefined };
    const target = { baseUrl: service.url, apiKey: service.key, reports, console: quiet };
    const sealing = { signKeyFile: join(folder, 'sign.pem'), subject: `${SUBJECT.name}@sha256:${SUBJECT.sha256}` };
    try {
      ({ report } = await run({
        ...target,
        ...sealing,
        profile: 'read-only',
        only: ['get/any', 'list/untouched/all'],
      }));
    } finally {
      await service.close();
    }
    files = new Map(readdirSync(reports).map((name) => [name, readFileSync(join(reports, name))]));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The effective edits after which the run still passes verification. */
  async function accepted(edits: fc.Arbitrary<Tampered>, numRuns: number): Promise<readonly string[]> {
    const changing = edits.filter((each) =>
      [...files].some(([name, data]) => each.files.get(name)?.equals(data) !== true),
    );
    const found: string[] = [];
    for (const { what, files: tampered } of fc.sample(changing, { numRuns, seed: 24 })) {
      const { problems } = await verify(tampered, own.publicKey, { suite: report.run.suite });
      if (problems.length === 0) found.push(what);
    }
    return found;
  }

  describe('a signed run', () => {
    it('is verified unedited', async () => {
      expect(await verify(files, own.publicKey, { suite: report.run.suite })).toMatchObject({
        problems: [],
        notes: [],
      });
    });

    it(`is rejected after each of ${plain} edits of bytes and files`, async () => {
      expect(await accepted(plainEdits(files), plain)).toEqual([]);
    });
  });

  describe.each([
    ['not conformant', () => report],
    ['conformant', () => wholeReport()],
  ])('a run without a signature that is %s', (_, original) => {
    it(`is rejected after each of ${meaning} edits that change what it says, with a new manifest`, async () => {
      const found: string[] = [];
      const edits = fc.tuple(fc.constantFrom(...Object.entries(MEANINGS)), fc.nat());
      for (const [[what, edit], at] of fc.sample(edits, { numRuns: meaning, seed: 24 })) {
        const before = original();
        const change = edit(before, at);
        if (change === null) continue;
        const after = { ...before, ...change };
        const { problems } = await verify(await sealedFiles(after, null, ['json']), null, { suite: before.run.suite });
        if (problems.length === 0) found.push(`${what}, ${at}`);
      }
      expect(found).toEqual([]);
      const unedited = await sealedFiles(original(), null, ['json']);
      expect(await verify(unedited, null, { suite: original().run.suite })).toMatchObject({ problems: [] });
    });
  });
}
