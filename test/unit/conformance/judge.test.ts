import { describe, expect, it } from 'vitest';
import { HarnessFault } from '../../../src/conformance/judge.ts';
import { CaseLeft, court } from './fakes.ts';

const finding = { expected: 'this', actual: 'that', answers: [{ exchangeId: 'x1' }] };

describe('a check', () => {
  it('is satisfied where it holds and violated where it does not, and says which', () => {
    const { judge, verdicts } = court(['GET-OK', 'GET-SAME']);
    expect(judge.check('GET-OK', true, finding)).toBe(true);
    expect(judge.check('GET-SAME', false, finding)).toBe(false);
    expect(verdicts()).toEqual(['GET-OK satisfied', 'GET-SAME violated']);
  });

  it('is written at once, with its evidence', () => {
    const { judge, records } = court(['GET-UNKNOWN']);
    judge.check('GET-UNKNOWN', false, { ...finding, pointer: '/id' });
    expect(records).toMatchObject([
      {
        type: 'judgement',
        caseId: 'some/case',
        judgement: { expected: 'this', actual: 'that', pointer: '/id', exchanges: ['x1'], reason: null },
      },
    ]);
  });

  it('has no pointer where it names none', () => {
    const { judge, judgements } = court(['GET-UNKNOWN']);
    judge.check('GET-UNKNOWN', true, finding);
    expect(judgements()[0]?.pointer).toBeNull();
  });
});

describe('what a case may judge', () => {
  it('is what it cites, and nothing else', () => {
    const { judge, records } = court(['GET-UNKNOWN']);
    expect(() => judge.check('CREATE-NAMES', true, finding)).toThrow(HarnessFault);
    expect(() => judge.notVerified('CREATE-NAMES', 'why', null)).toThrow(HarnessFault);
    expect(() => judge.notApplicable('CREATE-NAMES', 'why')).toThrow(HarnessFault);
    expect(records).toEqual([]);
  });

  it('is what holds for every answer too, cited or not', () => {
    const { judge, verdicts } = court();
    judge.check('ANSWER-JSON', false, finding);
    expect(verdicts()).toEqual(['ANSWER-JSON violated']);
  });

  it('is not a rule for every answer that the case does not cite and the table does not name so', () => {
    const broken = court();
    expect(() => broken.judge.everyAnswer('CREATE-NAMES', false, finding)).toThrow(HarnessFault);
    const held = court();
    expect(() => held.judge.everyAnswer('CREATE-NAMES', true, finding)).toThrow(HarnessFault);
  });
});

describe('levels', () => {
  it('what the contract leaves open is observed only', () => {
    const { judge, verdicts } = court(['OPEN-LIST-ORDER']);
    expect(() => judge.check('OPEN-LIST-ORDER', false, finding)).toThrow(HarnessFault);
    expect(() => judge.check('OPEN-LIST-ORDER', true, finding)).toThrow(HarnessFault);
    judge.observe('OPEN-LIST-ORDER', finding);
    judge.notVerified('OPEN-LIST-ORDER', 'why', null);
    judge.notApplicable('OPEN-LIST-ORDER', 'why');
    expect(verdicts()).toEqual([
      'OPEN-LIST-ORDER observed',
      'OPEN-LIST-ORDER not-verified',
      'OPEN-LIST-ORDER not-applicable',
    ]);
  });

  it.each(['GET-OK', 'DEPRECATION-SUNSET'] as const)('%s is judged and never observed', (requirement) => {
    const { judge, verdicts } = court([requirement]);
    expect(() => judge.observe(requirement, finding)).toThrow(HarnessFault);
    judge.check(requirement, false, finding);
    expect(verdicts()).toEqual([`${requirement} violated`]);
  });
});

describe('what stays open', () => {
  it('is not verified, with the reason and what to supply', () => {
    const { judge, judgements } = court(['GET-UNKNOWN']);
    judge.notVerified('GET-UNKNOWN', 'No id.', 'An id.', [{ exchangeId: 'x3' }]);
    expect(judgements()).toMatchObject([
      { outcome: 'not-verified', reason: 'No id.', supply: 'An id.', exchanges: ['x3'] },
    ]);
  });

  it('is not applicable, with the reason alone', () => {
    const { judge, judgements } = court(['GET-UNKNOWN']);
    judge.notApplicable('GET-UNKNOWN', 'Removed.');
    expect(judgements()).toMatchObject([
      { outcome: 'not-applicable', reason: 'Removed.', supply: null, exchanges: [] },
    ]);
  });
});

describe('leaving a case', () => {
  it('is written before the case ends', () => {
    const { judge, stop } = court(['GET-OK']);
    expect(() => judge.stop('No key.', 'A key.', [{ exchangeId: 'x1' }])).toThrow(new CaseLeft('No key.'));
    expect(stop()).toMatchObject({ outcome: 'not-verified', reason: 'No key.', supply: 'A key.', exchanges: ['x1'] });
  });

  it('may be for a reason that leaves nothing to verify', () => {
    const { judge, stop } = court(['GET-OK']);
    expect(() => judge.stopNotApplicable('Removed.')).toThrow(CaseLeft);
    expect(stop()).toMatchObject({ outcome: 'not-applicable', reason: 'Removed.', supply: null });
  });
});

describe('a rule for every answer', () => {
  it('that is broken is written at once', () => {
    const { judge, records } = court();
    expect(judge.everyAnswer('ANSWER-JSON', false, finding)).toBe(false);
    expect(records).toMatchObject([{ judgement: { requirement: 'ANSWER-JSON', outcome: 'violated' } }]);
  });

  it('that holds is written once, when the case ends, with all answers', () => {
    const { judge, records, judgements } = court();
    expect(judge.everyAnswer('ANSWER-JSON', true, finding)).toBe(true);
    judge.everyAnswer('ANSWER-JSON', true, { ...finding, answers: [{ exchangeId: 'x2' }] });
    expect(records).toEqual([]);
    expect(judgements()).toMatchObject([{ outcome: 'satisfied', exchanges: ['x1', 'x2'] }]);
    expect(records).toEqual([{ type: 'kept', caseId: 'some/case', rules: { 'ANSWER-JSON': ['x1', 'x2'] } }]);
  });

  it('that holds is a judgement where the case cites it', () => {
    const { judge, records } = court(['GET-OK']);
    judge.everyAnswer('GET-OK', true, finding);
    judge.everyAnswer('GET-OK', true, { ...finding, answers: [{ exchangeId: 'x2' }] });
    judge.finish();
    expect(records).toMatchObject([
      { type: 'judgement', judgement: { requirement: 'GET-OK', outcome: 'satisfied', exchanges: ['x1', 'x2'] } },
    ]);
  });

  it('that held before it was broken does not hide the violation', () => {
    const { judge, verdicts } = court();
    judge.everyAnswer('ANSWER-JSON', true, finding);
    judge.everyAnswer('ANSWER-JSON', false, finding);
    expect(verdicts()).toEqual(['ANSWER-JSON violated', 'ANSWER-JSON satisfied']);
  });

  it('is not written a second time by a second end', () => {
    const { judge, verdicts } = court();
    judge.everyAnswer('ANSWER-JSON', true, finding);
    judge.finish();
    expect(verdicts()).toHaveLength(1);
  });

  it('leaves nothing where nothing was judged', () => {
    expect(court(['GET-OK']).verdicts()).toEqual([]);
  });
});
