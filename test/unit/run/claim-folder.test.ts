import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resultOf, startProcess } from '../../../lab/child-process.ts';
import { claimFolder, type ClaimedFolder, isAliveHere, startOf } from '../../../src/run/claim-folder.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claim-folder-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

async function claimed(directory = folder): Promise<ClaimedFolder> {
  const claim = await claimFolder(directory, Date.now());
  if (claim.kind === 'bad') throw new Error(claim.problem);
  return claim.folder;
}

describe('the folder of a run', () => {
  it('holds the file of the run until its report is on disk', async () => {
    const { runId, release } = await claimed();
    expect(readdirSync(folder)).toEqual([`unfinished-${runId}-${process.pid}-${startOf(process.pid)}.journal`]);
    release(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stays marked after a run without a report, until the next run has one', async () => {
    const first = await claimed();
    first.journal.sent({ exchange: 'x1', name: 'cfRex', sentAt: null });
    first.release(false);
    expect(readdirSync(folder)).toEqual([`unfinished-${first.runId}.journal`]);
    const second = await claimed();
    expect(second.notes).toEqual([expect.stringContaining('one with an unknown id (name "cfRex", outcome unknown)')]);
    second.release(true);
    expect(readdirSync(folder)).toEqual(['orphaned-runs.txt']);
  });

  it('is rejected for a second run while the first one is active, by any spelling of its path', async () => {
    const { release } = await claimed();
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    for (const path of [folder, `${folder}/`, join(folder, '..', '.', basename(folder)), link]) {
      const claim = await claimFolder(path, Date.now());
      expect(claim).toEqual({ kind: 'bad', problem: expect.stringContaining('Another run writes into') });
    }
    expect(readdirSync(folder)).toHaveLength(1);
    rmSync(link);
    release(true);
    (await claimed()).release(true);
  });

  it('is for exactly one of several runs that start at the same moment', async () => {
    const claims = await Promise.all(Array.from({ length: 3 }, () => claimFolder(folder, Date.now())));
    const winners = claims.flatMap((claim) => (claim.kind === 'ok' ? [claim.folder] : []));
    expect(winners).toHaveLength(1);
    for (const { release } of winners) release(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is free where the process of the earlier run has ended, although another one has its id', async () => {
    writeFileSync(join(folder, `unfinished-abc-${process.pid}-1.journal`), '');
    const { release } = await claimed();
    expect(readdirSync(folder)).toHaveLength(1);
    release(true);
  });

  it('is left alone by names that are like those of a run', async () => {
    const names = ['unfinished-.journal', 'unfinished-abc-1.journal', 'unfinished-abc-1-2.journal.txt'];
    for (const name of names) writeFileSync(join(folder, name), 'text');
    (await claimed()).release(true);
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
    const parent = startProcess('/bin/sh', ['-c', 'sleep 600 & echo $!; kill -9 $!; exec sleep 600']);
    const [id] = (await once(parent.stdout, 'data')) as [Buffer];
    await expect.poll(() => isAliveHere(Number(id), 0)).toBe(false);
    expect(() => process.kill(Number(id), 0)).not.toThrow();
    parent.kill('SIGKILL');
    await resultOf(parent);
  });
});
