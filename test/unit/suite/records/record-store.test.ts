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
  return { type: 'rule-violated', caseId: CASE, judgement };
}

const append = (records: RunRecords, ...exchanges: readonly Exchange[]): void => {
  for (const each of exchanges) records.append({ type: 'exchange', exchange: each });
};

/** Lengths of the response bodies that are kept. */
const lengths = (records: RunRecords): readonly number[] =>
  records
    .all()
    .flatMap((record) => (record.type === 'exchange' ? [record.exchange.response?.body.text.length ?? 0] : []));

describe('the evidence of a run', () => {
  it('stays complete up to its bound, and after it keeps the beginning of each body', () => {
    const records = createRecords(5000);
    append(records, sent('x1', 3000), sent('x2', 3000), sent('x3', 200));
    records.caseEnded(CASE);
    expect(lengths(records)).toEqual([3000, 1024, 200]);
    const second = records.all()[1];
    expect(second).toMatchObject({ exchange: { id: 'x2', response: { body: { capped: true } } } });
  });

  it('has a bound of its own for what shows a violation', () => {
    const records = createRecords(5000);
    append(records, sent('x1', 4000), sent('x2', 4000), sent('x3', 4000));
    records.append(violation('x2'));
    records.caseEnded(CASE);
    expect(lengths(records)).toEqual([4000, 4000, 1024]);
  });

  it('of a soak is left out, since its case started', () => {
    const records = createRecords();
    const [first, violating, other] = [sent('x1'), sent('x2'), sent('x1', 10, 'other/case')];
    append(records, first, violating, other);
    records.append(violation('x2'));
    records.omit(CASE);
    expect(records.all().slice(0, 3)).toEqual([
      { type: 'omitted', exchange: 'x1', operation: 'listPets' },
      { type: 'exchange', exchange: violating },
      { type: 'exchange', exchange: other },
    ]);
  });
});
