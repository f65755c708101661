import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeLeftBehind, leftBehindIn } from '../../../src/run/orphaned-run-report.ts';
import { type JournalRecord, openJournal, readJournal } from '../../../src/suite/journal.ts';

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
    expect(leftBehindIn(records)).toEqual({ requests: 1, added, unsettled });
  });

  it('is the same when it is read from the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'left-behind-'));
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
    expect(leftBehindIn(readJournal(path))).toEqual({ requests: 4, added: ['9007199254740993'], unsettled: 1 });
    rmSync(folder, { recursive: true });
  });

  it('is said in a few words, with as many pets as there is room for', () => {
    const left = { requests: 9, added: ['1', null, '3'], unsettled: 2 };
    expect(describeLeftBehind(left, 2)).toBe(
      'It had sent 9 requests and added these pets: 1, one whose id is not known and 1 more; of 2 more additions nobody knows whether they were made.',
    );
    expect(describeLeftBehind({ requests: 0, added: [], unsettled: 0 })).toBe(
      'It had sent 0 requests and added no pet that is known.',
    );
  });
});
