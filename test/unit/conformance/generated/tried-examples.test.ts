import { describe, expect, it } from 'vitest';
import type { ExampleOutcome } from '../../../../src/conformance/generated/judge-example.ts';
import { holdExamples, timesOf } from '../../../../src/conformance/generated/tried-examples.ts';
import type { CheckOutcome } from '../../../../src/conformance/judgement.ts';

function outcome(path: number, held: CheckOutcome = 'satisfied', callSite = 'specs/a.spec.ts:1'): ExampleOutcome {
  const judgement = {
    requirement: 'GET-SAME',
    outcome: held,
    expected: 'this',
    actual: 'that',
    pointer: null,
    exchanges: [`x${path}`],
    callSite,
    reason: null,
    supply: null,
  } as const;
  return { judgements: [judgement], stop: null, path: String(path) };
}

function hold(outcomes: readonly ExampleOutcome[]): readonly (readonly [path: string | null, times: number])[] {
  const held = holdExamples();
  for (const each of outcomes) held.add(each);
  return held.all().map((each) => [each.path, timesOf(each)]);
}

describe('the examples of a case', () => {
  it('are held as the first and the last of those in which the same held', () => {
    const thousand = Array.from({ length: 1000 }, (_, path) => outcome(path));
    expect(hold(thousand)).toEqual([
      ['0', 1],
      ['999', 999],
    ]);
    expect(hold(thousand.slice(0, 2))).toEqual([
      ['0', 1],
      ['1', 1],
    ]);
  });

  it('are told apart by where they were judged', () => {
    const elsewhere = (path: number): ExampleOutcome => outcome(path, 'satisfied', 'specs/a.spec.ts:2');
    expect(hold([outcome(0), elsewhere(1), outcome(2), elsewhere(3), outcome(4), elsewhere(5)])).toEqual([
      ['0', 1],
      ['1', 1],
      ['4', 2],
      ['5', 2],
    ]);
  });

  it('are all held where something did not hold, was not settled, or ended them', () => {
    const stop = {
      type: 'stopped',
      caseId: '',
      outcome: 'not-verified',
      reason: '',
      supply: null,
      exchanges: [],
    } as const;
    const ended = (path: number): ExampleOutcome => ({ ...outcome(path), stop });
    const all = [
      outcome(0, 'violated'),
      outcome(1, 'violated'),
      outcome(2, 'not-verified'),
      ended(3),
      ended(4),
      ended(5),
    ];
    expect(hold(all)).toHaveLength(6);
  });

  it('name the path of a failing one later', () => {
    const held = holdExamples();
    const name = held.addFailing({ ...outcome(0, 'violated'), path: null });
    for (const path of [1, 2, 3, 4]) held.add(outcome(path));
    name('0:1:2');
    expect(held.all()[0]).toMatchObject({ path: '0:1:2', judgements: [{ outcome: 'violated' }] });
    expect(held.all()).toHaveLength(3);
  });
});
