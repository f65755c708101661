import { describe, expect, it } from 'vitest';
import { HarnessFault, type Judge } from '../../../src/conformance/judge.ts';
import { underJudge } from '../../../src/conformance/under-judge.ts';
import type { TestableId } from '../../../src/contract/requirements.ts';
import { CaseLeft, court } from './fakes.ts';

const finding = { expected: 'this', actual: 'that', answers: [{ exchangeId: 'x1' }] };
const another = { ...finding, answers: [{ exchangeId: 'x2' }] };

/** What is written of a call, without its place. */
function written(cited: readonly TestableId[], call: (judge: Judge) => unknown) {
  const { judge, records } = court(cited);
  call(judge);
  judge.finish();
  return records;
}

const judgement = (fields: object) => [{ type: 'judgement', caseId: 'some/case', judgement: fields }];

describe('a judgement', () => {
  const satisfied = { requirement: 'GET-UNKNOWN', outcome: 'satisfied', expected: 'this', actual: 'that' };
  const evidence = { exchanges: ['x1'], pointer: null, reason: null, supply: null };
  it.each<[title: string, call: (judge: Judge) => unknown, written: object]>([
    ['that holds', (judge) => judge.check('GET-UNKNOWN', true, finding), { ...satisfied, ...evidence }],
    [
      'that does not, with its place in the body',
      (judge) => judge.check('GET-UNKNOWN', false, { ...finding, pointer: '/id' }),
      { outcome: 'violated', expected: 'this', actual: 'that', pointer: '/id', exchanges: ['x1'] },
    ],
    [
      'that is not verified',
      (judge) => judge.notVerified('GET-UNKNOWN', 'No id.', 'An id.', [{ exchangeId: 'x3' }]),
      { outcome: 'not-verified', reason: 'No id.', supply: 'An id.', exchanges: ['x3'] },
    ],
    [
      'that does not apply',
      (judge) => judge.notApplicable('GET-UNKNOWN', 'Removed.'),
      { outcome: 'not-applicable', reason: 'Removed.', supply: null, exchanges: [] },
    ],
  ])('%s', (_, call, fields) => {
    expect(written(['GET-UNKNOWN'], call)).toMatchObject(judgement(fields));
  });

  it.each<[requirement: TestableId, call: (judge: Judge, requirement: TestableId) => unknown, cited: boolean]>([
    ['CREATE-NAMES', (judge, id) => judge.check(id, true, finding), false],
    ['CREATE-NAMES', (judge, id) => judge.notVerified(id, 'why', null), false],
    ['CREATE-NAMES', (judge, id) => judge.everyAnswer(id, true, finding), false],
    ['OPEN-LIST-ORDER', (judge, id) => judge.check(id, false, finding), true],
    ['GET-OK', (judge, id) => judge.observe(id, finding), true],
  ])('of %s is a fault of the suite where it is not cited, or its level is another: %s', (requirement, call, cited) => {
    const { judge, verdicts } = court(cited ? [requirement] : []);
    expect(() => call(judge, requirement)).toThrow(HarnessFault);
    expect(verdicts()).toEqual([]);
  });

  it('of what the contract leaves open is an observation, or none', () => {
    const { judge, verdicts } = court(['OPEN-LIST-ORDER']);
    judge.observe('OPEN-LIST-ORDER', finding);
    judge.notVerified('OPEN-LIST-ORDER', 'why', null);
    judge.notApplicable('OPEN-LIST-ORDER', 'why');
    const outcomes = ['observed', 'not-verified', 'not-applicable'];
    expect(verdicts()).toEqual(outcomes.map((outcome) => `OPEN-LIST-ORDER ${outcome}`));
  });
});

describe('a rule for every answer', () => {
  it('that holds is written once, when the case ends, with all answers', () => {
    const { judge, records } = court();
    judge.everyAnswer('ANSWER-JSON', true, finding);
    judge.everyAnswer('ANSWER-JSON', true, another);
    expect(records).toEqual([]);
    judge.finish();
    judge.finish();
    expect(records).toEqual([{ type: 'kept', caseId: 'some/case', rules: { 'ANSWER-JSON': ['x1', 'x2'] } }]);
  });

  it('that is broken is written at once, whether it held before or not, and may be judged by any case', () => {
    const { judge, records, verdicts } = court();
    judge.everyAnswer('ANSWER-JSON', true, finding);
    judge.everyAnswer('ANSWER-JSON', false, finding);
    expect(records).toMatchObject(judgement({ requirement: 'ANSWER-JSON', outcome: 'violated' }));
    judge.check('ANSWER-MEDIA-TYPE', false, finding);
    expect(verdicts()).toEqual(['ANSWER-JSON violated', 'ANSWER-MEDIA-TYPE violated', 'ANSWER-JSON satisfied']);
  });
});

describe('leaving a case', () => {
  it.each<[call: (judge: Judge) => never, stop: object]>([
    [
      (judge) => judge.stop('No key.', 'A key.', [{ exchangeId: 'x1' }]),
      { outcome: 'not-verified', reason: 'No key.', supply: 'A key.', exchanges: ['x1'] },
    ],
    [
      (judge) => judge.stopNotApplicable('Removed.'),
      { outcome: 'not-applicable', reason: 'Removed.', supply: null, exchanges: [] },
    ],
  ])('is written before the case ends (%#)', async (call, stop) => {
    const { judge, records } = court(['GET-OK']);
    expect(() => call(judge)).toThrow(CaseLeft);
    expect(records).toMatchObject([{ type: 'stopped', ...stop }]);
    const journal = { append: () => undefined, close: () => undefined };
    const judged = await underJudge({ caseId: 'some/case', cited: [], journal }, async (own) => call(own));
    expect(judged).toEqual({ kind: 'left' });
  });

  it('leaves other work as it ends', async () => {
    const options = { caseId: 'some/case', cited: [], journal: { append: () => undefined, close: () => undefined } };
    expect(await underJudge(options, () => Promise.resolve(7))).toEqual({ kind: 'done', result: 7 });
    await expect(underJudge(options, () => Promise.reject(new RangeError('ours')))).rejects.toThrow(RangeError);
  });
});
