import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcessResult, runProcess } from '../support/command-in.ts';
import { runPreloaded, whenLoading, whenOpening } from '../support/preloaded-command.ts';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));
const KEY = 'a-key-that-stays-secret-1234567890';
const FAULT = 'petstore-conformance: a fault of the suite itself: ';

/** A short run for its exit code: one case against the embedded service. */
const BRIEF = ['run', '--only', 'LIST-OK', '--format', 'json'];

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-faults-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MESSAGE = `broken by ${KEY}\n::error::it\u001B[31m\u202E`;

/** Expects the output of a command that ended with a fault: one inert sentence. */
function expectOneSentence({ code, error }: ProcessResult): void {
  expect(error).toMatch(/^petstore-conformance: [^\n]+\n$/);
  expect(error.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(error).not.toMatch(/\bat .*:\d+/);
  expect(code).toBe(4);
}

const ERROR = `new Error(${JSON.stringify(MESSAGE)})`;
const UNCAUGHT = `setImmediate(() => { throw ${ERROR}; });`;
const REJECTED = `Promise.reject(${ERROR});`;
const ENDLESS = JSON.stringify('export const main = () => new Promise(() => {});');
const NO_RESULT = `return { format: 'module', source: ${ENDLESS}, shortCircuit: true };`;

/** Runs the command with a limit on the number of open files. */
function runWithFiles(files: number, words: readonly string[]): Promise<ProcessResult> {
  const script = `ulimit -n ${files}; exec "$0" "$@"`;
  return runProcess('/bin/sh', ['-c', script, process.execPath, BIN, ...words], folder, { HOME: folder });
}

const TARGET = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: KEY };

describe('a fault of the suite causes exit 4 and one sentence', () => {
  it.each([
    ['of the command', 'main.ts', ['list']],
    ['of the run', 'run-command.ts', BRIEF],
    ['of a package', 'commander/index.js', ['list']],
  ])('if a module does not load: %s', async (_, module, words) => {
    const ended = await runPreloaded(folder, words, whenLoading(module, `throw ${ERROR};`));
    expectOneSentence(ended);
    expect(ended.error.startsWith(`${FAULT}broken by`)).toBe(true);
  });

  it.each([
    ['an uncaught error', 'list-command.ts', UNCAUGHT, ['list']],
    ['a rejected promise', 'serve-command.ts', REJECTED, ['serve']],
    [
      'a thrown value that is not an error',
      'run-command.ts',
      'setImmediate(() => { throw Object.create(null); });',
      BRIEF,
    ],
    ['no result', 'main.ts', NO_RESULT, ['list']],
  ])('if there is %s while %s loads', async (_, module, act, words) => {
    expectOneSentence(await runPreloaded(folder, words, whenLoading(module, act), TARGET));
    expect(existsSync(join(folder, 'reports', 'report.json'))).toBe(false);
  });

  it('without secrets and without a report', async () => {
    const { code, error } = await runPreloaded(folder, BRIEF, whenLoading('publish-report.ts', UNCAUGHT), TARGET);
    expect(code).toBe(4);
    expect(error).toBe(`${FAULT}${String.raw`broken by [key]\n::error::it\x1b[31m\u202e`}\n`);
    expect(existsSync(join(folder, 'reports', 'report.json'))).toBe(false);
  });

  it('before the first request, if no report can be written', async () => {
    const act = `throw Object.assign(new Error('ENOSPC: it is full'), { code: 'ENOSPC' });`;
    const ended = await runPreloaded(folder, BRIEF, whenOpening('unfinished-', act));
    expectOneSentence(ended);
    expect(ended.error).toBe(`${FAULT}ENOSPC: it is full\n`);
  });

  it('and removes an earlier report, if too many files are open to read the key', async () => {
    writeFileSync(join(folder, 'key.txt'), KEY);
    writeFileSync(join(folder, 'report.json'), 'of an earlier run');
    const words = ['run', '--base-url', 'http://127.0.0.1:9/v1', '--api-key-file', 'key.txt', '--reports', '.'];
    const act = `throw Object.assign(new Error('EMFILE: too many'), { code: 'EMFILE' });`;
    const ended = await runPreloaded(folder, words, whenOpening('key.txt', act));
    expectOneSentence(ended);
    expect(ended.error).toBe(`${FAULT}EMFILE: too many\n`);
    expect(existsSync(join(folder, 'report.json'))).toBe(false);
  });

  it.runIf(process.platform === 'linux')('if too few files can be open. Otherwise the report exists', async () => {
    const ended = await runWithFiles(26, BRIEF);
    if (ended.code === 2) expect(existsSync(join(folder, 'reports', 'report.json'))).toBe(true);
    else expectOneSentence(ended);
  });
});

it.each([
  ['EACCES', 3, /\.env cannot be read \(EACCES\)\. Make it readable to this user, or remove it\.\n$/],
  ['EMFILE', 4, /: a fault of the suite itself: EMFILE: \.env\n$/],
])('a .env file that fails with %s leads to exit %i and to no report', async (code, exit, sentence) => {
  writeFileSync(join(folder, '.env'), '');
  mkdirSync(join(folder, 'reports'));
  writeFileSync(join(folder, 'reports', 'report.json'), 'of an earlier run');
  const fails = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openSync } = fs;
    fs.openSync = (path, ...rest) => {
      if (String(path).endsWith('.env')) throw Object.assign(new Error('${code}: .env'), { code: '${code}' });
      return openSync(path, ...rest);
    };
    syncBuiltinESMExports();`;
  expect(await runPreloaded(folder, ['run'], fails)).toMatchObject({
    code: exit,
    out: '',
    error: expect.stringMatching(sentence),
  });
  expect(existsSync(join(folder, 'reports', 'report.json'))).toBe(false);
});
