import { describe, expect, it } from 'vitest';
import { spreadOf, takeTurns } from '../../../../lab/bench/spread.ts';

describe('the spread of measurements', () => {
  it.each([
    [[3, 1, 2], { least: 1, median: 2, most: 3 }],
    [[10, 4, 1, 2], { least: 1, median: 3, most: 10 }],
  ])('of %j is %j', (samples, spread) => {
    expect(spreadOf(samples)).toEqual(spread);
  });
});

it.each([
  ['until all rounds are over', { rounds: 2, seconds: 99 }, 'ABAB'],
  ['but begins no round after its time', { rounds: 9, seconds: 10 }, 'ABAB'],
  ['but begins the first round', { rounds: 9, seconds: 0 }, 'AB'],
])('turn by turn each variant is measured, %s', async (_what, bounds, order) => {
  let clock = 0;
  let measured = '';
  const variants = ['A', 'B'].map((name) => async () => (measured += name));
  const samples = await takeTurns(variants, bounds, () => (clock += 6000));
  expect(measured).toBe(order);
  expect(samples.map((each) => each.at(0))).toEqual(['A', 'AB']);
});
