import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../src/conformance/journal.ts';
import type { Judgement } from '../../../src/conformance/judgement.ts';
import { redactingJournal } from '../../../src/conformance/redacting-journal.ts';
import { createRedactor } from '../../../src/target/redaction.ts';

const KEY = 'canary-key-8842';
const redactor = createRedactor([{ value: KEY, label: '[key]' }]);

function written(record: JournalRecord): string {
  const records: JournalRecord[] = [];
  const journal = redactingJournal({ append: (each) => void records.push(each), close: () => undefined }, redactor);
  journal.append(record);
  return JSON.stringify(records);
}

function judgementOf(text: string): Judgement {
  return {
    requirement: 'CREATE-KEEPS-NAME',
    outcome: 'violated',
    expected: `the name ${text}`,
    actual: `the name x${text}`,
    pointer: `/${text}`,
    exchanges: ['x1'],
    callSite: 'specs/some.spec.ts:1',
    reason: null,
    supply: null,
  };
}

describe('a redacting journal', () => {
  it.each<JournalRecord>([
    { type: 'judgement', caseId: 'some/case', judgement: judgementOf(KEY) },
    {
      type: 'stopped',
      caseId: 'some/case',
      outcome: 'not-verified',
      reason: `It said ${KEY}.`,
      supply: null,
      exchanges: [],
    },
    { type: 'created', animal: { id: '1', name: KEY, caseId: 'some/case', exchange: 'x1', intended: true } },
  ])('takes the key out of a record of the type $type', (record) => {
    expect(written(record)).toContain('[key]');
    expect(written(record)).not.toContain(KEY);
  });

  it('keeps no id that is a key of digits', () => {
    const records: JournalRecord[] = [];
    const digits = '1234567890123';
    const journal = redactingJournal(
      { append: (record) => void records.push(record), close: () => undefined },
      createRedactor([{ value: digits, label: '[key]' }]),
    );
    const animal = { id: digits, name: null, caseId: 'some/case', exchange: 'x1', intended: true };
    journal.append({ type: 'created', animal });
    journal.append({ type: 'created', animal: { ...animal, id: '7' } });
    expect(records).toMatchObject([{ animal: { id: null } }, { animal: { id: '7' } }]);
  });

  it('leaves everything else as it is', () => {
    const record: JournalRecord = { type: 'judgement', caseId: 'some/case', judgement: judgementOf('Rex') };
    expect(written(record)).toBe(JSON.stringify([record]));
  });
});
