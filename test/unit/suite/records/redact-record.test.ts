import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../../src/suite/records/records.ts';
import { redactRecord } from '../../../../src/suite/records/run-redactor.ts';
import { describeValue } from '../../../../src/contract/describe.ts';
import { createRedactor } from '../../../../src/http/redaction.ts';

function redacted(record: RunRecord, key: string): RunRecord {
  return redactRecord(createRedactor([{ value: key, label: '[key]' }]))(record);
}

const TEXT = 'canary-key-8842';
const DIGITS = '1234567890123';
const caseId = 'some/case';
const pet = { id: '7', name: null, caseId, exchange: 'x1', intended: true, sentAt: null, outcome: 'created' } as const;
const judgement = (expected: string, actual: string, pointer: string) => ({
  type: 'judgement' as const,
  caseId,
  attempt: 'first' as const,
  judgement: {
    requirement: 'CREATE-KEEPS-NAME' as const,
    outcome: 'violated' as const,
    expected,
    actual,
    pointer,
    exchanges: ['x1'],
    reason: null,
    howToResolve: null,
  },
});

const stopped = (reason: string): RunRecord => ({
  type: 'stopped',
  caseId,
  attempt: 'first',
  outcome: 'not-verified',
  reason,
  howToResolve: null,
  exchanges: [],
});

describe('a redacted record', () => {
  it.each<[title: string, key: string, before: RunRecord, after: RunRecord]>([
    ['a judgement', TEXT, judgement(`is ${TEXT}`, `x${TEXT}`, `/${TEXT}`), judgement('is [key]', 'x[key]', '/[key]')],
    [
      'a violated rule',
      TEXT,
      { ...judgement('this', TEXT, ''), type: 'rule-violated', subject: '7' },
      { ...judgement('this', '[key]', ''), type: 'rule-violated', subject: '7' },
    ],
    [
      'a quote that was cut short',
      TEXT,
      judgement('', describeValue(`${'x'.repeat(80)}${TEXT}`), `/${TEXT.slice(0, 7)}…`),
      judgement('', `the string "${'x'.repeat(80)}[key]… (95 characters)`, '/[key]…'),
    ],
    ['why a case stopped', TEXT, stopped(`It said ${TEXT}.`), stopped('It said [key].')],
    [
      'an id that is a key of digits',
      DIGITS,
      { type: 'addition', addition: { ...pet, id: DIGITS } },
      { type: 'addition', addition: { ...pet, id: null } },
    ],
  ])('takes the key out of %s, and nothing else', (_, key, before, after) => {
    expect(redacted(before, key)).toEqual(after);
    expect(redacted(before, 'another-key-1')).toEqual(before);
  });
});
