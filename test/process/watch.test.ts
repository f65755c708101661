import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedProcess, startProcess } from '../../lab/child-process.ts';
import { type ChangingService, startChanging } from '../support/changing-service.ts';
import { targetOf } from '../support/command.ts';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));

let folder = '';
/** TMPDIR of the command, outside the watched folder. */
let temporary = '';
let service: ChangingService;
let child: StartedProcess | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'));
  temporary = mkdtempSync(join(tmpdir(), 'watch-'));
  service = await startChanging(true);
});

afterEach(async () => {
  child?.kill('SIGKILL');
  await service.stop();
  for (const each of [folder, temporary]) rmSync(each, { recursive: true, force: true });
});

function watch(...words: readonly string[]) {
  const started = startProcess(process.execPath, [BIN, 'run', '--watch', ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: temporary, ...targetOf(service) },
  });
  child = started;
  let out = '';
  let error = '';
  let hasEnded = false;
  let arrived = Promise.withResolvers<void>();
  started.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    arrived.resolve();
  });
  started.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
  started.once('close', () => {
    hasEnded = true;
    arrived.resolve();
  });
  return {
    /** Resolves with the output since the last call, up to and including the match of a pattern. */
    async until(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(out);
        if (found !== null) {
          const end = found.index + found[0].length;
          const text = out.slice(0, end);
          out = out.slice(end);
          return text;
        }
        if (hasEnded) throw new Error(`It ended before its output matched ${String(pattern)}. Last output: ${out}`);
        arrived = Promise.withResolvers();
        await arrived.promise;
      }
    },
    interrupt: () => void started.kill('SIGINT'),
    kill: () => void started.kill('SIGKILL'),
    ended: new Promise<number | null>((resolve) => started.once('close', resolve)),
    complaints: () => error,
  };
}

/** A run that adds pets, and waits longer for a response than the test. */
const BRIEF = ['--only', 'GET-OK', '--format', 'json', '--request-timeout', '600'];

describe('run --watch', () => {
  it('runs again after a file change. On Ctrl-C it ends the current run with a report', async () => {
    const watching = watch(...BRIEF);
    expect(await watching.until(/Full report: .*\n/)).toMatch(/^\nRun 1 at .*[^]*NOT CONFORMANT/);

    service.setBroken(false);
    writeFileSync(join(folder, 'app.js'), 'fixed');
    expect(await watching.until(/Since the last run\n/)).toMatch(/Run 2 at .*, since app\.js changed[^]*INCONCLUSIVE/);
    expect(await watching.until(/GET-OK\n/)).toMatch(/^ {2}Fixed \(\d\)\n/m);

    const firstAddition = service.holdAdditions();
    writeFileSync(join(folder, 'app.js'), 'fixed again');
    await firstAddition;
    watching.interrupt();
    expect(await watching.until(/The (run|service) is [A-Z ]+, profile full\./)).toContain('Interrupted: ');
    expect(await watching.ended).toBe(130);
    expect(watching.complaints()).toBe('');
  });

  it('runs again after a file was replaced, as editors do, and ignores the report and installed packages', async () => {
    service.setBroken(false);
    const watching = watch(...BRIEF);
    await watching.until(/Full report: .*\n/);
    const file = join(folder, 'app.js');
    for (const count of [2, 3]) {
      writeFileSync(`${file}.new`, String(count));
      renameSync(`${file}.new`, file);
      await watching.until(new RegExp(`Run ${count} at .*, since app\\.js(\\.new)? changed`));
      await watching.until(/Full report: .*\n/);
    }
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules', 'a.js'), '');
    watching.interrupt();
    expect(await watching.ended).toBe(130);
    await expect(watching.until(/Run 4/)).rejects.toThrow('It ended before');
  });

  it('ends with exit code 3 if the first run shows that the command line is wrong', async () => {
    const watching = watch('--only', 'NO-SUCH-REQUIREMENT');
    expect(await watching.ended).toBe(3);
    expect(watching.complaints()).toContain('there is no requirement, check, case or topic "NO-SUCH-REQUIREMENT"');
  });

  it('waits for an absent target, and ends at once if it is killed', async () => {
    const firstAddition = service.holdAdditions();
    await service.stop();
    const watching = watch(...BRIEF);
    await watching.until(/Run 1 at[^]*Waiting up to 60 s for the target to respond\.\n/);
    await service.start();
    await firstAddition;
    watching.kill();
    expect(await watching.ended).toBeNull();
    await expect(watching.until(/The (run|service) is /)).rejects.toThrow('It ended before');
  });
});
