import { describe, expect, it } from 'vitest';
import { createRecords, type RunRecords } from '../../../../src/suite/records/record-store.ts';
import type { RunRecord } from '../../../../src/suite/records/records.ts';
import type { Exchange } from '../../../../src/http/exchange.ts';
import { exchange } from '../../../support/fake-records.ts';

const CASE = 'some/case';

/** An exchange of a case whose response has so many characters. */
function sent(id: string, characters = 10, caseId = CASE): Exchange {
  const text = 'x'.repeat(characters);
  const body = { text, encoding: 'utf8', length: characters, sha256: '', capped: false } as const;
  return { ...exchange(id), caseId, response: { status: 200, headers: [], complete: true, body } };
}

function violation(id: string): RunRecord {
  const texts = { expected: '', actual: '', pointer: null, reason: null, howToResolve: null };
  const judgement = { requirement: 'GET-OK', outcome: 'violated', ...texts, exchanges: [id] } as const;
  return { type: 'rule-violated', caseId: CASE, attempt: 'soak', subject: CASE, judgement };
}

const append = (records: RunRecords, ...exchanges: readonly Exchange[]): void => {
  for (const each of exchanges) records.add({ type: 'exchange', exchange: each });
};

/** Lengths of the response bodies that are kept. */
const lengths = (records: RunRecords): readonly number[] =>
  records
    .all()
    .flatMap((record) => (record.type === 'exchange' ? [record.exchange.response?.body.text.length ?? 0] : []));

it('what is kept is redacted, and a soak keeps violations alone', () => {
  const kept: RunRecord[] = [];
  const stopped = { type: 'stopped', caseId: CASE, outcome: 'not-verified', reason: 'key', exchanges: [] } as const;
  const records = createRecords({
    redact: (record) => (record.type === 'stopped' ? { ...record, reason: '[key]' } : record),
    kept: (record) => void kept.push(record),
  });
  records.add({ ...stopped, attempt: 'first', howToResolve: null });
  records.add({ ...stopped, attempt: 'soak', howToResolve: null });
  records.add(violation('x1'));
  expect(records.all()).toMatchObject([{ type: 'stopped', reason: '[key]' }, violation('x1')]);
  expect(kept).toEqual(records.all());
});

describe('the evidence of a run', () => {
  it('stays complete up to its bound, and after it keeps the beginning of each body', () => {
    const records = createRecords(undefined, 5000);
    append(records, sent('x1', 3000), sent('x2', 3000), sent('x3', 200));
    records.caseEnded(CASE);
    expect(lengths(records)).toEqual([3000, 1024, 200]);
    const second = records.all()[1];
    expect(second).toMatchObject({ exchange: { id: 'x2', response: { body: { capped: true } } } });
  });

  it('has a bound of its own for what shows a violation', () => {
    const records = createRecords(undefined, 5000);
    append(records, sent('x1', 4000), sent('x2', 4000), sent('x3', 4000));
    records.add(violation('x2'));
    records.caseEnded(CASE);
    expect(lengths(records)).toEqual([4000, 4000, 1024]);
  });

  it('of the cases that have not ended is omitted, except what shows a violation', () => {
    const records = createRecords();
    const [first, violating, other] = [sent('x1'), sent('x2'), sent('x3', 10, 'other/case')];
    append(records, first, violating, other);
    records.add(violation('x2'));
    records.omitSoak();
    expect(records.all()).toEqual([
      { type: 'omitted', exchange: 'x1', operation: 'listPets' },
      { type: 'exchange', exchange: violating },
      { type: 'omitted', exchange: 'x3', operation: 'listPets' },
      violation('x2'),
    ]);
  });

  it('of a case that has ended stays, and so does what a violation shows later', () => {
    const records = createRecords();
    const [ended, open] = [sent('x1'), sent('x2')];
    append(records, ended);
    records.caseEnded(CASE);
    append(records, open);
    records.add(violation('x1'));
    records.omitSoak();
    expect(records.all().slice(0, 2)).toEqual([
      { type: 'exchange', exchange: ended },
      { type: 'omitted', exchange: 'x2', operation: 'listPets' },
    ]);
  });

  it('that is not omitted belongs to cases that have ended, so its bound applies', () => {
    const records = createRecords(undefined, 5000);
    append(records, sent('x1', 4000), sent('x2', 4000), sent('x3', 4000));
    for (const id of ['x1', 'x2']) records.add(violation(id));
    records.omitSoak();
    expect(lengths(records)).toEqual([4000, 1024]);
    records.omitSoak();
    records.caseEnded(CASE);
    expect(lengths(records)).toEqual([4000, 1024]);
  });
});
