import { describe, expect, it } from 'vitest';
import { systemClock, systemSleep } from '../../../src/target/clock.ts';

describe('the clock of this computer', () => {
  it('never goes back', () => {
    const first = systemClock.monotonic();
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(first);
    expect(Number.isNaN(systemClock.date().getTime())).toBe(false);
  });
});

describe('a real wait', () => {
  const aDay = 86_400_000;

  it('ends when its time is up', async () => {
    await expect(systemSleep(1, new AbortController().signal)).resolves.toBeUndefined();
  });

  it('ends with the run, and does not begin after it', async () => {
    const stop = new AbortController();
    const waiting = systemSleep(aDay, stop.signal);
    stop.abort();
    await expect(waiting).resolves.toBeUndefined();
    await expect(systemSleep(aDay, stop.signal)).resolves.toBeUndefined();
  });
});
