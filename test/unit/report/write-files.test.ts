import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FinishedFile, stageFiles, type StagedFiles, writeFiles } from '../../../src/report/write-files.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-files-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** Begins to write some files. */
function staged(files: readonly FinishedFile[]): StagedFiles {
  const begun = stageFiles(folder);
  for (const { name, text } of files) begun.add(name, Buffer.from(text));
  return begun;
}

const FILES = [
  { name: 'first.json', text: 'new first' },
  { name: 'second.xml', text: 'new second' },
];

describe('files', () => {
  it('are written together, for their owner alone, and nothing else is left', async () => {
    await writeFiles(folder, FILES);
    expect(readdirSync(folder).sort()).toEqual(['first.json', 'second.xml']);
    expect([read('first.json'), read('second.xml')]).toEqual(['new first', 'new second']);
    for (const { name } of FILES) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('replace those of an earlier run and take its stale ones away', async () => {
    for (const name of ['first.json', 'second.xml', 'third.md', 'other.txt']) writeFileSync(join(folder, name), 'old');
    await staged(FILES).publish(['third.md', 'never-was.md']);
    expect(readdirSync(folder).sort()).toEqual(['first.json', 'other.txt', 'second.xml']);
    expect([read('first.json'), read('other.txt')]).toEqual(['new first', 'old']);
  });

  it('of an earlier run stay as they were where one cannot be written', async () => {
    for (const { name } of FILES) writeFileSync(join(folder, name), 'old');
    const bad = [...FILES, { name: 'no/such/folder.txt', text: '' }];
    await expect(writeFiles(folder, bad)).rejects.toThrow('ENOENT');
    expect(readdirSync(folder).sort()).toEqual(['first.json', 'second.xml']);
    expect([read('first.json'), read('second.xml')]).toEqual(['old', 'old']);
  });

  it('of two runs are never mixed where one cannot take its name', async () => {
    mkdirSync(join(folder, 'first.json'));
    writeFileSync(join(folder, 'second.xml'), 'old');
    await expect(writeFiles(folder, FILES)).rejects.toThrow(/EISDIR|ENOTDIR|EEXIST|ENOTEMPTY/);
    expect(readdirSync(folder)).toEqual(['first.json']);
  });

  it('are seen by nobody before all are published', async () => {
    writeFileSync(join(folder, 'first.json'), 'old');
    const begun = staged(FILES);
    expect(read('first.json')).toBe('old');
    await begun.publish();
    expect(read('first.json')).toBe('new first');
  });

  it('go without a trace where they are discarded', async () => {
    writeFileSync(join(folder, 'first.json'), 'old');
    const begun = staged(FILES);
    expect(readdirSync(folder)).toHaveLength(3);
    await begun.discard();
    expect(readdirSync(folder)).toEqual(['first.json']);
    expect(read('first.json')).toBe('old');
  });
});
