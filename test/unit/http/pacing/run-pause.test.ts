import { expect, it } from 'vitest';
import { createRunPause } from '../../../../src/http/pacing/run-pause.ts';
import { fakeTime } from '../../../support/client-under-test.ts';

it('a pause of the run is made longer, never shorter, and ends once', async () => {
  const { clock, sleep, slept } = fakeTime();
  const ended = Promise.withResolvers<void>();
  let ends = 0;
  const pause = createRunPause(clock, sleep, new AbortController().signal, () => {
    ends += 1;
    ended.resolve();
  });
  expect(pause.isRunning()).toBe(false);
  expect([pause.lastFor(500), pause.lastFor(200), pause.lastFor(700)]).toEqual([500, 0, 200]);
  expect([pause.isRunning(), pause.left()]).toEqual([true, 700]);
  await ended.promise;
  expect([pause.isRunning(), pause.left(), ends]).toEqual([false, 0, 1]);
  expect(slept).toEqual([500, 200]);
});
