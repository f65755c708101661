import { describe, expect, it } from 'vitest';
import { mediansOf, spreadOf } from '../../../bench/spread.ts';
import { takeTurns } from '../../../bench/take-turns.ts';

describe('the spread of measurements', () => {
  it('is the least, the median and the most of them', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ least: 1, median: 2, most: 3 });
    expect(spreadOf([10, 4, 1, 2])).toEqual({ least: 1, median: 3, most: 10 });
    expect(spreadOf([5])).toEqual({ least: 5, median: 5, most: 5 });
  });

  it('is not known where nothing was measured', () => {
    expect(() => spreadOf([])).toThrow('Nothing was measured');
  });

  it('is told by name, of those that have a sample', () => {
    const medians = mediansOf(['fold', 'write', 'exit'], [{ fold: 3, exit: 1 }, { fold: 1 }, { fold: 2 }]);
    expect([...medians]).toEqual([
      ['fold', 2],
      ['exit', 1],
    ]);
  });
});

describe('taking turns', () => {
  const names: string[] = [];
  const variants = ['A', 'B'].map((name) => async () => void names.push(name));

  it('measures the variants one after the other, round by round', async () => {
    const samples = await takeTurns([async () => 'a', async () => 'b'], { rounds: 2, seconds: 10 });
    expect(samples).toEqual([
      ['a', 'a'],
      ['b', 'b'],
    ]);
    await takeTurns(variants, { rounds: 2, seconds: 10 });
    expect(names.splice(0)).toEqual(['A', 'B', 'A', 'B']);
  });

  it('begins no round after its time, except for the first', async () => {
    let clock = 0;
    const now = (): number => (clock += 6000);
    await takeTurns(variants, { rounds: 9, seconds: 10 }, now);
    expect(names.splice(0)).toEqual(['A', 'B', 'A', 'B']);
    await takeTurns(variants, { rounds: 9, seconds: 0 }, now);
    expect(names.splice(0)).toEqual(['A', 'B']);
  });
});
