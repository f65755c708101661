import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcessResult, runCommandIn, runProcess } from './command-in.ts';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));
const KEY = 'a-key-that-nobody-may-see-1234567890';
const FAULT = 'petstore-conformance: a fault of the suite itself: ';

/** A run of which only the exit code counts: one case, against the embedded service. */
const BRIEF = ['run', '--only', 'LIST-OK', '--format', 'json'];

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-faults-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs the command, and does something when its first thread loads a module of this name. `act` is a statement: it may use
 * `message` and `fs`, or return another source for the module.
 */
function runWithFault(
  words: readonly string[],
  module: string,
  act: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ProcessResult> {
  const preload = join(folder, 'preload.mjs');
  writeFileSync(
    preload,
    `import fs from 'node:fs';
     import { registerHooks, syncBuiltinESMExports } from 'node:module';
     import { isMainThread } from 'node:worker_threads';
     const message = ${JSON.stringify(MESSAGE)};
     if (isMainThread) registerHooks({
       load(url, context, next) {
         if (url.endsWith(${JSON.stringify(`/${module}`)})) { ${act} }
         return next(url, context);
       },
     });`,
  );
  const options = `--import ${pathToFileURL(preload).href}`;
  return runCommandIn(folder, words, { ...environment, NODE_OPTIONS: options });
}

const MESSAGE = `broken by ${KEY}\n::error::it\u001B[31m\u202E`;

/** What came of a command that ends by a fault: one sentence, in which nothing can act. */
function expectOneSentence({ code, error }: ProcessResult): void {
  expect(error).toMatch(/^petstore-conformance: [^\n]+\n$/);
  expect(error.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(error).not.toMatch(/\bat .*:\d+/);
  expect(code).toBe(4);
}

const UNCAUGHT = 'setImmediate(() => { throw new Error(message); });';
const REJECTED = 'Promise.reject(new Error(message));';

const FAULTS = [
  ['an error that nothing catches', UNCAUGHT],
  ['a rejected promise', REJECTED],
  ['a thrown value that is no error', 'setImmediate(() => { throw Object.create(null); });'],
] as const;

const TARGET = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: KEY };

describe('a fault of the suite is exit 4 and one sentence', () => {
  it.each([
    ['bin', 'code-cache.js'],
    ['the command', 'main.ts'],
    ['the run', 'run-command.ts'],
    ['a package', 'commander/index.js'],
  ])('where a module does not load: of %s', async (_, module) => {
    const ended = await runWithFault(BRIEF, module, 'throw new Error(message);');
    expectOneSentence(ended);
    expect(ended.error.startsWith(`${FAULT}broken by`)).toBe(true);
  });

  it.each(
    ['main.ts', 'run-command.ts', 'publish-report.ts'].flatMap((module) =>
      FAULTS.map(([what, act]) => [what, module, act] as const),
    ),
  )('where there is %s beside the work, as %s loads', async (_, module, act) => {
    const ended = await runWithFault(BRIEF, module, act, TARGET);
    expectOneSentence(ended);
    expect(existsSync(join(folder, 'reports', 'report.json'))).toBe(false);
  });

  it('which shows no secret', async () => {
    const { code, error } = await runWithFault(BRIEF, 'publish-report.ts', UNCAUGHT, TARGET);
    expect(code).toBe(4);
    expect(error).toBe(`${FAULT}${String.raw`broken by [key]\n::error::it\x1b[31m\u202e`}\n`);
  });

  it('of every command', async () => {
    expectOneSentence(await runWithFault(['list'], 'list-command.ts', UNCAUGHT));
    expectOneSentence(await runWithFault(['serve'], 'serve-command.ts', REJECTED));
  });

  it('where a command ends without a result', async () => {
    const source = 'export const main = () => new Promise(() => {});';
    const act = `return { format: 'module', source: ${JSON.stringify(source)}, shortCircuit: true };`;
    expectOneSentence(await runWithFault(['list'], 'main.ts', act));
  });

  it.each(['ENOSPC', 'EMFILE'])('where no report can be written for %s, before anything is sent', async (reason) => {
    const act = `
      const { openSync } = fs;
      fs.openSync = (path, ...rest) => {
        if (String(path).includes('.report.json.')) throw Object.assign(new Error('${reason}: it is full'), { code: '${reason}' });
        return openSync(path, ...rest);
      };
      syncBuiltinESMExports();`;
    const ended = await runWithFault(BRIEF, 'run-command.ts', act);
    expectOneSentence(ended);
    expect(ended.error).toBe(`${FAULT}${reason}: it is full\n`);
  });

  it.runIf(process.platform === 'linux').each([24, 26, 28, 32])(
    'where only %d files may be open, unless a report says that nothing was settled',
    async (files) => {
      const script = `ulimit -n ${files}; exec "$0" "$@"`;
      const words = ['-c', script, process.execPath, BIN, ...BRIEF];
      const ended = await runProcess('/bin/sh', words, folder, { HOME: folder });
      if (ended.code === 2) expect(existsSync(join(folder, 'reports', 'report.json'))).toBe(true);
      else expectOneSentence(ended);
    },
  );
});
