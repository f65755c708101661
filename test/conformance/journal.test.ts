import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalLost, openJournal, readJournal, type JournalRecord } from '../../src/conformance/journal.ts';

let directory = '';
let path = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'journal-test-'));
  path = join(directory, 'run.journal');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function stoppedAs(reason: string): JournalRecord {
  return { type: 'stopped', caseId: 'some/case', outcome: 'not-verified', reason, supply: null, exchanges: [] };
}

describe('the journal', () => {
  it('gives back what was written, in its order, text of any kind included', () => {
    const records = [stoppedAs('one'), stoppedAs('two\nlines, "quoted", \u2028 and 🐕'), stoppedAs('three')];
    const journal = openJournal(path);
    for (const record of records) journal.append(record);
    journal.close();
    expect(readJournal(path)).toEqual(records);
  });

  it('has each record on disk when it is appended, before it is closed', () => {
    const journal = openJournal(path);
    journal.append(stoppedAs('one'));
    expect(readJournal(path)).toEqual([stoppedAs('one')]);
    journal.append(stoppedAs('two'));
    expect(readJournal(path)).toHaveLength(2);
    journal.close();
  });

  it('is empty where nothing was written', () => {
    openJournal(path).close();
    expect(readJournal(path)).toEqual([]);
  });

  it('goes on where it was opened before', () => {
    for (const reason of ['one', 'two']) {
      const journal = openJournal(path);
      journal.append(stoppedAs(reason));
      journal.close();
    }
    expect(readJournal(path)).toEqual([stoppedAs('one'), stoppedAs('two')]);
  });

  it('takes nothing more after it was closed, which may be done twice', () => {
    const journal = openJournal(path);
    journal.append(stoppedAs('one'));
    journal.close();
    journal.close();
    journal.append(stoppedAs('two'));
    expect(readJournal(path)).toEqual([stoppedAs('one')]);
  });

  it('is for its owner alone, where files have such rights', () => {
    openJournal(path).close();
    const others = process.platform === 'win32' ? 0 : statSync(path).mode & 0o077;
    expect(others).toBe(0);
  });

  it('cannot be opened in a folder that is not there', () => {
    expect(() => openJournal(join(directory, 'missing', 'run.journal'))).toThrow(/ENOENT/);
  });

  it('cannot be read where it is not there', () => {
    expect(() => readJournal(path)).toThrow(/ENOENT/);
  });
});

describe('a journal that a kill cut off', () => {
  it('is read up to its last whole line', () => {
    const journal = openJournal(path);
    journal.append(stoppedAs('one'));
    journal.close();
    appendFileSync(path, '{"type":"stopped","caseId":"some/ca');
    expect(readJournal(path)).toEqual([stoppedAs('one')]);
  });

  it('is read without a last line that lacks only its end', () => {
    const journal = openJournal(path);
    journal.append(stoppedAs('one'));
    journal.append(stoppedAs('two'));
    journal.close();
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -1));
    expect(readJournal(path)).toEqual([stoppedAs('one')]);
  });

  it('is no journal where a line in its middle is broken', () => {
    writeFileSync(path, `{"type":\n${JSON.stringify(stoppedAs('two'))}\n`);
    expect(() => readJournal(path)).toThrow(SyntaxError);
  });
});

/** What is left of a journal for which a disk takes no more than so many bytes. */
function writtenWith(taken: number): readonly JournalRecord[] {
  let room = taken;
  const journal = openJournal(path, (descriptor, text) => {
    const part = Buffer.from(text).subarray(0, room);
    room -= part.length;
    return writeSync(descriptor, part);
  });
  journal.append(stoppedAs('one'));
  expect(() => journal.append(stoppedAs('two'))).toThrow(JournalLost);
  expect(() => journal.append(stoppedAs('three'))).toThrow(/no space is left/);
  journal.append({ type: 'closed' });
  journal.close();
  return readJournal(path);
}

describe('a journal on a disk that is full', () => {
  it('keeps what was whole, tells each later record that it is lost, and lets the run come to its end', () => {
    const first = `${JSON.stringify(stoppedAs('one'))}\n`;
    expect(writtenWith(first.length + 20)).toEqual([stoppedAs('one')]);
    expect(writtenWith(first.length)).toEqual([stoppedAs('one'), stoppedAs('one')]);
  });
});
