import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/report/report.ts';
import { keyPair } from '../../support/keys.ts';
import { resealed, sealedFiles, SUBJECT, verify, wholeReport } from '../../support/sealed-run.ts';

const own = keyPair('ed25519');
const forger = keyPair('ed25519');

const KNOWN = { id: 'GET-OK', reason: 'A reason.', owner: 'An owner', expires: '2030-01-01' };

describe('an unedited run', () => {
  it.each([
    ['conformant', wholeReport()],
    ['not conformant', wholeReport({ violated: true })],
    ['deviating', wholeReport({ violated: true, deviations: [KNOWN] })],
    ['without a build', wholeReport({ subject: false })],
  ])('is verified by its public key: %s', async (_, report) => {
    const found = await verify(await sealedFiles(report, own.privateKey), own.publicKey);
    expect(found).toMatchObject({
      problems: [],
      notes: [],
      signer: { name: 'the given key', keyId: own.publicKey.keyId },
    });
    expect(found.subject).toEqual(report.run.configuration.subject === null ? null : SUBJECT);
    expect(found.report).toEqual(report);
  });

  it.each<[what: string, signed: boolean, hasKey: boolean, problem: string, note: string]>([
    ['without a signature is verified, which is said', false, false, '', 'this run is not signed'],
    ['whose signature was not checked says so', true, false, '', 'no public key was given'],
    ['that is not signed fails if a key is given', false, true, 'attestation.dsse.json is missing', ''],
  ])('%s, and does not count as signed', async (_, signed, hasKey, problem, note) => {
    const files = await sealedFiles(wholeReport(), signed ? own.privateKey : null, ['json']);
    const found = await verify(files, hasKey ? own.publicKey : null);
    expect(found.signer).toBeNull();
    expect([found.problems.join(' '), found.notes.join(' ')]).toEqual([
      problem === '' ? '' : expect.stringContaining(problem),
      note === '' ? '' : expect.stringContaining(note),
    ]);
  });

  it('is verified beside what was rendered later, and files of others, which are noted', async () => {
    const report = wholeReport();
    const files = await sealedFiles(report, own.privateKey, ['json', 'md']);
    const later = await sealedFiles(report, null, ['json', 'junit']);
    files.set('junit.xml', later.get('junit.xml') ?? Buffer.alloc(0)).set('other.txt', Buffer.from('x'));
    const found = await verify(files, own.publicKey);
    expect(found.problems).toEqual([]);
    expect(found.notes.join(' ')).toContain('junit.xml was rendered after the run');
    expect(found.notes.join(' ')).toContain('other.txt');
  });

  it('of another version of the suite is decided by its digests, which is said', async () => {
    const files = await sealedFiles(wholeReport(), own.privateKey);
    const found = await verify(files, own.publicKey, { suite: { version: '9.9.9', sources: 'sha256:0' } });
    expect(found).toMatchObject({ problems: [], signer: { name: 'the given key', keyId: own.publicKey.keyId } });
    expect(found.notes.join(' ')).toContain('Its verdict was checked by the requirements in the report');
    files.set('report.md', Buffer.from('another'));
    const edited = await verify(files, own.publicKey, { suite: { version: '9.9.9', sources: 'sha256:0' } });
    expect(edited.problems.join(' ')).toContain('report.md');
    const json = await sealedFiles(wholeReport(), own.privateKey, ['json']);
    json.set('report.md', Buffer.from('unknown'));
    const unsealed = await verify(json, own.publicKey, { suite: { version: '9.9.9', sources: 'sha256:0' } });
    expect(unsealed.problems.join(' ')).toContain('report.md is not in the manifest');
  });
});

type Folder = Map<string, Buffer>;

/** Edits the text of a file in place. */
function edit(files: Folder, name: string, change: (text: string) => string): Folder {
  const before = files.get(name)?.toString() ?? '';
  const after = change(before);
  if (after === before) throw new Error(`${name} was not changed.`);
  return files.set(name, Buffer.from(after));
}

function forged(report: Report): Report {
  return { ...report, verdict: { ...report.verdict, outcome: 'conformant', exitCode: 0 } };
}

const VIOLATED = wholeReport({ violated: true });

/** A forgery with changed requirements and a matching manifest. */
function forgedBy(change: (rows: Report['requirements']) => Report['requirements']): Promise<Folder> {
  return sealedFiles(forged({ ...VIOLATED, requirements: change(VIOLATED.requirements) }), null, ['json']);
}

/** Ways to edit a run that was not conformant, with a word of what must be found. */
const EDITS: readonly (readonly [what: string, change: (files: Folder) => Promise<Folder> | Folder, found: string])[] =
  [
    [
      'a truncated report',
      (files) => files.set('report.json', (files.get('report.json') ?? Buffer.alloc(0)).subarray(0, -200)),
      'report.json cannot be read: ',
    ],
    ['a page that was changed', (files) => edit(files, 'report.md', (text) => `${text} `), 'report.md'],
    [
      'a file that was removed',
      (files) => new Map([...files].filter(([name]) => name !== 'report.md')),
      'report.md is missing',
    ],
    [
      'a verdict that was changed in every file, with a new manifest',
      async () => resealed(wholeReport(), await sealedFiles(forged(VIOLATED), null)),
      'the verdict by its checks is "The service is NOT CONFORMANT, profile full", exit 1, and the report says',
    ],
    [
      'a violated check that was made satisfied, with a new manifest',
      (files) => {
        edit(files, 'report.json', (text) => text.replace('"outcome":"violated"', '"outcome":"satisfied"'));
        return resealed(wholeReport(), files);
      },
      'report.json',
    ],
    [
      'a requirement that was made recommended, with a new manifest',
      () => forgedBy((rows) => rows.map((row) => (row.id === 'GET-OK' ? { ...row, level: 'recommended' } : row))),
      'GET-OK is required, and the report says recommended',
    ],
    [
      'a requirement that was taken out, with a new manifest',
      () => forgedBy((rows) => rows.filter(({ id }) => id !== 'GET-OK')),
      'the requirement GET-OK is missing',
    ],
    [
      'a consistent forgery with the signature of another key',
      () => sealedFiles(wholeReport(), forger.privateKey, ['json']),
      'was not signed by the key',
    ],
    [
      'the attestation of another run',
      async (files) => {
        const others = await sealedFiles(wholeReport(), own.privateKey, ['json']);
        return files.set('attestation.dsse.json', others.get('attestation.dsse.json') ?? Buffer.alloc(0));
      },
      'lists report.json with another SHA-256',
    ],
    [
      'an attestation that was made to pass',
      (files) =>
        edit(files, 'attestation.dsse.json', (text) => {
          const envelope = JSON.parse(text) as { payload: string };
          const statement = Buffer.from(envelope.payload, 'base64').toString().replace('FAILED', 'PASSED');
          return `${JSON.stringify({ ...envelope, payload: Buffer.from(statement).toString('base64') }, null, 2)}\n`;
        }),
      'was changed after it was signed',
    ],
    [
      'a page that nothing seals',
      (files) => files.set('report.html', Buffer.from('<p>conformant</p>')),
      'report.html is not in the manifest, and differs from what report.json renders to',
    ],
    [
      'evidence that was taken out, with a new manifest',
      () => sealedFiles({ ...VIOLATED, exchanges: [] }, null, ['json']),
      'is satisfied, and the report holds no evidence for it',
    ],
    [
      'cases that were taken out, with a new manifest',
      () => sealedFiles({ ...VIOLATED, cases: [] }, null, ['json']),
      'is of a case that the report does not list',
    ],
    [
      'another case list, with a new manifest',
      () =>
        sealedFiles({ ...VIOLATED, cases: VIOLATED.cases.map((each) => ({ ...each, title: 'x' })) }, null, ['json']),
      'its casesDigest is not that of its cases',
    ],
    [
      'counts that were changed, with a new manifest',
      () => {
        const counts = { ...VIOLATED.counts, cases: VIOLATED.counts.cases + 1, created: 0, warnings: 1 };
        return sealedFiles({ ...VIOLATED, counts }, null, ['json']);
      },
      'its counts do not follow from its checks',
    ],
  ];

describe('an edited run', () => {
  it.each(EDITS)('is found out: %s', async (_, change, found) => {
    const files = await change(await sealedFiles(VIOLATED, own.privateKey, ['json', 'md']));
    const { problems } = await verify(files, own.publicKey);
    expect(problems.join('\n')).toContain(found);
  });
});

describe('a hostile folder', () => {
  it.each([
    ['nothing in it', new Map<string, Buffer>()],
    ['null', folderOf('null')],
    ['an empty object', folderOf('{}')],
    ['broken UTF-8', new Map([['report.json', Buffer.from([0xff, 0xfe])]])],
    ['deep nesting', folderOf('['.repeat(100_000))],
    ['a prototype', folderOf('{"__proto__":{"reportVersion":1},"payload":1}')],
  ])('is not verified, and harms nothing: %s', async (_, files) => {
    const found = await verify(files, own.publicKey);
    expect(found.problems.length).toBeGreaterThan(0);
    expect(found.signer).toBeNull();
  });
});

function folderOf(text: string): Folder {
  return new Map(['report.json', 'manifest.json', 'attestation.dsse.json'].map((name) => [name, Buffer.from(text)]));
}
