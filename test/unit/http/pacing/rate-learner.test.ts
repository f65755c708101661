import { describe, expect, it } from 'vitest';
import { createRateLearner, type RateLearner } from '../../../../src/http/pacing/rate-learner.ts';
import { fakeTime } from '../../../support/client-under-test.ts';

function learner(): {
  readonly rate: RateLearner;
  readonly respond: (times: number, seconds: number) => Promise<void>;
} {
  const { clock, sleep } = fakeTime();
  const rate = createRateLearner(clock);
  return {
    rate,
    respond: async (times, seconds) => {
      for (let count = 0; count < times; count += 1) rate.recordResponse();
      await sleep(seconds * 1000, new AbortController().signal);
    },
  };
}

describe('the learned rate', () => {
  it('is what was accepted between two limits, and lower after the next limit', async () => {
    const { rate, respond } = learner();
    rate.recordLimit(true);
    expect(rate.current()).toBeNull();
    await respond(20, 2);
    rate.recordLimit(true);
    expect(rate.current()).toBe(10);
    await respond(1, 1);
    const grown = rate.current() ?? 0;
    expect(grown).toBeGreaterThan(10);
    rate.recordLimit(true);
    expect(rate.current()).toBeLessThan(grown);
  });

  it('is not learned from an outage, or from an uncertain limit after many responses', async () => {
    const { rate, respond } = learner();
    rate.recordLimit(true);
    rate.recordLimit(true);
    await respond(50, 2);
    rate.recordLimit(false);
    expect(rate.current()).toBeNull();
  });

  it('is forgotten', async () => {
    const { rate, respond } = learner();
    rate.recordLimit(true);
    await respond(20, 2);
    rate.recordLimit(true);
    rate.forget();
    expect(rate.current()).toBeNull();
  });

  it('is refuted once a lower rate has not helped, unless the limits are certain', async () => {
    for (const isCertain of [true, false]) {
      const { rate, respond } = learner();
      for (let times = 0; times < 9; times += 1) {
        await respond(1, 1);
        rate.recordLimit(isCertain);
      }
      expect(rate.isRefuted()).toBe(!isCertain);
      expect(rate.current() === null).toBe(!isCertain);
    }
  });
});
