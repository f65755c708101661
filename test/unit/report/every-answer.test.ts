import { describe, expect, it } from 'vitest';
import type { JournalRecord, KeptRules } from '../../../src/conformance/journal.ts';
import { everyAnswerCases } from '../../../src/report/every-answer.ts';
import { foldChecks } from '../../../src/report/fold-checks.ts';
import type { OperationId } from '../../../src/target/exchange.ts';
import { caseEnd, exchange, judged } from '../../support/fake-records.ts';

function sent(id: string, operation: OperationId): JournalRecord {
  return { type: 'exchange', exchange: { ...exchange(id), operation } };
}

function kept(rules: KeptRules, caseId = 'some/case'): JournalRecord {
  return { type: 'kept', caseId, rules };
}

const answers = [sent('x1', 'listPets'), sent('x2', 'listPets'), sent('x3', 'getPet')];

describe('rules for every answer', () => {
  it('come to one check for each rule and operation, whichever case sent the request', () => {
    const records = [
      ...answers,
      kept({ 'ANSWER-JSON': ['x1', 'x3'], 'PETS-ARRAY': ['x1'] }),
      kept({ 'ANSWER-JSON': ['x2'] }, 'other/case'),
    ];
    const checks = foldChecks(records, []);
    expect(checks.map(({ id, outcome, exchanges, judgements }) => [id, outcome, exchanges, judgements])).toEqual([
      ['every-answer/listPets#ANSWER-JSON', 'satisfied', ['x1', 'x2'], 2],
      ['every-answer/getPet#ANSWER-JSON', 'satisfied', ['x3'], 1],
      ['every-answer/listPets#PETS-ARRAY', 'satisfied', ['x1'], 1],
    ]);
    expect(everyAnswerCases(checks).map(({ id }) => id)).toEqual(['every-answer/listPets', 'every-answer/getPet']);
  });

  it('are violated by one answer that breaks them, and name the others that do', () => {
    const records = [
      ...answers,
      kept({ 'ANSWER-JSON': ['x1'] }),
      judged('ANSWER-JSON', 'violated', { exchanges: ['x2'], actual: 'the first' }),
      judged('ANSWER-JSON', 'violated', { exchanges: ['x1'], actual: 'the second' }, 'other/case'),
    ];
    expect(foldChecks(records, [])).toMatchObject([
      {
        id: 'every-answer/listPets#ANSWER-JSON',
        outcome: 'violated',
        actual: 'the first',
        exchanges: ['x2'],
        furtherViolations: ['x1'],
        judgements: 3,
        violations: 2,
      },
    ]);
  });

  it('belong to the case that cites them', () => {
    const records = [...answers, judged('ANSWER-JSON', 'violated', { exchanges: ['x2'] })];
    expect(foldChecks(records, [caseEnd(['ANSWER-JSON'])])).toMatchObject([
      { id: 'some/case#ANSWER-JSON', outcome: 'violated' },
    ]);
  });

  it('stay with their case where it left them unsettled', () => {
    const records = [...answers, judged('LIST-LIMIT-MAX', 'not-verified')];
    expect(foldChecks(records, [caseEnd(['GET-OK'], 'pending')])).toMatchObject([
      { id: 'some/case#LIST-LIMIT-MAX', outcome: 'not-verified' },
      { id: 'some/case#GET-OK' },
    ]);
  });

  it('are of no operation where the exchange is not known', () => {
    expect(foldChecks([kept({ 'ANSWER-JSON': ['x9'] })], [])).toMatchObject([
      { id: 'every-answer/other#ANSWER-JSON', outcome: 'satisfied' },
    ]);
    expect(everyAnswerCases([])).toEqual([]);
  });
});
