import { describe, expect, it } from 'vitest';
import type { Disturbance, DisturbanceSign } from '../../../../src/http/disturbance.ts';
import { createPacer, type Pacer, type PacerOptions } from '../../../../src/http/pacing/pacer.ts';
import type { AttemptHistory } from '../../../../src/http/pacing/patience.ts';
import type { Turn } from '../../../../src/http/pacing/request-queue.ts';
import { fakeTime } from '../../../support/client-under-test.ts';

function pacerWith(changes: Partial<PacerOptions> = {}): Pacer {
  return createPacer({
    concurrency: 8,
    requestsPerSecond: null,
    patienceMilliseconds: 120_000,
    signal: new AbortController().signal,
    ...fakeTime(),
    ...changes,
  });
}

async function enter(pacer: Pacer, request?: AttemptHistory): Promise<Turn> {
  const turn = await pacer.enter(0, request);
  if (turn === null) throw new Error('the run was stopped');
  return turn;
}

function disturbance(sign: DisturbanceSign, retryAfter: number | null = null): Disturbance {
  return { sign, retryAfter, rateLimit: sign === 429 ? 'certain' : sign === 503 ? 'possible' : 'none' };
}

const FIRST: AttemptHistory = {
  operation: 'listPets',
  disturbed: 1,
  disturbedAlone: 1,
  isServiceUp: false,
  waited: 0,
};

/** A request whose attempts failed while the service responded to others. */
function alone(disturbed: number): AttemptHistory {
  return { ...FIRST, disturbed, disturbedAlone: disturbed, isServiceUp: true };
}

const SECOND: AttemptHistory = { ...FIRST, disturbed: 2 };

/** One request after the other is disturbed at its second attempt: gives the waits. */
async function disturbedInARow(pacer: Pacer, times: number, met: Disturbance) {
  const waits: (number | null)[] = [];
  for (let time = 0; time < times; time += 1) {
    const turn = await enter(pacer);
    waits.push(pacer.recordDisturbance(turn, met, SECOND)?.milliseconds ?? null);
    pacer.leave(turn);
  }
  return waits;
}

/** A clock that jumps to the next timer when nothing else is left to do. */
function eventTime() {
  const timers: { readonly at: number; readonly resolve: () => void }[] = [];
  let now = 0;
  return {
    clock: { monotonic: () => now, date: () => new Date(now) },
    sleep: (milliseconds: number) =>
      new Promise<void>((resolve) => void timers.push({ at: now + milliseconds, resolve })),
    async runUntil(end: Promise<unknown>) {
      const state = { isOver: false };
      void end.then(() => (state.isOver = true));
      while (!state.isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        timers.sort((a, b) => a.at - b.at);
        const next = timers.shift();
        now = Math.max(now, next?.at ?? now);
        next?.resolve();
      }
    },
  };
}

describe('the pacer', () => {
  const DOUBLING = [500, 1_000, 2_000, 4_000, 8_000, 10_000];

  it.each([
    ['longer each time where a limit says nothing', disturbance(429), [...DOUBLING, 10_000]],
    ['as the service says', disturbance(503, 3_000), [3_000, 3_000]],
    ['within a bound, until patience is used up', disturbance(429, 3_600_000), [60_000, 60_000, null]],
    ['for an outage until a shorter patience is used up', disturbance(502), [...DOUBLING, 10_000, null]],
  ])('waits %s, and starts again after a response', async (_what, met, waits) => {
    const pacer = pacerWith();
    pacer.recordResponse();
    expect(await disturbedInARow(pacer, waits.length, met)).toEqual(waits);
    expect(pacer.isGone()).toBe(waits.includes(null));
    pacer.recordResponse();
    expect(await disturbedInARow(pacer, 1, met)).toEqual([waits[0]]);
    expect(pacer.isGone()).toBe(false);
  });

  it('waits a short time where nothing was ever answered', async () => {
    const pacer = pacerWith();
    expect(await disturbedInARow(pacer, 4, disturbance('refused'))).toEqual([500, 1_000, 2_000, null]);
    expect(pacer.isGone()).toBe(true);
  });

  it('sends a request again soon after its first disturbance, with fewer at a time and without a pause', async () => {
    const pacer = pacerWith();
    pacer.recordResponse();
    const wait = pacer.recordDisturbance(await enter(pacer), disturbance(502), FIRST);
    expect(wait).toEqual({ milliseconds: 100, paused: false });
    expect(pacer.summary()).toMatchObject({ waits: 0, concurrency: 4 });
  });

  it('lets a request that is disturbed alone wait by itself, and gives it up after seven attempts, the last of them alone', async () => {
    const pacer = pacerWith();
    const attempts: unknown[] = [];
    const turns: Turn[] = [];
    for (let disturbed = 2; disturbed <= 7; disturbed += 1) {
      const turn = await enter(pacer, alone(disturbed - 1));
      pacer.leave(turn);
      turns.push(turn);
      attempts.push(pacer.recordDisturbance(turn, disturbance(502), alone(disturbed)));
    }
    expect(turns.map((turn) => turn.alone)).toEqual([false, false, false, false, false, true]);
    const waits = [200, 400, 800, 1_600, 3_200].map((milliseconds) => ({ milliseconds, paused: false }));
    expect(attempts).toEqual([...waits, null]);
    expect(pacer.summary()).toMatchObject({ waits: 0, concurrency: 8, disturbances: { 502: 6 } });
  });

  it.each([
    [2, null],
    [20, null],
    [5, 1_000],
  ])('learns a limit of %s requests in a second without a burst, Retry-After %s', async (perSecond, retryAfter) => {
    const time = eventTime();
    const pacer = pacerWith({ ...time, concurrency: 20 });
    const seconds = 120;
    let nextAt = 0;
    let left = perSecond * seconds;
    let givenUp = 0;
    async function sender(): Promise<void> {
      while (left > 0) givenUp += (await sendUntilAccepted()) ? 0 : 1;
    }
    async function sendUntilAccepted(): Promise<boolean> {
      for (let request = { ...FIRST }; ; request = { ...request, disturbed: request.disturbed + 1 }) {
        const turn = await enter(pacer);
        await time.sleep(2);
        const now = time.clock.monotonic();
        const isAccepted = now >= nextAt;
        if (isAccepted) nextAt = now + 1000 / perSecond;
        pacer.leave(turn);
        if (isAccepted) {
          left -= 1;
          pacer.recordResponse();
          return true;
        }
        const wait = pacer.recordDisturbance(turn, disturbance(503, retryAfter), request);
        if (wait === null) return false;
        if (!wait.paused) await time.sleep(wait.milliseconds);
      }
    }
    await time.runUntil(Promise.all(Array.from({ length: 20 }, sender)));
    expect(givenUp).toBe(0);
    expect(time.clock.monotonic() / 1000).toBeLessThan(1.3 * seconds);
  });

  it('slows down once for all that were under way together', async () => {
    const pacer = pacerWith();
    const turns = await Promise.all(Array.from({ length: 8 }, () => enter(pacer)));
    const waits = turns.map((turn) => pacer.recordDisturbance(turn, disturbance(429), FIRST)?.milliseconds);
    for (const turn of turns) pacer.leave(turn);
    expect(new Set(waits)).toEqual(new Set([500]));
    expect(pacer.summary()).toMatchObject({
      waits: 1,
      waitedMilliseconds: 500,
      disturbances: { 429: 8 },
      concurrency: 4,
    });
  });

  it('lets fewer through at a time after time-outs, once for those under way together', async () => {
    const pacer = pacerWith();
    const turns = await Promise.all(Array.from({ length: 8 }, () => enter(pacer)));
    for (const turn of turns) pacer.recordTimeout(turn);
    expect(pacer.summary()).toMatchObject({ waits: 0, concurrency: 4, disturbances: {} });
  });
});
