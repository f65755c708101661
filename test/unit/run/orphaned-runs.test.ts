import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openReportsFolder } from '../../../src/run/prepare-run.ts';
import type { JournalRecord } from '../../../src/suite/records/records.ts';
import { openJournal, readJournal } from '../../../src/run/journal-file.ts';

let folder = '';
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

function leaveJournal(records: readonly JournalRecord[], name = 'unfinished-abc.journal'): void {
  const journal = openJournal(join(folder, name));
  for (const record of records) journal.ended(record);
  journal.close(false);
}

/** The notes of a run that starts in the folder and ends with a report. */
function notes(): readonly string[] {
  const opened = open();
  opened.journal.close(true);
  return opened.notes;
}

const open = () => openReportsFolder(folder, Date.now());

const KEPT = 'orphaned-abc.journal';

describe('the folder of a run', () => {
  it('is made, and holds the journal until the report is on disk', () => {
    const inner = join(folder, 'a', 'b');
    const { runId, journal } = openReportsFolder(inner, Date.now());
    expect(readdirSync(inner)).toEqual([`unfinished-${runId}.journal`]);
    journal.close(true);
    expect(readdirSync(inner)).toEqual([]);
  });

  it('keeps the journal of a run without a report for the next run', () => {
    const first = open();
    first.journal.sent({ exchange: 'x1', name: 'cfRex', sentAt: null });
    first.journal.close(false);
    expect(notes()).toEqual([expect.stringContaining('one with an unknown id (name "cfRex", outcome unknown)')]);
    expect(readdirSync(folder)).toEqual([`orphaned-${first.runId}.journal`]);
    expect(notes()).toEqual([]);
  });

  it('keeps what an active run adds after a second one started', () => {
    const first = open();
    first.journal.sent({ exchange: 'x1', name: 'cfRex', sentAt: null });
    open().journal.close(true);
    first.journal.ended(settled('x1', 'created', '7'));
    first.journal.close(true);
    expect(readJournal(join(folder, `orphaned-${first.runId}.journal`))).toHaveLength(2);
  });

  it('loses what a killed run wrote of its report, and no file of others', () => {
    mkdirSync(join(folder, '.unfinished-report-aBc123'));
    writeFileSync(join(folder, '.unfinished-report-aBc123', 'report.json'), '{');
    for (const name of ['my-run.journal', 'unfinished-.journal', KEPT]) writeFileSync(join(folder, name), '');
    expect(notes()).toEqual([]);
    expect(readdirSync(folder).toSorted()).toEqual(['my-run.journal', KEPT, 'unfinished-.journal']);
  });
});

describe('the journal of an orphaned run', () => {
  it('is reported once with the pets, and kept', () => {
    leaveJournal(ADDED);
    expect(notes()).toEqual([
      `The run abc has no report: it ended early, or is still active. Pets added: 9007199254740993. ${join(folder, KEPT)} lists them.`,
    ]);
    expect(readJournal(join(folder, KEPT))).toEqual(ADDED);
    expect(notes()).toEqual([]);
  });

  it('has all of a thousand pets, and the note five hundred', () => {
    const ids = Array.from({ length: 1000 }, (_, index) => String(10n ** 17n + BigInt(index)));
    leaveJournal(ids.map((id, index) => settled(`x${index}`, 'created', id)));
    expect(notes()).toEqual([expect.stringContaining(`${ids.slice(0, 500).join(', ')} and 500 more`)]);
    expect(readFileSync(join(folder, KEPT), 'utf8')).toContain(ids.at(-1));
  });

  it('is reported with name and time where the id or the outcome is unknown', () => {
    leaveJournal([settled('x1', 'claimed', '5'), sent('x2')]);
    const pets = `Pets added: none. Pets that may have been added: 5 (name "cf-x1", sent at ${SENT_AT}), one with an unknown id (name "cf-x2", sent at ${SENT_AT}, outcome unknown).`;
    expect(notes()).toEqual([expect.stringContaining(pets)]);
  });

  it('stays without a word until it shows an addition, because its run may be active', () => {
    const first = open();
    first.journal.sent(sent('x1'));
    first.journal.ended(settled('x1', 'rejected'));
    expect(notes()).toEqual([]);
    first.journal.sent(sent('x2'));
    first.journal.close(false);
    expect(notes()).toEqual([expect.stringContaining('cf-x2')]);
  });

  it.each<[what: string, make: (path: string) => unknown]>([
    ['a folder', (path) => mkdirSync(path)],
    ['a link to nothing', (path) => symlinkSync(join(folder, 'other'), path)],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
  ])('is left alone if it is %s', (_, make) => {
    make(join(folder, 'unfinished-abc.journal'));
    expect(notes()).toEqual([expect.stringMatching(/unfinished-abc\.journal (is|cannot|does not) .*It may list pets/)]);
    expect(readdirSync(folder)).toEqual(['unfinished-abc.journal']);
  });
});
