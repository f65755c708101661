import { describe, expect, it } from 'vitest';
import { judgeExample } from '../../../../src/conformance/generated/judge-example.ts';
import type { Judge } from '../../../../src/conformance/judge.ts';
import { answerOf, court } from '../fakes.ts';

const finding = { expected: 'this', actual: 'that', answers: [answerOf({})] };

async function tryWith(work: (judge: Judge) => void) {
  const { judge, records } = court(['GET-SAME'], 'generated/a-case');
  const tried = await judgeExample(judge, '3', async (quiet) => work(quiet));
  return { tried, records, verdicts: tried.judgements.map(({ requirement, outcome }) => `${requirement} ${outcome}`) };
}

describe('judging an example', () => {
  it('keeps what it finds to itself, with what holds for every answer', async () => {
    const { tried, records, verdicts } = await tryWith((judge) => {
      judge.everyAnswer('ANSWER-JSON', true, finding);
      judge.check('GET-SAME', false, finding);
    });
    expect(verdicts).toEqual(['GET-SAME violated']);
    expect(tried.kept).toEqual({ 'ANSWER-JSON': ['x1'] });
    expect(tried).toMatchObject({ stop: null, path: '3' });
    expect(tried.judgements[0]).toMatchObject({ expected: 'this', actual: 'that', exchanges: ['x1'] });
    expect(records).toEqual([]);
  });

  it('keeps why an example was left, and what was found before', async () => {
    const { tried, records, verdicts } = await tryWith((judge) => {
      judge.check('GET-SAME', true, finding);
      judge.stop('No answer came.', 'Wait longer.', [answerOf({})]);
    });
    expect(verdicts).toEqual(['GET-SAME satisfied']);
    expect(tried.stop).toMatchObject({ outcome: 'not-verified', reason: 'No answer came.', supply: 'Wait longer.' });
    expect(records).toEqual([]);
    const other = await tryWith((judge) => judge.stopNotApplicable('It is removed.'));
    expect(other.tried.stop).toMatchObject({ outcome: 'not-applicable', reason: 'It is removed.' });
  });

  it('is left unsettled where of two ends at the same time one leaves it so', async () => {
    const { tried } = await tryWith((judge) => {
      expect(() => judge.stopNotApplicable('It is removed.')).toThrow();
      expect(() => judge.stop('No answer came.', null)).toThrow();
      expect(() => judge.stopNotApplicable('It is removed.')).toThrow();
    });
    expect(tried.stop).toMatchObject({ outcome: 'not-verified', reason: 'No answer came.' });
  });

  it('passes on what is no judgement, such as a requirement that the case does not cite', async () => {
    await expect(tryWith((judge) => judge.check('GET-UNKNOWN', true, finding))).rejects.toThrow('does not cite');
    await expect(
      tryWith(() => {
        throw new RangeError('a fault of ours');
      }),
    ).rejects.toThrow('a fault of ours');
  });
});
