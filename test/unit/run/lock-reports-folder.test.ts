import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resultOf, startProcess } from '../../../lab/child-process.ts';
import { isAliveHere, lockReportsFolder, type LockedFolder, startOf } from '../../../src/run/lock-reports-folder.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-reports-folder-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

async function locked(directory = folder): Promise<LockedFolder> {
  const lock = await lockReportsFolder(directory, Date.now());
  if (lock.kind === 'bad') throw new Error(lock.problem);
  return lock.folder;
}

describe('the folder of a run', () => {
  it('holds the file of the run until its report is on disk', async () => {
    const { runId, release } = await locked();
    expect(readdirSync(folder)).toEqual([`unfinished-${runId}-${process.pid}-${startOf(process.pid)}.journal`]);
    release(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stays marked after a run without a report, until the next run has one', async () => {
    const first = await locked();
    first.journal.sent({ exchange: 'x1', name: 'cfRex', sentAt: null });
    first.release(false);
    expect(readdirSync(folder)).toEqual([`unfinished-${first.runId}.journal`]);
    const second = await locked();
    expect(second.notes).toEqual([expect.stringContaining('one with an unknown id (name "cfRex", outcome unknown)')]);
    second.release(true);
    expect(readdirSync(folder)).toEqual(['orphaned-runs.txt']);
  });

  it('is rejected for a second run while the first one is active, by any spelling of its path', async () => {
    const { release } = await locked();
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    for (const path of [folder, `${folder}/`, join(folder, '..', '.', basename(folder)), link]) {
      const lock = await lockReportsFolder(path, Date.now());
      expect(lock).toEqual({ kind: 'bad', problem: expect.stringContaining('Another run writes into') });
    }
    expect(readdirSync(folder)).toHaveLength(1);
    rmSync(link);
    release(true);
    (await locked()).release(true);
  });

  it('is for exactly one of several runs that start at the same moment', async () => {
    const locks = await Promise.all(Array.from({ length: 3 }, () => lockReportsFolder(folder, Date.now())));
    const winners = locks.flatMap((lock) => (lock.kind === 'ok' ? [lock.folder] : []));
    expect(winners).toHaveLength(1);
    for (const { release } of winners) release(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is free where the process of the earlier run has ended, although another one has its id', async () => {
    writeFileSync(join(folder, `unfinished-abc-${process.pid}-1.journal`), '');
    const { release } = await locked();
    expect(readdirSync(folder)).toHaveLength(1);
    release(true);
  });

  it('is left alone by names that are like those of a run', async () => {
    const names = ['unfinished-.journal', 'unfinished-abc-1.journal', 'unfinished-abc-1-2.journal.txt'];
    for (const name of names) writeFileSync(join(folder, name), 'text');
    (await locked()).release(true);
    expect(readdirSync(folder).sort()).toEqual(names.sort());
    for (const name of names) expect(readFileSync(join(folder, name), 'utf8')).toBe('text');
  });
});

describe('a process', () => {
  it('is alive if it exists and started when it should have', () => {
    const start = startOf(process.ppid);
    expect([isAliveHere(process.ppid, Number(start)), isAliveHere(process.ppid, 0)]).toEqual([true, true]);
    expect(isAliveHere(process.ppid, Number(start) + 1)).toBe(start === 0);
    expect(isAliveHere(2 ** 22 + 1, 0)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is dead once it was killed, even if its parent never asks', async () => {
    const parent = startProcess('/bin/sh', ['-c', 'sleep 600 & echo $!; exec sleep 600']);
    const [id] = (await once(parent.stdout, 'data')) as [Buffer];
    // A shell may ask how its child ended. The program sleep never does.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    process.kill(Number(id), 'SIGKILL');
    await expect.poll(() => isAliveHere(Number(id), 0)).toBe(false);
    expect(() => process.kill(Number(id), 0)).not.toThrow();
    parent.kill('SIGKILL');
    await resultOf(parent);
  });
});
