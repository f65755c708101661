import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/report/report.ts';
import { keyPair } from '../../support/keys.ts';
import { resealed, sealedFiles, SUBJECT, verify, wholeReport } from '../../support/sealed-run.ts';
import { reportText } from '../../support/whole-texts.ts';

const own = keyPair('ed25519');
const forger = keyPair('ed25519');

describe('an unedited run', () => {
  it.each([
    ['conformant', wholeReport()],
    ['not conformant', wholeReport({ violated: true })],
    [
      'deviating',
      wholeReport({
        violated: true,
        deviations: [{ id: 'GET-OK', reason: 'A reason.', owner: 'An owner', expires: '2030-01-01' }],
      }),
    ],
    ['without a build', wholeReport({ subject: false })],
  ])('is verified by its public key: %s', async (_, report) => {
    const found = await verify(await sealedFiles(report, own.privateKey), own.publicKey);
    expect(found).toMatchObject({ problems: [], notes: [], signed: true });
    expect(found.subject).toEqual(report.run.configuration['subject'] === null ? null : SUBJECT);
    expect(found.report).toEqual(report);
  });

  it('is verified without a signature, which is said', async () => {
    const found = await verify(await sealedFiles(wholeReport(), null), null);
    expect(found).toMatchObject({ problems: [], signed: false });
    expect(found.notes.join(' ')).toContain('nobody signed this run');
  });

  it('whose signature was not looked at says so, and does not count as signed', async () => {
    const found = await verify(await sealedFiles(wholeReport(), own.privateKey), null);
    expect(found).toMatchObject({ problems: [], signed: false });
    expect(found.notes.join(' ')).toContain('no public key was given');
  });

  it('is found wanting where a key is given and nobody signed', async () => {
    const found = await verify(await sealedFiles(wholeReport(), null), own.publicKey);
    expect(found.problems.join(' ')).toContain('attestation.dsse.json is missing');
  });

  it('with fewer formats is verified, and one that was rendered later is noted', async () => {
    const report = wholeReport();
    const files = await sealedFiles(report, own.privateKey, ['json', 'md']);
    expect(await verify(files, own.publicKey)).toMatchObject({ problems: [], notes: [] });
    const all = await sealedFiles(report, own.privateKey);
    files.set('junit.xml', all.get('junit.xml') ?? Buffer.alloc(0));
    const found = await verify(files, own.publicKey);
    expect(found.problems).toEqual([]);
    expect(found.notes.join(' ')).toContain('junit.xml was rendered after the run');
  });

  it('beside files of others is verified, and they are named', async () => {
    const files = await sealedFiles(wholeReport(), own.privateKey);
    files.set('other.txt', Buffer.from('x'));
    const found = await verify(files, own.publicKey);
    expect(found.problems).toEqual([]);
    expect(found.notes.join(' ')).toContain('other.txt');
  });

  it('of another version of the suite is decided by its digests, which is said', async () => {
    const files = await sealedFiles(wholeReport(), own.privateKey);
    const found = await verify(files, own.publicKey, { suiteVersion: '9.9.9' });
    expect(found).toMatchObject({ problems: [], signed: true });
    expect(found.notes.join(' ')).toContain('their digests decide');
    files.set('report.md', Buffer.from('another'));
    const edited = await verify(files, own.publicKey, { suiteVersion: '9.9.9' });
    expect(edited.problems.join(' ')).toContain('report.md');
  });
});

type Folder = Map<string, Buffer>;

/** Edits the text of a file in place. */
function edit(files: Folder, name: string, change: (text: string) => string): void {
  const before = files.get(name)?.toString() ?? '';
  const after = change(before);
  if (after === before) throw new Error(`${name} was not changed.`);
  files.set(name, Buffer.from(after));
}

function forged(report: Report): Report {
  return { ...report, verdict: { ...report.verdict, outcome: 'conformant', exitCode: 0 } };
}

/** Ways to edit a run that was not conformant, with a word of what must be found. */
const EDITS: readonly (readonly [what: string, change: (files: Folder) => Promise<Folder> | Folder, found: string])[] =
  [
    [
      'a truncated report',
      (files) => files.set('report.json', (files.get('report.json') ?? Buffer.alloc(0)).subarray(0, -200)),
      'report.json cannot be read as a report',
    ],
    [
      'two files that were swapped',
      (files) => {
        const [junit, md] = [files.get('junit.xml'), files.get('report.md')];
        return files.set('junit.xml', md ?? Buffer.alloc(0)).set('report.md', junit ?? Buffer.alloc(0));
      },
      'junit.xml',
    ],
    [
      'a file that was removed',
      (files) => {
        files.delete('report.html');
        return files;
      },
      'report.html is missing',
    ],
    [
      'a verdict that was changed in every file, the manifest made anew',
      async () =>
        resealed(wholeReport(), await sealedFiles(forged(wholeReport({ violated: true })), null), BUILD_ALONE),
      'the verdict by its checks is "The service is NOT CONFORMANT, profile full", exit 1, and the report says',
    ],
    [
      'a violated check that was made satisfied, the manifest made anew',
      (files) => {
        edit(files, 'report.json', (text) => text.replace('"outcome": "violated"', '"outcome": "satisfied"'));
        return resealed(wholeReport(), files, BUILD_ALONE);
      },
      'report.json',
    ],
    [
      'a requirement that was made recommended, the manifest made anew',
      async () => {
        const report = wholeReport({ violated: true });
        const requirements = report.requirements.map((each) =>
          each.id === 'GET-OK' ? { ...each, level: 'recommended' as const } : each,
        );
        return sealedFiles(forged({ ...report, requirements }), null);
      },
      'GET-OK is required, and the report says recommended',
    ],
    [
      'a requirement that was taken out, the manifest made anew',
      async () => {
        const report = wholeReport({ violated: true });
        const requirements = report.requirements.filter(({ id }) => id !== 'GET-OK');
        return sealedFiles(forged({ ...report, requirements }), null);
      },
      'the requirement GET-OK is missing',
    ],
    [
      'a consistent forgery that somebody else signed',
      () => sealedFiles(wholeReport(), forger.privateKey),
      'was not signed by the given key',
    ],
    [
      'the attestation of another run',
      async (files) => {
        const others = await sealedFiles(wholeReport(), own.privateKey);
        return files.set('attestation.dsse.json', others.get('attestation.dsse.json') ?? Buffer.alloc(0));
      },
      'speaks of another report.json',
    ],
    [
      'an attestation that was made to pass',
      (files) => {
        edit(files, 'attestation.dsse.json', (text) => {
          const envelope = JSON.parse(text) as { payload: string };
          const statement = Buffer.from(envelope.payload, 'base64').toString().replace('FAILED', 'PASSED');
          return `${JSON.stringify({ ...envelope, payload: Buffer.from(statement).toString('base64') }, null, 2)}\n`;
        });
        return files;
      },
      'was changed after it was signed',
    ],
    [
      'white space in the manifest',
      (files) => {
        edit(files, 'manifest.json', (text) => `${text}\n`);
        return files;
      },
      'manifest.json is not written as the suite writes it',
    ],
    [
      'a member given twice, the manifest made anew',
      (files) => {
        edit(files, 'report.json', (text) => text.replace('"verdict"', '"verdict": {}, "verdict"'));
        return resealed(wholeReport({ violated: true }), files, BUILD_ALONE);
      },
      'report.json is not what is rendered',
    ],
  ];

const BUILD_ALONE = { subject: SUBJECT, key: null };

describe('an edited run', () => {
  it.each(EDITS)('is found out: %s', async (_, change, found) => {
    const files = await change(await sealedFiles(wholeReport({ violated: true }), own.privateKey));
    const { problems } = await verify(files, own.publicKey);
    expect(problems.join('\n')).toContain(found);
  });

  it('is found out at every byte of its seal, and at every tenth of its report', async () => {
    const files = await sealedFiles(wholeReport(), own.privateKey, ['json']);
    for (const [name, data] of files) {
      const step = name === 'report.json' ? Math.ceil(data.length / 10) : 97;
      for (let at = 0; at < data.length; at += step) {
        const edited = Buffer.from(data);
        edited[at] = (edited[at] ?? 0) ^ 1;
        const { problems } = await verify(new Map(files).set(name, edited), own.publicKey);
        expect([name, at, problems.length > 0]).toEqual([name, at, true]);
      }
    }
  });
});

describe('a hostile folder', () => {
  it.each([
    ['nothing in it', new Map<string, Buffer>()],
    ['no JSON', folderOf('x')],
    ['numbers', folderOf('1')],
    ['null', folderOf('null')],
    ['an empty object', folderOf('{}')],
    [
      'broken UTF-8',
      new Map([
        ['report.json', Buffer.from([0xff, 0xfe])],
        ['manifest.json', Buffer.from([0xff])],
      ]),
    ],
    ['deep nesting', folderOf('['.repeat(100_000))],
    ['a prototype', folderOf('{"__proto__":{"reportVersion":1},"payload":1}')],
  ])('is not verified, and harms nothing: %s', async (_, files) => {
    const found = await verify(files, own.publicKey);
    expect(found.problems.length).toBeGreaterThan(0);
    expect(found.signed).toBe(false);
  });
});

function folderOf(text: string): Folder {
  return new Map(['report.json', 'manifest.json', 'attestation.dsse.json'].map((name) => [name, Buffer.from(text)]));
}

it('a report written by hand in another order is not what the suite writes', async () => {
  const report = wholeReport();
  const files = await sealedFiles(report, null, ['json']);
  const { verdict, ...rest } = JSON.parse(reportText(report)) as Record<string, unknown>;
  files.set('report.json', Buffer.from(`${JSON.stringify({ ...rest, verdict }, null, 2)}\n`));
  const { problems } = await verify(resealed(report, files, BUILD_ALONE), null);
  expect(problems.join(' ')).toContain('report.json is not what is rendered');
});
