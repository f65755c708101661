import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RUN_FILES } from '../../../src/gate/manifest.ts';
import { prepareRun } from '../../../src/run/prepare-run.ts';
import type { SettingSources } from '../../../src/settings/read-settings.ts';
import { filesWith, sourcesWith, target } from '../../support/configuration-under-test.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-run-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function sourcesOf(readFile: SettingSources['readFile']): SettingSources {
  return sourcesWith({ given: { deviations: 'known.json', reports: folder }, environment: target, readFile });
}

/** The problems of a run into a folder, or its notes. */
async function prepareIn(reports: string): Promise<readonly string[]> {
  const sources = sourcesWith({ given: { reports }, environment: target });
  const prepared = await prepareRun(sources, folder, Date.now());
  if (prepared.kind === 'bad') return prepared.problems;
  prepared.value.journal.close(true);
  return prepared.value.notes;
}

describe('a run that cannot be prepared leaves neither an earlier report nor a journal', () => {
  beforeEach(() => writeFileSync(join(folder, 'report.json'), 'earlier'));

  it('because a file is wrong', async () => {
    expect(await prepareRun(sourcesOf(filesWith({})), folder, Date.now())).toMatchObject({ kind: 'bad' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('because reading a file fails', async () => {
    const failing = sourcesOf(() => {
      throw new Error('broken');
    });
    await expect(prepareRun(failing, folder, Date.now())).rejects.toThrow('broken');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a reports folder', () => {
  it('loses every file of an earlier run, and nothing else', async () => {
    for (const name of [...RUN_FILES, 'notes.txt']) writeFileSync(join(folder, name), 'earlier');
    expect(await prepareIn(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('may be a link to a folder', async () => {
    mkdirSync(join(folder, 'there'));
    symlinkSync(join(folder, 'there'), join(folder, 'link'));
    expect(await prepareIn(join(folder, 'link'))).toEqual([]);
  });

  it.each([
    ['file', 'No report can be written into', 'ENOTDIR'],
    ['file/inner', 'No report can be written into', 'ENOTDIR'],
    ['x'.repeat(300), 'No report can be written into', 'ENAMETOOLONG'],
    ['taken', 'The earlier report in', 'Path is a directory'],
  ])('is rejected as %s: %s … (%s', async (name, problem, reason) => {
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'taken', 'report.json'), { recursive: true });
    const [sentence = ''] = await prepareIn(join(folder, name));
    expect([sentence, sentence]).toEqual([expect.stringContaining(problem), expect.stringContaining(` (${reason}`)]);
  });
});
