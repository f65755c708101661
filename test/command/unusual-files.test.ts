import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { readJournal } from '../../src/suite/journal.ts';
import { resultOf, startProcess } from '../../lab/child-process.ts';
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

/** The ways to name a file, and what a sentence about it starts with. */
const COMMANDS: readonly (readonly [words: readonly string[], sentence: string])[] = [
  [['run', '--api-key-file', 'file'], 'The file of --api-key-file (PETSTORE_API_KEY_FILE)'],
  [['run', '--deviations', 'file'], 'The file that --deviations (PETSTORE_DEVIATIONS) names'],
  [['run', '--sign-key-file', 'file'], 'The file that --sign-key-file (PETSTORE_SIGN_KEY_FILE) names'],
  [['run', '--again', 'file'], 'is not a report that can be read: it'],
  [['render', 'file'], 'is not a report that can be read: it'],
  [['diff', 'file', 'file'], 'is not a report that can be read: it'],
  [['gate', 'run', '--policy', 'file'], 'The file that --policy names'],
  [['verify', 'run', '--public-key', 'file'], 'The file that --public-key names'],
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
  it.each(COMMANDS)('does not hold %j', async (words, sentence) => {
    await makePipe('file');
    expect(await complaintsOf(words)).toContain(`${sentence} is not a regular file`);
  });

  it('is no .env and no certificate authority', async () => {
    await makePipe('.env');
    expect(await complaintsOf(['run', '--ca-file', '.env'])).toContain('.env is not a regular file.');
  });

  it('is no journal', async () => {
    await makePipe('file');
    expect(() => readJournal(join(folder, 'file'))).toThrow('is not a regular file');
  });
});

describe('a file of more bytes than a command reads', () => {
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
