import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../src/report/write-files.ts';

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
    await writeFiles(folder, FILES, ['third.md', 'never-was.md']);
    expect(readdirSync(folder).sort()).toEqual(['first.json', 'other.txt', 'second.xml']);
    expect([read('first.json'), read('other.txt')]).toEqual(['new first', 'old']);
  });

  it('of an earlier run stay as they were where one cannot be written', async () => {
    for (const { name } of FILES) writeFileSync(join(folder, name), 'old');
    const bad = [...FILES, { name: 'no/such/folder.txt', text: '' }];
    await expect(writeFiles(folder, bad, ['first.json'])).rejects.toThrow('ENOENT');
    expect(readdirSync(folder).sort()).toEqual(['first.json', 'second.xml']);
    expect([read('first.json'), read('second.xml')]).toEqual(['old', 'old']);
  });

  it('of two runs are never mixed where one cannot take its name', async () => {
    mkdirSync(join(folder, 'first.json'));
    writeFileSync(join(folder, 'second.xml'), 'old');
    await expect(writeFiles(folder, FILES)).rejects.toThrow(/EISDIR|ENOTDIR|EEXIST|ENOTEMPTY/);
    expect(readdirSync(folder)).toEqual(['first.json']);
  });
});
