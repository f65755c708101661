import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandHere } from '../support/command-in-process.ts';
import { type ProcessResult, runProcess } from '../support/command-in.ts';
import { runPreloaded, whenLoading, whenOpening } from '../support/preloaded-command.ts';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));
const KEY = 'a-key-that-stays-secret-1234567890';
const FAULT = 'petstore-conformance: a fault of the suite itself: ';

/** A run of which only the exit code counts: one case, against the embedded service. */
const BRIEF = ['run', '--only', 'LIST-OK', '--format', 'json'];

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-faults-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MESSAGE = `broken by ${KEY}\n::error::it\u001B[31m\u202E`;

/** What came of a command that ends by a fault: one sentence, in which nothing can act. */
function expectOneSentence({ code, error }: ProcessResult): void {
  expect(error).toMatch(/^petstore-conformance: [^\n]+\n$/);
  expect(error.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(error).not.toMatch(/\bat .*:\d+/);
  expect(code).toBe(4);
}

const ERROR = `new Error(${JSON.stringify(MESSAGE)})`;
const UNCAUGHT = `setImmediate(() => { throw ${ERROR}; });`;
const REJECTED = `Promise.reject(${ERROR});`;

/** Runs the command where it may have so many files open at a time. */
function runWithFiles(files: number, words: readonly string[]): Promise<ProcessResult> {
  const script = `ulimit -n ${files}; exec "$0" "$@"`;
  return runProcess('/bin/sh', ['-c', script, process.execPath, BIN, ...words], folder, { HOME: folder });
}

const TARGET = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: KEY };

describe('a fault of the suite is exit 4 and one sentence', () => {
  it.each([
    ['bin', 'code-cache.js'],
    ['the command', 'main.ts'],
    ['the run', 'run-command.ts'],
    ['a package', 'commander/index.js'],
  ])('where a module does not load: of %s', async (_, module) => {
    const ended = await runPreloaded(folder, BRIEF, whenLoading(module, `throw ${ERROR};`));
    expectOneSentence(ended);
    expect(ended.error.startsWith(`${FAULT}broken by`)).toBe(true);
  });

  it.each([
    ['an error that nothing catches', 'main.ts', UNCAUGHT],
    ['a rejected promise', 'run-command.ts', REJECTED],
    ['a thrown value that is no error', 'run-command.ts', 'setImmediate(() => { throw Object.create(null); });'],
    ['a rejected promise', 'publish-report.ts', REJECTED],
  ])('where there is %s beside the work, as %s loads', async (_, module, act) => {
    const ended = await runPreloaded(folder, BRIEF, whenLoading(module, act), TARGET);
    expectOneSentence(ended);
    expect(existsSync(join(folder, 'reports', 'report.json'))).toBe(false);
  });

  it('which shows no secret', async () => {
    const { code, error } = await runPreloaded(folder, BRIEF, whenLoading('publish-report.ts', UNCAUGHT), TARGET);
    expect(code).toBe(4);
    expect(error).toBe(`${FAULT}${String.raw`broken by [key]\n::error::it\x1b[31m\u202e`}\n`);
  });

  it('of every command', async () => {
    expectOneSentence(await runPreloaded(folder, ['list'], whenLoading('list-command.ts', UNCAUGHT)));
    expectOneSentence(await runPreloaded(folder, ['serve'], whenLoading('serve-command.ts', REJECTED)));
  });

  it('where a command ends without a result', async () => {
    const source = 'export const main = () => new Promise(() => {});';
    const act = `return { format: 'module', source: ${JSON.stringify(source)}, shortCircuit: true };`;
    expectOneSentence(await runPreloaded(folder, ['list'], whenLoading('main.ts', act)));
  });

  it('where no report can be written, before anything is sent', async () => {
    const act = `throw Object.assign(new Error('ENOSPC: it is full'), { code: 'ENOSPC' });`;
    const ended = await runPreloaded(folder, BRIEF, whenOpening('.report.json.', act));
    expectOneSentence(ended);
    expect(ended.error).toBe(`${FAULT}ENOSPC: it is full\n`);
  });

  describe.runIf(process.platform === 'linux')('where few files may be open', () => {
    it('a list is complete, or there is none', async () => {
      const whole = await runCommandHere(folder, ['list']);
      const ended = await runWithFiles(24, ['list']);
      if (ended.code === 0) expect(ended.out).toBe(whole.out);
      else expectOneSentence(ended);
    });

    it('a report says that nothing was settled, or there is none', async () => {
      const ended = await runWithFiles(26, BRIEF);
      if (ended.code === 2) expect(existsSync(join(folder, 'reports', 'report.json'))).toBe(true);
      else expectOneSentence(ended);
    });
  });
});
