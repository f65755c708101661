import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FinishedFile, writeFiles } from '../../../src/report/reports-folder.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-files-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The texts of the files in the folder. Whatever is left beside them shows here too. */
function texts(): Readonly<Record<string, string>> {
  const names = readdirSync(folder).toSorted();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const FILES = [
  { name: 'first.json', data: Buffer.from('new first') },
  { name: 'second.xml', data: Buffer.from('new second') },
];
const NEW = { 'first.json': 'new first', 'second.xml': 'new second' };

const write = (files: readonly FinishedFile[] = FILES): Promise<void> => writeFiles(folder, files);

describe('files', () => {
  it('are written together, for their owner alone, and replace others', async () => {
    for (const name of ['second.xml', 'other.txt']) writeFileSync(join(folder, name), 'old');
    await write();
    expect(texts()).toEqual({ ...NEW, 'other.txt': 'old' });
    for (const { name } of FILES) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('replace a link, and not what it names', async () => {
    writeFileSync(join(folder, 'other.txt'), 'old');
    symlinkSync(join(folder, 'other.txt'), join(folder, 'first.json'));
    await write();
    expect(texts()).toEqual({ ...NEW, 'other.txt': 'old' });
    expect(statSync(join(folder, 'first.json')).ino).not.toBe(statSync(join(folder, 'other.txt')).ino);
  });

  it('leave the folder as it was if one cannot be written', async () => {
    writeFileSync(join(folder, 'first.json'), 'old');
    await expect(write([...FILES, { name: 'no/such/folder.txt', data: Buffer.alloc(0) }])).rejects.toThrow('ENOENT');
    expect(texts()).toEqual({ 'first.json': 'old' });
  });

  it('cannot be seen before all are on disk', async () => {
    const written = write();
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.unfinished-report-/)]);
    await written;
    expect(texts()).toEqual(NEW);
  });

  it('leave the first one out if another cannot get its name', async () => {
    mkdirSync(join(folder, 'second.xml'));
    await expect(write()).rejects.toThrow(/EISDIR|ENOTDIR|EEXIST|ENOTEMPTY|EPERM/);
    expect(readdirSync(folder)).toEqual(['second.xml']);
  });
});
