import { describe, expect, it } from 'vitest';
import { foldExamples, type TriedExamples } from '../../../../src/conformance/generated/fold-examples.ts';
import type { ExampleStop, TriedExample } from '../../../../src/conformance/generated/judge-example.ts';
import type { CheckOutcome, Judgement } from '../../../../src/conformance/judgement.ts';
import type { TestableId } from '../../../../src/contract/requirements.ts';

function judged(
  requirement: TestableId,
  outcome: CheckOutcome,
  exchange = 'x1',
  callSite = 'specs/a.spec.ts:1',
): Judgement {
  const unsettled = outcome === 'not-verified' || outcome === 'not-applicable';
  return {
    requirement,
    outcome,
    expected: 'this',
    actual: `seen in ${exchange}`,
    pointer: null,
    exchanges: [exchange],
    callSite,
    reason: unsettled ? `why ${outcome}` : null,
    supply: null,
  };
}

function stopped(outcome: ExampleStop['outcome']): ExampleStop {
  return {
    type: 'stopped',
    caseId: 'generated/a-case',
    outcome,
    reason: `left ${outcome}`,
    supply: 'Do this.',
    exchanges: ['x9'],
  };
}

function tried(judgements: readonly Judgement[], more: Partial<TriedExample> = {}): TriedExample {
  return { judgements, stop: null, kept: {}, path: null, ...more };
}

function fold(examples: readonly TriedExample[], more: Partial<TriedExamples> = {}): readonly Judgement[] {
  return foldExamples({
    caseId: 'generated/a-case',
    cited: ['GET-SAME'],
    seed: 42,
    tried: examples,
    dropped: 0,
    maxCreates: 200,
    ...more,
  });
}

describe('folding examples', () => {
  it('counts an example that stands for others as often', () => {
    const [first, last] = ['x1', 'x9'].map((exchange) => tried([judged('GET-SAME', 'satisfied', exchange)]));
    if (first === undefined || last === undefined) throw new Error('There are two.');
    expect(fold([first, { ...last, times: 8 }])[0]?.actual).toBe('seen in x1; and so, as it must be, 8 times more');
    const [dropped] = fold([first, { ...last, times: 8 }], { dropped: 1 });
    expect(dropped?.reason).toContain('1 of 10 examples');
  });

  it('finds satisfied what held in all, told by the first and the last', () => {
    const all = ['x1', 'x2', 'x3'].map((exchange) => tried([judged('GET-SAME', 'satisfied', exchange)]));
    expect(fold(all)).toEqual([
      {
        ...judged('GET-SAME', 'satisfied'),
        actual: 'seen in x1; and so, as it must be, 2 times more',
        exchanges: ['x1', 'x3'],
      },
    ]);
  });

  it('tells each place that judged', () => {
    const folded = fold([
      tried([judged('GET-SAME', 'satisfied', 'x1'), judged('GET-SAME', 'satisfied', 'x2', 'specs/a.spec.ts:2')]),
    ]);
    expect(folded.map(({ callSite }) => callSite)).toEqual(['specs/a.spec.ts:1', 'specs/a.spec.ts:2']);
  });

  it('finds violated what one example violates, told by the one that has a path, with the seed of the run', () => {
    const folded = fold([
      tried([judged('GET-SAME', 'satisfied', 'x1')], { path: '0' }),
      tried([judged('GET-SAME', 'violated', 'x2')], { path: '1' }),
      tried([judged('GET-SAME', 'violated', 'x3')], { path: '1:2' }),
      tried([judged('GET-SAME', 'violated', 'x4')]),
    ]);
    expect(folded).toEqual([
      {
        ...judged('GET-SAME', 'violated', 'x3'),
        actual: 'seen in x3 (this example again: --seed 42 --example-path generated/a-case:1:2)',
      },
    ]);
  });

  it('loses no violation of another requirement that was seen on the way', () => {
    const folded = fold([
      tried([judged('GET-SAME', 'violated', 'x1')], { path: '0' }),
      tried([judged('ANSWER-JSON', 'violated', 'x2')]),
    ]);
    expect(folded.map(({ requirement, outcome }) => `${requirement} ${outcome}`)).toEqual([
      'GET-SAME violated',
      'ANSWER-JSON violated',
    ]);
  });

  it('takes nothing for settled by an example that could not be finished, but for a violation', () => {
    const cut = { stop: stopped('not-verified') };
    expect(fold([tried([judged('GET-SAME', 'satisfied'), judged('ANSWER-JSON', 'satisfied')], cut)])).toMatchObject([
      { requirement: 'ANSWER-JSON', outcome: 'satisfied' },
      {
        requirement: 'GET-SAME',
        outcome: 'not-verified',
        reason: 'left not-verified',
        supply: 'Do this.',
        exchanges: ['x9'],
      },
    ]);
    expect(fold([tried([judged('GET-SAME', 'violated')], cut)])).toMatchObject([{ outcome: 'violated' }]);
  });

  it('takes for settled what an example held before the rest of it did not apply', () => {
    const ended = { stop: stopped('not-applicable') };
    expect(fold([tried([judged('GET-SAME', 'satisfied')], ended)])).toMatchObject([{ outcome: 'satisfied' }]);
    expect(fold([tried([], ended)])).toMatchObject([{ outcome: 'not-applicable', reason: 'left not-applicable' }]);
    expect(fold([tried([], ended), tried([], { stop: stopped('not-verified') })])).toMatchObject([
      { outcome: 'not-verified' },
    ]);
  });

  it('is satisfied where one example settles it and others do not', () => {
    const folded = fold([
      tried([judged('GET-SAME', 'not-verified')]),
      tried([judged('GET-SAME', 'satisfied', 'x2')]),
      tried([judged('GET-SAME', 'not-applicable')]),
    ]);
    expect(folded).toMatchObject([{ outcome: 'satisfied', actual: 'seen in x2' }]);
  });

  it('is not verified before it is not applicable', () => {
    expect(
      fold([tried([judged('GET-SAME', 'not-applicable')]), tried([judged('GET-SAME', 'not-verified')])]),
    ).toMatchObject([{ outcome: 'not-verified', reason: 'why not-verified' }]);
  });

  it('says where no example came to a requirement', () => {
    expect(fold([tried([])])).toMatchObject([
      { requirement: 'GET-SAME', outcome: 'not-verified', supply: 'Raise --examples (PETSTORE_EXAMPLES).' },
    ]);
  });

  it('says how many examples were dropped', () => {
    expect(fold([tried([judged('GET-SAME', 'satisfied')])], { dropped: 2, maxCreates: 7 })).toMatchObject([
      {
        outcome: 'satisfied',
        reason: '2 of 3 examples were dropped, since the run may add no more than 7 animals.',
      },
    ]);
    expect(fold([], { dropped: 2 })).toMatchObject([
      { outcome: 'not-verified', supply: 'Raise --max-creates (PETSTORE_MAX_CREATES).' },
    ]);
  });
});
