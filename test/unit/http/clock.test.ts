import { expect, it } from 'vitest';
import { systemSleep } from '../../../src/http/clock.ts';

it('a real wait ends when its time is up or with the run, and does not start after it', async () => {
  const aDay = 86_400_000;
  const stop = new AbortController();
  await expect(systemSleep(1, stop.signal)).resolves.toBeUndefined();
  const waiting = systemSleep(aDay, stop.signal);
  stop.abort();
  await expect(waiting).resolves.toBeUndefined();
  await expect(systemSleep(aDay, stop.signal)).resolves.toBeUndefined();
});
