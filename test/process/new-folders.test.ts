import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MODULE = new URL('../../src/report/reports-folder.ts', import.meta.url).href;
const THREADS = 2;
const FOLDERS = 500;

/** Makes each folder as soon as all threads have made the one before. */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module).then(({ makeFolder }) => {
    const arrived = new Int32Array(workerData.shared);
    for (let index = 0; index < workerData.folders; index += 1) {
      Atomics.add(arrived, 0, 1);
      while (Atomics.load(arrived, 0) < workerData.threads * (index + 1));
      makeFolder(workerData.root + '/' + index + '/inner');
    }
    parentPort.postMessage('made');
  });`;

let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'new-folders-'));
});

afterAll(() => rmSync(root, { recursive: true }));

describe('a new folder', () => {
  it('can be made by several runs at the same moment', async () => {
    const workerData = { module: MODULE, shared: new SharedArrayBuffer(4), root, folders: FOLDERS, threads: THREADS };
    const workers = Array.from({ length: THREADS }, () => new Worker(PROGRAM, { eval: true, workerData }));
    const made = workers.map((worker) => {
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    });
    const [outcome] = await Promise.allSettled([Promise.all(made)]);
    // The others would wait for one that failed.
    await Promise.all(workers.map((worker) => worker.terminate()));
    expect(outcome).toMatchObject({ status: 'fulfilled' });
    expect(existsSync(join(root, `${FOLDERS - 1}`, 'inner'))).toBe(true);
  });
});
