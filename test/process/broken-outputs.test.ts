import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateReport } from '../../src/report/read-report.ts';
import { sealedFiles, wholeReport } from '../support/sealed-run.ts';
import { type ProcessResult, startProcess } from '../../lab/child-process.ts';
import { runProcess } from '../support/command-in.ts';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));
/** A short run for its exit code: one case against the embedded service. */
const BRIEF = ['run', '--only', 'LIST-OK', '--format', 'json'];

let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-outputs-'));
  for (const [name, violated] of [
    ['good', false],
    ['bad', true],
  ] as const) {
    mkdirSync(join(folder, name));
    for (const [file, data] of await sealedFiles(wholeReport({ violated }), null)) {
      writeFileSync(join(folder, name, file), data);
    }
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command in a shell that first sets a limit, and redirects an output. */
function redirected(words: readonly string[], redirection: string, limit = ':'): Promise<ProcessResult> {
  const script = `${limit}; exec "$0" "$@" ${redirection}`;
  return runProcess('/bin/sh', ['-c', script, process.execPath, BIN, ...words], folder, { HOME: folder });
}

/** Runs the command, and closes some of its outputs before it writes to them. */
async function closed(words: readonly string[], ...outputs: readonly ('stdout' | 'stderr')[]): Promise<number | null> {
  const child = startProcess(process.execPath, [BIN, ...words], { cwd: folder, env: { HOME: folder } });
  child.stdout.resume();
  child.stderr.resume();
  for (const output of outputs) child[output].destroy();
  return new Promise((resolve) => child.on('close', resolve));
}

const GATE = ['gate', 'bad', '--unsigned'];
const RENDER = ['render', 'good/report.json', '--format', 'md', '--out', '-'];
const WRONG = ['gate', 'nowhere', '--unsigned'];

describe.runIf(process.platform === 'linux')('a standard output that is not writable', () => {
  it.each([[GATE], [RENDER], [['--help']], [['serve']]])('causes exit 4 for %j, whatever its result', async (words) => {
    expect(await redirected(words, '> /dev/full')).toMatchObject({
      code: 4,
      error: 'petstore-conformance: standard output could not be written: ENOSPC: no space left on device, write\n',
    });
  });

  it('causes exit 4 if only a part was written', async () => {
    const { code, error } = await redirected(['list'], '> list.txt', "trap '' XFSZ; ulimit -f 1");
    expect([code, error]).toEqual([4, expect.stringContaining('standard output could not be written')]);
  });

  it('causes a message, but does not affect a run, because its report is on disk', async () => {
    const { code, error } = await redirected([...BRIEF, '--reports', 'full'], '> /dev/full');
    expect([code, error]).toEqual([2, expect.stringContaining('standard output could not be written: ENOSPC')]);
    expect(validateReport(JSON.parse(readFileSync(join(folder, 'full', 'report.json'), 'utf8')))).toEqual([]);
  });

  it('does not affect formats that are rendered into a folder', async () => {
    const { code } = await redirected(['render', 'good/report.json', '--out', 'again'], '> /dev/full');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'again', 'report.md'))).toEqual(readFileSync(join(folder, 'good', 'report.md')));
  });

  it('does not change the exit code of wrong usage, and an unwritable standard error changes none', async () => {
    expect((await redirected(WRONG, '> /dev/full 2> /dev/full')).code).toBe(3);
    expect((await redirected(RENDER, '> /dev/full 2> /dev/full')).code).toBe(4);
    expect((await redirected(GATE, '2> /dev/full')).code).toBe(1);
  });
});

describe('an output that its reader closed', () => {
  it.each([
    [GATE, ['stdout'], 1],
    [BRIEF, ['stdout', 'stderr'], 2],
    [WRONG, ['stderr'], 3],
  ] as const)('changes no exit code: %j without %j', async (words, outputs, code) => {
    expect(await closed(words, ...outputs)).toBe(code);
  });
});
