import { describe, expect, it } from 'vitest';
import { describeLeftBehind, leftBehindIn } from '../../../src/cli/left-behind.ts';
import type { JournalRecord } from '../../../src/conformance/journal.ts';
import { exampleReport } from '../../../src/report/example-report.ts';
import type { Exchange } from '../../../src/target/exchange.ts';

const [example] = exampleReport().exchanges;

function sent(exchange: string, method = 'POST'): JournalRecord {
  return { type: 'sent', exchange, caseId: 'a/b', method, url: 'http://a/v1/pets', at: 'now' };
}

function answered(id: string, status: number, text = ''): JournalRecord {
  if (example === undefined) throw new Error('The example holds no exchange.');
  const body = { text, encoding: 'utf8' as const, length: text.length, sha256: '', capped: false };
  const exchange: Exchange = { ...example, id, response: { status, headers: [], body, complete: true } };
  return { type: 'exchange', exchange };
}

function created(exchange: string, id: string | null): JournalRecord {
  return { type: 'created', animal: { id, name: null, caseId: 'a/b', exchange, intended: true } };
}

describe('what a journal tells of a run that never reported', () => {
  it.each<[string, readonly JournalRecord[], readonly (string | null)[], number]>([
    ['an animal that was noted', [sent('x1'), answered('x1', 201, '{}'), created('x1', '7')], ['7'], 0],
    ['one whose answer was all that could be noted', [sent('x1'), answered('x1', 201, '{"id": 12}')], ['12'], 0],
    ['one whose answer gave no id', [sent('x1'), answered('x1', 201, '{}')], [null], 0],
    ['an addition without an answer', [sent('x1')], [], 1],
    ['an addition that a server error answered', [sent('x1'), answered('x1', 500, '{}')], [], 1],
    ['a refused addition', [sent('x1'), answered('x1', 400, '{}')], [], 0],
    ['a request that adds nothing', [sent('x1', 'GET')], [], 0],
    ['an animal that another method added', [sent('x1', 'PUT'), created('x1', '7')], ['7'], 0],
  ])('counts %s', (_what, records, added, unsettled) => {
    expect(leftBehindIn(records)).toEqual({ requests: 1, added, unsettled });
  });

  it('is said in a few words, with as many animals as there is room for', () => {
    const left = { requests: 9, added: ['1', null, '3'], unsettled: 2 };
    expect(describeLeftBehind(left, 2)).toBe(
      'It had sent 9 requests and added these animals: 1, one whose id is not known and 1 more; of 2 more additions nobody knows whether they were made.',
    );
    expect(describeLeftBehind({ requests: 0, added: [], unsettled: 0 })).toBe(
      'It had sent 0 requests and added no animal that is known.',
    );
  });
});
