import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  clearOrphanedRuns,
  describeOrphanedRun,
  isAliveHere,
  orphanedRunIn,
  runIdFor,
} from '../../../src/run/orphaned-runs.ts';
import { type JournalRecord, openJournal, readJournal } from '../../../src/suite/journal.ts';

let folder = '';
const NOW = 1_900_000_000_000;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orphaned-runs-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function leaveJournal(processId: number): void {
  const journal = openJournal(join(folder, `run-${runIdFor(NOW, processId)}.journal`));
  const pet = { id: '9007199254740993', name: 'cfRex', caseId: 'a/b', exchange: 'x1', intended: true };
  journal.append({ type: 'sent', exchange: 'x1', method: 'POST' });
  journal.append({ type: 'created', pet });
  journal.close();
}

const nobody = (): boolean => false;

describe('what a killed run has left', () => {
  it('is told with the pets that it added, and cleared away', () => {
    leaveJournal(77);
    const told = clearOrphanedRuns(folder, NOW, nobody);
    const file = join(folder, 'orphaned-runs.txt');
    expect(told).toEqual([
      `An earlier run was killed before it could report. It had sent 1 requests and added these pets: 9007199254740993. They are listed in ${file}.`,
    ]);
    expect(readFileSync(file, 'utf8')).toMatch(/^run-\w+-77\.journal: It had sent 1 requests .* 9007199254740993\.\n$/);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(folder)).toEqual(['orphaned-runs.txt']);
    expect(clearOrphanedRuns(folder, NOW, nobody)).toEqual([]);
    leaveJournal(78);
    clearOrphanedRuns(folder, NOW, nobody);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
  });

  it('keeps its journal where the pets cannot be listed', () => {
    leaveJournal(77);
    mkdirSync(join(folder, 'orphaned-runs.txt'));
    expect(clearOrphanedRuns(folder, NOW, nobody)[0]).toMatch(/9007199254740993\. Its journal .* is kept/);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('is left alone while its process goes on, and is nothing where there is no folder', () => {
    leaveJournal(77);
    expect(clearOrphanedRuns(folder, NOW, (processId) => processId === 77)).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(clearOrphanedRuns(join(folder, 'none'), NOW, nobody)).toEqual([]);
  });

  it('is told too where its journal is no journal', () => {
    writeFileSync(join(folder, 'run-abc.journal'), '{"type":\n{}\n');
    expect(clearOrphanedRuns(folder, NOW, nobody)[0]).toContain('journal cannot be read');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that nobody writes any more is cleared away, and nothing else', () => {
    const abandoned = '.report.json.6e8bc430-9c3a-11d9-9669-0800200c9a66.tmp';
    const fresh = '.junit.xml.6e8bc430-9c3a-11d9-9669-0800200c9a66.tmp';
    for (const name of [abandoned, fresh, 'report.json', 'my-run.journal']) writeFileSync(join(folder, name), '');
    for (const name of [fresh, 'report.json']) utimesSync(join(folder, name), NOW / 1000, NOW / 1000);
    utimesSync(join(folder, abandoned), NOW / 1000 - 3_600, NOW / 1000 - 3_600);
    expect(clearOrphanedRuns(folder, NOW, nobody)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([fresh, 'my-run.journal', 'report.json']);
  });
});

it('a process is alive where the system knows it; this one has left nothing yet', () => {
  expect([isAliveHere(process.ppid), isAliveHere(process.pid)]).toEqual([true, false]);
});

it('runs of one process that begin at the same moment have ids of their own', () => {
  const ids = Array.from({ length: 100 }, () => runIdFor(NOW, 77));
  expect(new Set(ids).size).toBe(100);
});

function sent(exchange: string, method = 'POST'): JournalRecord {
  return { type: 'sent', exchange, method };
}

function answered(exchange: string, status: number | null): JournalRecord {
  return { type: 'response', exchange, status };
}

function created(exchange: string, id: string | null): JournalRecord {
  return { type: 'created', pet: { id, name: null, caseId: 'a/b', exchange, intended: true } };
}

describe('what a journal tells of a run that never reported', () => {
  it.each<[string, readonly JournalRecord[], readonly (string | null)[], number]>([
    ['a pet that was noted', [sent('x1'), answered('x1', 201), created('x1', '7')], ['7'], 0],
    ['a pet whose response gave no id', [sent('x1'), answered('x1', 201), created('x1', null)], [null], 0],
    ['an accepted addition of which no pet was noted', [sent('x1'), answered('x1', 201)], [], 1],
    ['an addition that was sent', [sent('x1')], [], 1],
    ['an addition that had no response', [sent('x1'), answered('x1', null)], [], 1],
    ['an addition that a server error answered', [sent('x1'), answered('x1', 500)], [], 1],
    ['an addition that a redirect answered', [sent('x1'), answered('x1', 302)], [], 0],
    ['a rejected addition', [sent('x1'), answered('x1', 400)], [], 0],
    ['a request that adds nothing', [sent('x1', 'GET')], [], 0],
    ['a pet that another method added', [sent('x1', 'PUT'), created('x1', '7')], ['7'], 0],
    ['a pet once that two cases found', [sent('x1'), created('x1', '7'), created('x1', '7')], ['7'], 0],
  ])('counts %s', (_what, records, added, unsettled) => {
    expect(orphanedRunIn(records)).toEqual({ requests: 1, added, unsettled });
  });

  it('is the same when it is read from the file', () => {
    const path = join(folder, 'run-1.journal');
    const journal = openJournal(path);
    const records = [
      sent('x1', 'GET'),
      sent('x2'),
      answered('x2', 201),
      created('x2', '9007199254740993'),
      sent('x3'),
      answered('x3', 400),
      sent('x4'),
    ];
    for (const record of records) journal.append(record);
    journal.close();
    expect(readJournal(path)).toEqual(records);
    expect(orphanedRunIn(readJournal(path))).toEqual({ requests: 4, added: ['9007199254740993'], unsettled: 1 });
  });

  it('is said in a few words, with as many pets as there is room for', () => {
    const left = { requests: 9, added: ['1', null, '3'], unsettled: 2 };
    expect(describeOrphanedRun(left, 2)).toBe(
      'It had sent 9 requests and added these pets: 1, one with an unknown id and 1 more. Whether 2 more additions were stored is unknown.',
    );
    expect(describeOrphanedRun({ requests: 0, added: [], unsettled: 0 })).toBe(
      'It had sent 0 requests and added no known pet.',
    );
  });
});
