import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRunFolder } from '../../../src/gate/run-folder.ts';
import { resultOf, startProcess } from '../../../lab/child-process.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-folder-'));
  writeFileSync(join(folder, 'report.json'), '{}');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A file of the folder that takes no space on the disk. */
function makeLarge(name: string): void {
  writeFileSync(join(folder, name), '');
  truncateSync(join(folder, name), 200 * 1024 * 1024);
}

describe('the folder of a run', () => {
  it('is read with what a person keeps in it, whatever its dates, but not with its subfolders', () => {
    mkdirSync(join(folder, 'again'));
    writeFileSync(join(folder, 'notes – späte.txt'), '');
    for (const [name, seconds] of [
      ['report.json', -1e10],
      ['notes – späte.txt', 1e11],
    ] as const)
      utimesSync(join(folder, name), seconds, seconds);
    const read = readRunFolder(folder);
    expect(read.kind === 'ok' && [...read.value.keys()].sort()).toEqual(['notes – späte.txt', 'report.json']);
  });

  it.skipIf(process.platform === 'win32').each<[what: string, make: () => unknown, problem: string]>([
    [
      'a pipe',
      () => resultOf(startProcess('mkfifo', [join(folder, 'report.html')])),
      'report.html is not a regular file',
    ],
    ['a link to a device', () => symlinkSync('/dev/zero', join(folder, 'zero')), 'zero is not a regular file'],
    ['a dangling link', () => symlinkSync('nowhere', join(folder, 'junit.xml')), 'junit.xml does not exist'],
    ['a link to itself', () => symlinkSync('loop', join(folder, 'loop')), 'loop cannot be read'],
    [
      'a name that is not UTF-8',
      () => writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x61, 0xff])]), ''),
      'the name of a file in it is not UTF-8: a\u00ff',
    ],
    [
      'two large files',
      () => {
        makeLarge('core.1');
        makeLarge('core.2');
      },
      'its files together are too large',
    ],
  ])('is rejected with %s', async (_, make, problem) => {
    await make();
    expect(readRunFolder(folder)).toEqual({ kind: 'bad', problems: [expect.stringContaining(problem)] });
  });
});
