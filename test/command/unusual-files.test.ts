import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { readJournal } from '../../src/run/journal-file.ts';
import { resultOf, startProcess } from '../../lab/child-process.ts';
import { actingLine } from '../../lab/hostile/acting-texts.ts';
import { fakeConsole } from '../support/fake-console.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unusual-files-'));
  mkdirSync(join(folder, 'run'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const TARGET = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'key-of-this-test' };

/** The ways to name a file, and the start of the messages about it. */
const COMMANDS: readonly (readonly [words: readonly string[], sentence: string])[] = [
  [['run', '--api-key-file', 'file'], 'The file of --api-key-file (PETSTORE_API_KEY_FILE)'],
  [['run', '--deviations', 'file'], 'The file of --deviations (PETSTORE_DEVIATIONS)'],
  [['run', '--sign-key-file', 'file'], 'The file of --sign-key-file (PETSTORE_SIGN_KEY_FILE)'],
  [['render', 'file'], 'is not a report that can be read: it'],
  [['diff', 'file', 'file'], 'is not a report that can be read: it'],
  [['gate', 'run', '--policy', 'file'], 'The file of --policy'],
  [['verify', 'run', '--public-key', 'file'], 'The file of --public-key'],
];

async function makePipe(name: string): Promise<void> {
  expect(await resultOf(startProcess('mkfifo', [join(folder, name)]))).toMatchObject({ code: 0 });
}

async function complaintsOf(words: readonly string[]): Promise<string> {
  const console = fakeConsole(folder, TARGET);
  expect(await main(words, console)).toBe(3);
  return console.complaints();
}

describe.runIf(process.platform !== 'win32')('a pipe without a writer', () => {
  it.each(COMMANDS)('does not block %j', async (words, sentence) => {
    await makePipe('file');
    expect(await complaintsOf(words)).toContain(`${sentence} is not a regular file`);
  });

  it('is rejected as .env and as a certificate authority', async () => {
    await makePipe('.env');
    expect(await complaintsOf(['run', '--ca-file', '.env'])).toContain('.env is not a regular file.');
  });

  it('is rejected as a journal', async () => {
    await makePipe('file');
    expect(() => readJournal(join(folder, 'file'))).toThrow('is not a regular file');
  });
});

/** Files that no command can use. Each function creates one at a path. */
const UNUSABLE: readonly (readonly [what: string, make: (path: string) => unknown])[] = [
  ['a folder', (path) => mkdirSync(path)],
  ['a link to nothing', (path) => symlinkSync(join(folder, 'missing'), path)],
  ['a link to itself', (path) => symlinkSync(path, path)],
  ['a device that never ends', (path) => symlinkSync('/dev/zero', path)],
  ['an empty file', (path) => writeFileSync(path, '')],
  ['zero bytes', (path) => writeFileSync(path, Buffer.alloc(100_000))],
  ['bytes that are not UTF-8', (path) => writeFileSync(path, Buffer.alloc(100_000, 0xff))],
  ['escapes of terminals', (path) => writeFileSync(path, '\u001B[2J\n::error::x\n##vso[x]\n')],
  ['JSON that is nested too deeply', (path) => writeFileSync(path, '['.repeat(100_000) + ']'.repeat(100_000))],
  [
    'JSON of prototypes',
    (path) => writeFileSync(path, '{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'),
  ],
  ['a line of a megabyte', (path) => writeFileSync(path, `${'x'.repeat(1_000_000)}\nx`)],
];

describe.runIf(process.platform !== 'win32').each(UNUSABLE)('%s', (what, make) => {
  // A key file may contain JSON text.
  const commands = COMMANDS.filter(([words]) => !(what.startsWith('JSON') && words.includes('--api-key-file')));

  it.each(commands)('is wrong usage of %j, and the messages are inert', async (words) => {
    make(join(folder, 'file'));
    const complaints = await complaintsOf(words);
    expect(complaints).toMatch(/^(petstore-conformance: [^\n]{10,2000}\n)+$/);
    expect(actingLine(complaints)).toBeNull();
    expect(complaints).not.toMatch(/\bat .*:\d+:\d+/);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('a file above the size limit', () => {
  it.each(COMMANDS)('is not read by %j', async (words, sentence) => {
    writeFileSync(join(folder, 'file'), '');
    truncateSync(join(folder, 'file'), 300 * 1024 * 1024);
    expect(await complaintsOf(words)).toMatch(new RegExp(`${RegExp.escape(sentence)} is larger than (4|256) MiB`));
  });

  it('is not read in the folder of a run', async () => {
    writeFileSync(join(folder, 'run', 'report.json'), '');
    truncateSync(join(folder, 'run', 'report.json'), 300 * 1024 * 1024);
    expect(await complaintsOf(['verify', 'run'])).toContain('report.json is larger than 256 MiB');
  });
});
