import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../src/conformance/journal.ts';
import { redactingJournal } from '../../../src/conformance/redacting-journal.ts';
import { createRedactor } from '../../../src/target/redaction.ts';

function written(record: JournalRecord, key: string): string {
  const records: JournalRecord[] = [];
  const journal = { append: (each: JournalRecord) => void records.push(each), close: () => undefined };
  redactingJournal(journal, createRedactor([{ value: key, label: '[key]' }])).append(record);
  return JSON.stringify(records[0]);
}

const TEXT = 'canary-key-8842';
const DIGITS = '1234567890123';
const caseId = 'some/case';
const animal = { id: '7', name: null, caseId, exchange: 'x1', intended: true };
const judgement = (expected: string, actual: string, pointer: string): JournalRecord => ({
  type: 'judgement',
  caseId,
  judgement: {
    requirement: 'CREATE-KEEPS-NAME',
    outcome: 'violated',
    expected,
    actual,
    pointer,
    exchanges: ['x1'],
    callSite: 'specs/some.spec.ts:1',
    reason: null,
    supply: null,
  },
});

describe('a redacting journal', () => {
  it.each<[title: string, key: string, before: JournalRecord, after: JournalRecord]>([
    ['a judgement', TEXT, judgement(`is ${TEXT}`, `x${TEXT}`, `/${TEXT}`), judgement('is [key]', 'x[key]', '/[key]')],
    [
      'an id that is a key of digits',
      DIGITS,
      { type: 'created', animal: { ...animal, id: DIGITS } },
      { type: 'created', animal: { ...animal, id: null } },
    ],
  ])('takes the key out of %s, and nothing else', (_, key, before, after) => {
    expect(written(before, key)).toBe(JSON.stringify(after));
    expect(written(before, 'another-key-1')).toBe(JSON.stringify(before));
  });
});
