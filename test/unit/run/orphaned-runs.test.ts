import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { additionsIn, clearOrphanedRuns } from '../../../src/run/orphaned-runs.ts';
import { type JournalRecord, openJournal } from '../../../src/suite/records/journal.ts';
import { resultOf, startProcess } from '../../../lab/child-process.ts';

let folder = '';
const NOW = 1_900_000_000_000;
const SENT_AT = '2030-01-01T00:00:00.000Z';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orphaned-runs-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function sent(exchange: string): JournalRecord {
  return { exchange, outcome: 'unknown', id: null, name: `cf-${exchange}`, sentAt: SENT_AT };
}

function settled(exchange: string, outcome: JournalRecord['outcome'], id: string | null = null): JournalRecord {
  return { ...sent(exchange), outcome, id };
}

const ADDED = [sent('x1'), settled('x1', 'created', '9007199254740993')];
const NAME = 'unfinished-abc-77-5.journal';

function leaveJournal(records: readonly JournalRecord[] = ADDED, name = NAME): void {
  const journal = openJournal(join(folder, name));
  for (const record of records) journal.settled(record);
  journal.close();
}

function clear(): readonly string[] {
  return clearOrphanedRuns(folder, readdirSync(folder), NOW);
}

const temporary = (start: string): string => `.report.json.${start}bc430-9c3a-11d9-9669-0800200c9a66.tmp`;

const listed = (): string => readFileSync(join(folder, 'orphaned-runs.txt'), 'utf8');

describe('what a run without a report left', () => {
  it('is listed with the pets that it added, and removed', () => {
    leaveJournal();
    expect(clear()).toEqual([
      `An earlier run ended without a report. Pets added: 9007199254740993. They are listed in ${join(folder, 'orphaned-runs.txt')}.`,
    ]);
    expect(listed()).toBe('abc: Pets added: 9007199254740993.\n');
    expect(statSync(join(folder, 'orphaned-runs.txt')).mode & 0o077).toBe(0);
    expect(readdirSync(folder)).toEqual(['orphaned-runs.txt']);
    expect(clear()).toEqual([]);
    leaveJournal(ADDED, 'unfinished-def.journal');
    clear();
    expect(listed().split('\n')).toEqual([
      'abc: Pets added: 9007199254740993.',
      'def: Pets added: 9007199254740993.',
      '',
    ]);
  });

  it('is listed to the last of a thousand pets', () => {
    const ids = Array.from({ length: 1000 }, (_, index) => String(10n ** 17n + BigInt(index)));
    leaveJournal(ids.map((id, index) => settled(`x${index}`, 'created', id)));
    const [note] = clear();
    expect(listed()).toContain(ids.join(', '));
    expect(note).toContain(`${ids.slice(0, 500).join(', ')} and 500 more`);
  });

  it('is listed with name and time where the id or the outcome is unknown', () => {
    leaveJournal([settled('x1', 'claimed', '5'), sent('x2')]);
    clear();
    expect(listed()).toBe(
      `abc: Pets added: none. Pets that may have been added: 5 (name "cf-x1", sent at ${SENT_AT}), one with an unknown id (name "cf-x2", sent at ${SENT_AT}, outcome unknown).\n`,
    );
  });

  it('is removed without a word if it added nothing', () => {
    leaveJournal([sent('x1'), settled('x1', 'rejected')]);
    expect(clear()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[what: string, block: (path: string) => unknown]>([
    ['a folder', (path) => mkdirSync(path)],
    ['a link', (path) => symlinkSync(join(folder, 'other'), path)],
    ['a second name of another file', (path) => linkSync(join(folder, 'other'), path)],
    ['a pipe', async (path) => expect(await resultOf(startProcess('mkfifo', [path]))).toMatchObject({ code: 0 })],
  ])('stays in its journal while the list is %s', async (_, block) => {
    writeFileSync(join(folder, 'other'), 'of someone else');
    await block(join(folder, 'orphaned-runs.txt'));
    leaveJournal();
    expect(clear()).toEqual([expect.stringMatching(/9007199254740993\. Its journal .* is kept/)]);
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('of someone else');
    expect(readdirSync(folder)).toContain(NAME);
  });

  it('is kept where its journal is damaged, and what can be read is listed', () => {
    writeFileSync(join(folder, NAME), `{"type":\n${JSON.stringify(ADDED[1])}\n`);
    expect(clear()).toEqual([
      expect.stringContaining('9007199254740993'),
      expect.stringContaining(`is damaged. It is kept as ${join(folder, NAME)}.damaged`),
    ]);
    expect(readdirSync(folder)).toEqual(['orphaned-runs.txt', `${NAME}.damaged`]);
    expect(clear()).toEqual([]);
  });

  it('is kept where its journal is no file', () => {
    mkdirSync(join(folder, NAME));
    expect(clear()).toEqual([expect.stringContaining('is damaged')]);
  });

  it('of a dead process is removed, and nothing else', () => {
    const [past, future, fresh] = [temporary('6e8'), temporary('7e8'), temporary('8e8')];
    for (const name of [past, future, fresh, 'report.json', 'my-run.journal']) writeFileSync(join(folder, name), '');
    for (const [name, seconds] of [
      [past, -3_600],
      [future, 1e9],
      [fresh, 0],
      ['report.json', -3_600],
    ] as const)
      utimesSync(join(folder, name), NOW / 1000 + seconds, NOW / 1000 + seconds);
    expect(clear()).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([fresh, 'my-run.journal', 'report.json']);
  });
});

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
