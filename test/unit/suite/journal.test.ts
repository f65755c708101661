import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalLost, openJournal, readJournal, type JournalRecord } from '../../../src/suite/journal.ts';

let directory = '';
let path = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'journal-test-'));
  path = join(directory, 'run.journal');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const createdAs = (name: string): JournalRecord => ({
  type: 'created',
  pet: { id: '7', name, caseId: 'some/case', exchange: 'x1', intended: true },
});

const sentAs = (method: string): JournalRecord => ({ type: 'sent', exchange: 'x1', method });

function write(...records: readonly JournalRecord[]): void {
  const journal = openJournal(path);
  for (const record of records) journal.append(record);
  journal.close();
}

const [ONE, TWO] = [createdAs('one'), createdAs('two')] as const;

describe('the journal', () => {
  it.each<[title: string, reasons: readonly string[]]>([
    ['text of any kind', ['one', 'two\nlines, "quoted", \u2028 and 🐕']],
    [
      'texts that are longer than what is read at a time',
      ['🐕'.repeat(50_000), 'short', '\u00e9\u4e2d'.repeat(70_000)],
    ],
  ])('gives back what was written, in its order: %s', (_, reasons) => {
    write(...reasons.map(createdAs));
    expect(readJournal(path)).toEqual(reasons.map(createdAs));
  });

  it('goes on where it was opened before, and takes nothing after it was closed', () => {
    write(ONE);
    const journal = openJournal(path);
    journal.append(TWO);
    journal.close();
    journal.close();
    journal.append(createdAs('three'));
    expect(readJournal(path)).toEqual([ONE, TWO]);
  });

  it('has a request that may add a pet on disk before it is sent, and the rest when the turn ends', async () => {
    const journal = openJournal(path);
    journal.append(sentAs('GET'));
    expect(readJournal(path)).toEqual([]);
    journal.append(sentAs('POST'));
    expect(readJournal(path)).toEqual([sentAs('GET'), sentAs('POST')]);
    journal.append(ONE);
    await endOfTurn();
    expect(readJournal(path)).toEqual([sentAs('GET'), sentAs('POST'), ONE]);
    journal.close();
  });

  it('is for its owner alone, where files have such rights', () => {
    write();
    expect(process.platform === 'win32' ? 0 : statSync(path).mode & 0o077).toBe(0);
  });
});

it('a journal that a kill cut off is read up to its last whole line', () => {
  write(ONE);
  appendFileSync(path, JSON.stringify(TWO));
  expect(readJournal(path)).toEqual([ONE]);
});

describe('a journal on a disk that is full', () => {
  it.each([0, 20])('keeps what was whole, with %i bytes more, and stops each later request', async (more) => {
    const room = JSON.stringify(ONE).length + 1 + more;
    const journal = openJournal(path, (descriptor, text) =>
      writeSync(descriptor, Buffer.from(text).subarray(0, room - statSync(path).size)),
    );
    journal.append(ONE);
    journal.append(TWO);
    await endOfTurn();
    expect(() => journal.append(sentAs('POST'))).toThrow(JournalLost);
    expect(() => journal.append(sentAs('GET'))).toThrow(/no space is left/);
    // What has happened needs no stop.
    journal.append(createdAs('three'));
    journal.close();
    expect(readFileSync(path, 'utf8').startsWith(`${JSON.stringify(ONE)}\n`)).toBe(true);
    expect(readJournal(path)).toEqual([ONE]);
  });

  it('is lost before a request goes out that may add a pet', () => {
    const journal = openJournal(path, () => 0);
    expect(() => journal.append(sentAs('POST'))).toThrow(JournalLost);
    journal.close();
  });
});
