import { describe, expect, it } from 'vitest';
import { CaseStopped, createJudge, HarnessFault, type Judge } from '../../../src/suite/judge.ts';
import type { RunRecord } from '../../../src/suite/records/records.ts';
import type { TestableId } from '../../../src/contract/requirements.ts';

const finding = { expected: 'this', actual: 'that', responses: [{ exchangeId: 'x1' }] };
const WRONG_SUCCESS = [
  { exchangeId: 'x1', makeshift: null },
  { exchangeId: 'x2', makeshift: 'It got 202' },
];

/** A judge and what it has recorded. */
function judging(...declared: readonly TestableId[]): { readonly judge: Judge; readonly records: RunRecord[] } {
  const records: RunRecord[] = [];
  return {
    judge: createJudge({ caseId: 'some/case', attempt: 'repeat' }, declared, (record) => void records.push(record)),
    records,
  };
}

describe('a judgement', () => {
  const satisfied = { requirement: 'GET-UNKNOWN', outcome: 'satisfied', expected: 'this', actual: 'that' };
  const evidence = { exchanges: ['x1'], pointer: null, reason: null, howToResolve: null };
  it.each<[title: string, call: (judge: Judge) => unknown, recorded: object]>([
    ['that holds', (judge) => judge.check('GET-UNKNOWN', true, finding), { ...satisfied, ...evidence }],
    [
      'that does not, with its place in the body',
      (judge) => judge.check('GET-UNKNOWN', false, { ...finding, pointer: '/id' }),
      { outcome: 'violated', expected: 'this', actual: 'that', pointer: '/id', exchanges: ['x1'] },
    ],
    [
      'that holds by a wrong status of success, which verifies nothing',
      (judge) => judge.check('GET-UNKNOWN', true, { ...finding, responses: WRONG_SUCCESS }),
      { outcome: 'not-verified', reason: 'It got 202, so its body verifies nothing.', exchanges: ['x1', 'x2'] },
    ],
    [
      'that does not, by a wrong status of success',
      (judge) => judge.check('GET-UNKNOWN', false, { ...finding, responses: WRONG_SUCCESS }),
      { outcome: 'violated', exchanges: ['x1', 'x2'] },
    ],
    [
      'that does not, by a value that was read from another place',
      (judge) => judge.check('GET-UNKNOWN', false, { ...finding, pointer: '/id', responses: WRONG_SUCCESS }),
      { outcome: 'violated', actual: 'that (It got 202)', pointer: null },
    ],
    [
      'that is not verified',
      (judge) => judge.notVerified('GET-UNKNOWN', { reason: 'No id.', howToResolve: 'An id.' }, [{ exchangeId: 'x3' }]),
      { outcome: 'not-verified', reason: 'No id.', howToResolve: 'An id.', exchanges: ['x3'] },
    ],
    [
      'that does not apply',
      (judge) => judge.notApplicable('GET-UNKNOWN', 'Removed.'),
      { outcome: 'not-applicable', reason: 'Removed.', howToResolve: null, exchanges: [] },
    ],
  ])('%s', (_, call, judgement) => {
    const { judge, records } = judging('GET-UNKNOWN');
    call(judge);
    expect(records).toMatchObject([{ type: 'judgement', caseId: 'some/case', attempt: 'repeat', judgement }]);
  });

  it.each<[requirement: TestableId, call: (judge: Judge, requirement: TestableId) => unknown, declared: boolean]>([
    ['CREATE-NAMES', (judge, id) => judge.check(id, true, finding), false],
    ['CREATE-NAMES', (judge, id) => judge.notVerified(id, 'why'), false],
    ['OPEN-LIST-ORDER', (judge, id) => judge.check(id, false, finding), true],
    ['GET-OK', (judge, id) => judge.observe(id, finding), true],
  ])('of %s is a fault of the suite if it is not declared, or its level is another (%#)', (id, call, declared) => {
    const { judge, records } = judging(...(declared ? [id] : []));
    expect(() => call(judge, id)).toThrow(HarnessFault);
    expect(records).toEqual([]);
  });

  it('of what the contract leaves open is an observation, or none', () => {
    const { judge, records } = judging('OPEN-LIST-ORDER');
    judge.observe('OPEN-LIST-ORDER', finding);
    judge.notVerified('OPEN-LIST-ORDER', 'why');
    judge.notApplicable('OPEN-LIST-ORDER', 'why');
    const outcomes = records.flatMap((record) => (record.type === 'judgement' ? [record.judgement.outcome] : []));
    expect(outcomes).toEqual(['observed', 'not-verified', 'not-applicable']);
  });
});

const STOP = {
  type: 'stopped',
  outcome: 'not-verified',
  reason: 'It failed.',
  howToResolve: null,
  cause: 'no-response',
  exchanges: ['x1'],
} as const;

it.each<[call: (judge: Judge) => never, stop: object]>([
  [
    (judge) => judge.stopNotVerified({ reason: 'No key.', howToResolve: 'A key.' }, [{ exchangeId: 'x1' }]),
    { outcome: 'not-verified', reason: 'No key.', howToResolve: 'A key.', exchanges: ['x1'] },
  ],
  [
    (judge) => judge.stopNotApplicable('Removed.'),
    { outcome: 'not-applicable', reason: 'Removed.', howToResolve: null, exchanges: [] },
  ],
  [(judge) => judge.stopLike(STOP), STOP],
])('a stop is recorded before it ends the case (%#)', (call, stop) => {
  const { judge, records } = judging('GET-OK');
  expect(() => call(judge)).toThrow(CaseStopped);
  expect(records).toMatchObject([{ type: 'stopped', caseId: 'some/case', attempt: 'repeat', ...stop }]);
});
