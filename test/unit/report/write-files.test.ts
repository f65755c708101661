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
import { checkWritable, REPORT_FILE } from '../../../src/report/reports-folder.ts';
import { type FinishedFile, stageFiles, type StagedFiles, writeFiles } from '../../../src/report/write-files.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-files-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** The texts of the files in the folder. Whatever is left beside them shows here too. */
function texts(): Readonly<Record<string, string>> {
  const names = readdirSync(folder).toSorted();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const FILES = [
  { name: 'first.json', text: 'new first' },
  { name: 'second.xml', text: 'new second' },
];
const OLD = { 'first.json': 'old', 'second.xml': 'old' };
const NEW = { 'first.json': 'new first', 'second.xml': 'new second' };

async function staged(files: readonly FinishedFile[]): Promise<StagedFiles> {
  const begun = stageFiles(folder);
  for (const { name, text } of files) await begun.add(name, [Buffer.from(text)]);
  return begun;
}

describe('files', () => {
  it('are written together, for their owner alone', async () => {
    await writeFiles(folder, FILES);
    expect(texts()).toEqual(NEW);
    for (const { name } of FILES) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('replace those of an earlier run and remove its stale ones', async () => {
    write({ ...OLD, 'third.md': 'old', 'other.txt': 'old' });
    await (await staged(FILES)).publish(['third.md', 'never-was.md']);
    expect(texts()).toEqual({ ...NEW, 'other.txt': 'old' });
  });

  it('of an earlier run stay as they were where one cannot be written', async () => {
    write(OLD);
    const bad = [...FILES, { name: 'no/such/folder.txt', text: '' }];
    await expect(writeFiles(folder, bad)).rejects.toThrow('ENOENT');
    expect(texts()).toEqual(OLD);
  });

  it('of two runs are never mixed where one cannot take its name', async () => {
    mkdirSync(join(folder, 'first.json'));
    write({ 'second.xml': 'old' });
    await expect(writeFiles(folder, FILES)).rejects.toThrow(/EISDIR|ENOTDIR|EEXIST|ENOTEMPTY/);
    expect(readdirSync(folder)).toEqual(['first.json']);
  });

  it('cannot be seen before all are published, and go without a trace where they are discarded', async () => {
    write(OLD);
    const discarded = await staged(FILES);
    expect(readdirSync(folder)).toHaveLength(4);
    await discarded.discard();
    expect(texts()).toEqual(OLD);
    const begun = await staged(FILES);
    expect(texts()).toMatchObject(OLD);
    await begun.publish();
    expect(texts()).toEqual(NEW);
  });
});

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a beginning');
  await Promise.reject(new Error('no more'));
}

it('a file whose chunks fail goes without a trace', async () => {
  const begun = stageFiles(folder);
  await expect(begun.add('first.json', failing())).rejects.toThrow('no more');
  await begun.discard();
  expect(texts()).toEqual({});
});

const checkReports = (directory: string): string | null =>
  checkWritable(directory, [REPORT_FILE], '--reports (PETSTORE_REPORTS_DIR)');

describe('a folder for reports', () => {
  it('is made, with nothing in it, and keeps a former report', () => {
    const wanted = join(folder, 'a', 'b');
    expect(checkReports(wanted)).toBeNull();
    expect(readdirSync(wanted)).toEqual([]);
    write({ 'report.json': 'former' });
    expect(checkReports(folder)).toBeNull();
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('former');
  });

  it.each([
    ['report', 'it is a file'],
    ['report/inner', 'a part of its path is a file'],
    ['x'.repeat(300), 'its path is too long'],
    ['taken', 'report.json in it is a folder'],
    ['linked', 'report.json in it is a link'],
    ['link', 'it is a link'],
  ])('is refused as %s: %s', (name, reason) => {
    write({ report: '' });
    mkdirSync(join(folder, 'taken', 'report.json'), { recursive: true });
    mkdirSync(join(folder, 'linked'));
    symlinkSync(join(folder, 'report'), join(folder, 'linked', 'report.json'));
    symlinkSync(join(folder, 'taken'), join(folder, 'link'));
    expect(checkReports(join(folder, name))).toContain(
      ` (${reason}); set --reports (PETSTORE_REPORTS_DIR) to a folder `,
    );
  });
});
