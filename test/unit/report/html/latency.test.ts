import { describe, expect, it } from 'vitest';
import { histogram, latencies, quantile, timeScale } from '../../../../src/report/html/latency.ts';
import { fullExchange } from '../../../support/full-report.ts';
import { exchange } from '../../../support/fake-records.ts';

const TEN = { operation: 'getPet', times: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } as const;

describe('latency', () => {
  it('is told by operation, shortest first, of what was answered', () => {
    const slow = {
      ...fullExchange('x1'),
      attempts: fullExchange('x1').attempts.map((each) => ({ ...each, milliseconds: 90 })),
    };
    expect(latencies([slow, fullExchange('x2'), exchange('x3')])).toEqual([
      { operation: 'createPet', times: [1.5, 90] },
    ]);
    expect(latencies([])).toEqual([]);
  });

  it('has quantiles that are times that were seen', () => {
    expect([0, 0.5, 0.95, 1].map((share) => quantile(TEN, share))).toEqual([1, 5, 10, 10]);
  });

  it('is placed on a scale of equal ratios between powers of ten', () => {
    const scale = timeScale([TEN]);
    expect(scale.ticks).toEqual([1, 10]);
    expect([0, 1, 10, 1000].map(scale.place)).toEqual([0, 0, 1, 1]);
    expect(scale.place(Math.sqrt(10))).toBeCloseTo(0.5);
  });

  it('has a scale where nothing was measured', () => {
    expect(timeScale([]).ticks).toEqual([1, 10]);
    expect(timeScale([{ operation: 'getPet', times: [0] }]).ticks).toEqual([0.1, 1]);
  });

  it('is counted once in a histogram', () => {
    const counts = histogram(TEN, timeScale([TEN]), 4);
    expect(counts).toHaveLength(4);
    expect(counts.reduce((sum, count) => sum + count)).toBe(10);
    expect(counts.at(-1)).toBe(5);
  });
});
