import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../src/suite/records/records.ts';
import { additionsIn, openJournal, readJournal } from '../../../src/run/journal-file.ts';

let directory = '';
let path = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'journal-test-'));
  path = join(directory, 'run.journal');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function createdAs(name: string): JournalRecord {
  return { exchange: 'x1', outcome: 'created', id: '7', name, sentAt: null };
}

const REQUEST = { exchange: 'x1', name: 'one', sentAt: '2030-01-01T00:00:00.000Z' };
const SENT: JournalRecord = { ...REQUEST, id: null, outcome: 'unknown' };
const [ONE, TWO] = [createdAs('one'), createdAs('two')] as const;

function write(...records: readonly JournalRecord[]): void {
  const journal = openJournal(path);
  for (const record of records) journal.ended(record);
  journal.close(false);
}

describe('the journal', () => {
  it.each<[title: string, names: readonly string[]]>([
    ['text of any kind', ['one', 'two\nlines, "quoted", \u2028 and 🐕']],
    [
      'texts that are longer than what is read at a time',
      ['🐕'.repeat(50_000), 'short', '\u00e9\u4e2d'.repeat(70_000)],
    ],
  ])('gives back what was written, in its order: %s', (_, names) => {
    write(...names.map(createdAs));
    expect(readJournal(path)).toEqual(names.map(createdAs));
  });

  it('has each record in its file at once, and takes nothing after it was closed', () => {
    const journal = openJournal(path);
    journal.sent(REQUEST);
    expect(readJournal(path)).toEqual([SENT]);
    journal.ended(ONE);
    expect(readJournal(path)).toEqual([SENT, ONE]);
    journal.close(false);
    journal.ended(TWO);
    expect(readJournal(path)).toEqual([SENT, ONE]);
  });

  it('is for its owner alone, where files have such rights', () => {
    write();
    expect(process.platform === 'win32' ? 0 : statSync(path).mode & 0o077).toBe(0);
  });

  it('is never written into a file that exists, nor through a link', () => {
    writeFileSync(path, '');
    expect(() => openJournal(path)).toThrow('EEXIST');
    rmSync(path);
    symlinkSync(join(directory, 'elsewhere'), path);
    expect(() => openJournal(path)).toThrow('EEXIST');
    expect(existsSync(join(directory, 'elsewhere'))).toBe(false);
  });
});

it.each([
  ['a line that a kill cut off', JSON.stringify(TWO).slice(0, -1)],
  ['a line that is no JSON', '{"type":'],
  ['another JSON value', 'null'],
  ['an outcome that no run records', JSON.stringify({ ...TWO, outcome: 'lost' })],
  ['an id that is no text', JSON.stringify({ ...TWO, id: 7 })],
])('%s is left out, and every other line is read', (_, line) => {
  write(ONE);
  appendFileSync(path, `${line}\n${JSON.stringify(TWO)}\n`);
  expect(readJournal(path)).toEqual([ONE, TWO]);
});

describe('a journal on a disk that is full', () => {
  it.each([0, 20])('keeps what was whole, with %i bytes more, and stops each later request', (more) => {
    let room = JSON.stringify(ONE).length + 1 + more;
    const journal = openJournal(path, (descriptor, text) =>
      writeSync(descriptor, Buffer.from(text).subarray(0, room - statSync(path).size)),
    );
    journal.ended(ONE);
    journal.ended(TWO);
    expect(() => journal.sent(REQUEST)).toThrow('cannot be written');
    expect(() => journal.sent(REQUEST)).toThrow(/no space is left/);
    expect(readJournal(path)).toEqual([ONE]);
    // What has happened is recorded if there is room again.
    room = Infinity;
    journal.ended(TWO);
    expect(() => journal.sent(REQUEST)).toThrow('cannot be written');
    journal.close(false);
    expect(readJournal(path)).toEqual([ONE, TWO]);
  });

  it('is lost before a request goes out that may add a pet', () => {
    const journal = openJournal(path, () => 0);
    expect(() => journal.sent(REQUEST)).toThrow('cannot be written');
    journal.close(false);
  });
});

function settled(exchange: string, outcome: JournalRecord['outcome'], id: string | null = null): JournalRecord {
  return { ...SENT, exchange, outcome, id };
}

const sent = (exchange: string): JournalRecord => settled(exchange, 'unknown');

describe('what a journal shows of the pets of a run', () => {
  it.each<[string, readonly JournalRecord[], readonly (readonly [JournalRecord['outcome'], string | null])[]]>([
    ['a pet', [sent('x1'), settled('x1', 'created', '7')], [['created', '7']]],
    ['a claim without an id', [sent('x1'), settled('x1', 'claimed')], [['claimed', null]]],
    ['a request without a result', [sent('x1')], [['unknown', null]]],
    ['a request without a response', [sent('x1'), settled('x1', 'unknown')], [['unknown', null]]],
    [
      'two attempts',
      [sent('x1'), settled('x1', 'unknown'), settled('x1', 'created', '7')],
      [
        ['unknown', null],
        ['created', '7'],
      ],
    ],
    ['a rejected request', [sent('x1'), settled('x1', 'rejected')], []],
    [
      'a rejected request whose pet a list shows',
      [sent('x1'), settled('x1', 'rejected'), settled('x1', 'claimed', '7')],
      [['claimed', '7']],
    ],
    [
      'requests at a time',
      [sent('x1'), sent('x2'), settled('x2', 'created', '8')],
      [
        ['unknown', null],
        ['created', '8'],
      ],
    ],
  ])('%s', (_what, records, expected) => {
    expect(additionsIn(records).map(({ outcome, id }) => [outcome, id])).toEqual(expected);
  });
});
