import { expect, it } from 'vitest';
import { createRequestSpacing } from '../../../../src/http/pacing/request-spacing.ts';
import { fakeTime } from '../../../support/client-under-test.ts';

const { signal } = new AbortController();

it.each([
  [null, null, 0, []],
  // Only a configured rate is caught up with.
  [100, null, 10, [true, true, true, false]],
  [null, 100, 10, [true, false]],
  [200, 100, 10, [true, false]],
])('%s requests in a second, learned %s, are %d ms apart', async (requestsPerSecond, learned, apart, starts) => {
  const { clock, sleep } = fakeTime();
  const spacing = createRequestSpacing({
    requestsPerSecond,
    learnedRate: () => learned,
    clock,
    sleep,
    signal,
    advance: () => undefined,
  });
  expect(spacing.milliseconds()).toBe(apart);
  await sleep(100, signal);
  expect(starts.map(() => spacing.takeSlot())).toEqual(starts);
});

it('a request that comes too soon may start after the space', async () => {
  const { clock, sleep, slept } = fakeTime();
  const advanced = Promise.withResolvers<void>();
  const spacing = createRequestSpacing({
    requestsPerSecond: 4,
    learnedRate: () => null,
    clock,
    sleep,
    signal,
    advance: advanced.resolve,
  });
  expect([spacing.takeSlot(), spacing.takeSlot(), spacing.takeSlot()]).toEqual([true, false, false]);
  await advanced.promise;
  expect(slept).toEqual([250]);
  expect(spacing.takeSlot()).toBe(true);
});
