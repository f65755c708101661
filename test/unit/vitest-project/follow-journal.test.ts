import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followJournal } from '../../../src/vitest-project/follow-journal.ts';
import { judged } from '../../support/fake-records.ts';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'follow-journal-'));
  path = join(folder, 'run.journal');
  writeFileSync(path, '');
});

afterEach(() => rmSync(folder, { recursive: true }));

function lineOf(caseId: string, actual: string): string {
  return `${JSON.stringify(judged('GET-OK', 'satisfied', { actual }, caseId))}\n`;
}

describe('a journal that is followed', () => {
  it('gives the records of a case once, and later ones when they come', () => {
    const journal = followJournal(path);
    appendFileSync(path, lineOf('a/one', 'first') + lineOf('a/two', 'other'));
    expect(journal.take('a/one')).toMatchObject([{ caseId: 'a/one', judgement: { actual: 'first' } }]);
    expect(journal.take('a/one')).toEqual([]);
    appendFileSync(path, lineOf('a/one', 'second'));
    expect(journal.take('a/one')).toMatchObject([{ judgement: { actual: 'second' } }]);
    expect(journal.take('a/two')).toHaveLength(1);
    expect(journal.take('a/three')).toEqual([]);
  });

  it('waits for the rest of a line that is half written, in the middle of a character too', () => {
    const journal = followJournal(path);
    const line = Buffer.from(lineOf('a/one', 'ein Löwe'));
    const cut = line.indexOf('ö') + 1;
    appendFileSync(path, line.subarray(0, cut));
    expect(journal.take('a/one')).toEqual([]);
    appendFileSync(path, line.subarray(cut));
    expect(journal.take('a/one')).toMatchObject([{ judgement: { actual: 'ein Löwe' } }]);
  });

  it('reads a line that is longer than what is read at a time', () => {
    const journal = followJournal(path);
    const long = 'x'.repeat(3_000_000);
    appendFileSync(path, lineOf('a/one', long) + lineOf('a/one', 'short'));
    expect(journal.take('a/one')).toMatchObject([{ judgement: { actual: long } }, { judgement: { actual: 'short' } }]);
  });
});
