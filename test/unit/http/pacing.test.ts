import { describe, expect, it } from 'vitest';
import type { Disturbance } from '../../../src/http/disturbance.ts';
import {
  createPacer,
  type AttemptHistory,
  type Pacer,
  type PacerOptions,
  type Turn,
} from '../../../src/http/pacing.ts';
import { fakeTime } from '../../support/client-under-test.ts';

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

async function enter(pacer: Pacer): Promise<Turn> {
  const turn = await pacer.enter();
  if (turn === null) throw new Error('the run was stopped');
  return turn;
}

/** Whether a place is given at once. */
async function isFree(pacer: Pacer): Promise<boolean> {
  let given = false;
  void pacer.enter().then(() => (given = true));
  await Promise.resolve();
  return given;
}

function disturbance(label: string, retryAfter: number | null = null): Disturbance {
  return { label, retryAfter, limitsRate: label === '429' || label === '503' };
}

const FIRST: AttemptHistory = {
  operation: 'listPets',
  disturbed: 1,
  disturbedAlone: 1,
  isServiceUp: false,
  waited: 0,
};

/** A request whose attempts failed while the service answered others. */
function alone(disturbed: number): AttemptHistory {
  return { ...FIRST, disturbed, disturbedAlone: disturbed, isServiceUp: true };
}

const SECOND: AttemptHistory = { ...FIRST, disturbed: 2 };

/** One request after the other is disturbed at its second attempt: gives the waits. */
async function disturbedInARow(pacer: Pacer, times: number, met: Disturbance) {
  const waits: (number | null)[] = [];
  for (let time = 0; time < times; time += 1) {
    const turn = await enter(pacer);
    waits.push(pacer.disturbed(turn, met, SECOND)?.milliseconds ?? null);
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

it('notes when no request waits for a place any more', async () => {
  const stop = new AbortController();
  const pacer = pacerWith({ concurrency: 1, signal: stop.signal });
  await pacer.noneWaits();
  const turn = await enter(pacer);
  const [waiting, none] = [pacer.enter(), pacer.noneWaits()];
  const ended: string[] = [];
  void waiting.then(() => ended.push('sent'));
  void none.then(() => ended.push('none waits'));
  await Promise.resolve();
  expect(ended).toEqual([]);
  pacer.leave(turn);
  await Promise.all([waiting, none]);
  expect(ended).toEqual(['sent', 'none waits']);
  const others = [pacer.enter(), pacer.noneWaits()];
  stop.abort();
  expect(await Promise.all(others)).toEqual([null, undefined]);
});

describe('the pacer', () => {
  it('lets through as many as are allowed, and the next when one leaves', async () => {
    const pacer = pacerWith({ concurrency: 2 });
    const turn = await enter(pacer);
    await enter(pacer);
    expect(await isFree(pacer)).toBe(false);
    pacer.leave(turn);
    expect(pacer.requests()).toBe(3);
  });

  it('lets those of a lower rank go first, and others in their order', async () => {
    const pacer = pacerWith({ concurrency: 1 });
    const turn = await enter(pacer);
    const order: string[] = [];
    const waiting = (['late', 'later', 'early', 'latest'] as const).map(async (name) => {
      const own = await pacer.enter({ early: 1, late: 2, later: 2, latest: 3 }[name]);
      order.push(name);
      if (own !== null) pacer.leave(own);
    });
    pacer.leave(turn);
    await Promise.all(waiting);
    expect(order).toEqual(['early', 'late', 'later', 'latest']);
  });

  const DOUBLING = [500, 1_000, 2_000, 4_000, 8_000, 10_000];

  it.each([
    ['longer each time where a limit says nothing', disturbance('429'), [...DOUBLING, 10_000]],
    ['as the service says', disturbance('503', 3_000), [3_000, 3_000]],
    ['within a bound, until patience is used up', disturbance('429', 3_600_000), [60_000, 60_000, null]],
    ['for an outage until a shorter patience is used up', disturbance('502'), [...DOUBLING, 10_000, null]],
  ])('waits %s, and starts again after a response', async (_what, met, waits) => {
    const pacer = pacerWith();
    pacer.responded();
    expect(await disturbedInARow(pacer, waits.length, met)).toEqual(waits);
    expect(pacer.isGone()).toBe(waits.includes(null));
    pacer.responded();
    expect(await disturbedInARow(pacer, 1, met)).toEqual([waits[0]]);
    expect(pacer.isGone()).toBe(false);
  });

  it('waits a short time where nothing was ever answered', async () => {
    const pacer = pacerWith();
    expect(await disturbedInARow(pacer, 4, disturbance('refused'))).toEqual([500, 1_000, 2_000, null]);
    expect(pacer.isGone()).toBe(true);
  });

  it('gives up a limited request that has waited long enough, whatever others were answered', async () => {
    const pacer = pacerWith();
    const turn = await enter(pacer);
    const limited = disturbance('429', 1_000);
    expect(pacer.disturbed(turn, limited, { ...FIRST, waited: 119_999 })?.milliseconds).toBe(1_000);
    expect(pacer.disturbed(turn, limited, { ...FIRST, waited: 120_000 })).toBeNull();
  });

  it('sends a request again soon after its first disturbance, with fewer at a time and without a pause', async () => {
    const pacer = pacerWith();
    pacer.responded();
    const wait = pacer.disturbed(await enter(pacer), disturbance('502'), FIRST);
    expect(wait).toEqual({ milliseconds: 100, paused: false });
    expect(pacer.summary()).toMatchObject({ waits: 0, concurrency: 4 });
  });

  it('takes a 503 for no rate limit once a lower rate has not helped', async () => {
    const time = fakeTime();
    const pacer = pacerWith(time);
    for (let times = 0; times < 10; times += 1) {
      await time.sleep(1_000, new AbortController().signal);
      pacer.responded();
      await disturbedInARow(pacer, 1, disturbance('503'));
    }
    expect(pacer.summary().requestsPerSecond).toBeNull();
  });

  it('lets a request that is disturbed alone wait by itself, and gives it up after seven attempts', async () => {
    const pacer = pacerWith();
    const attempts: unknown[] = [];
    for (let disturbed = 2; disturbed <= 7; disturbed += 1)
      attempts.push(pacer.disturbed(await enter(pacer), disturbance('502'), alone(disturbed)));
    const waits = [200, 400, 800, 1_600, 3_200].map((milliseconds) => ({ milliseconds, paused: false }));
    expect(attempts).toEqual([...waits, null]);
    expect(pacer.summary()).toMatchObject({ waits: 0, concurrency: 8, disturbances: { 502: 6 } });
  });

  it('gives others of an operation two attempts once three were given up, until one recovers', async () => {
    const pacer = pacerWith();
    const met = disturbance('502');
    const last = alone(7);
    for (let time = 0; time < 3; time += 1) expect(pacer.disturbed(await enter(pacer), met, last)).toBeNull();
    const second = alone(2);
    expect(pacer.disturbed(await enter(pacer), met, second)).toBeNull();
    expect(pacer.disturbed(await enter(pacer), met, { ...second, operation: 'getPet' })).not.toBeNull();
    pacer.recovered(second);
    expect(pacer.disturbed(await enter(pacer), met, second)).not.toBeNull();
  });

  it('lets a request through alone', async () => {
    const pacer = pacerWith();
    const turn = await enter(pacer);
    const entering = pacer.enter(0, true);
    expect(await isFree(pacer)).toBe(false);
    pacer.leave(turn);
    const given = await entering;
    expect(given?.alone).toBe(true);
    expect(await isFree(pacer)).toBe(false);
    if (given !== null) pacer.leave(given);
    expect(pacer.requests()).toBe(4);
  });

  it('takes a cut body within two seconds of a disturbance for a part of it, before and after', async () => {
    let checks = 0;
    const checkService = async (): Promise<void> => {
      checks += 1;
    };
    const time = fakeTime();
    const pacer = pacerWith(time);
    const before = pacer.isDisturbedNow(checkService);
    pacer.disturbed(await enter(pacer), disturbance('refused'), FIRST);
    expect(await before).toBe(true);
    expect(await pacer.isDisturbedNow(checkService)).toBe(true);
    await time.sleep(2_001, new AbortController().signal);
    expect(await pacer.isDisturbedNow(checkService)).toBe(false);
    const slept = time.slept.length;
    expect(await pacer.isDisturbedNow(checkService)).toBe(false);
    expect(time.slept).toHaveLength(slept);
    expect(checks).toBeGreaterThan(5);
  });

  it('takes a cut body for a part of a disturbance that only a check of the service meets', async () => {
    const pacer = pacerWith(fakeTime());
    expect(await pacer.isDisturbedNow(async () => pacer.noticed())).toBe(true);
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
          pacer.responded();
          return true;
        }
        const wait = pacer.disturbed(turn, disturbance('503', retryAfter), request);
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
    const waits = turns.map((turn) => pacer.disturbed(turn, disturbance('429'), FIRST)?.milliseconds);
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
    for (const turn of turns) pacer.timedOut(turn);
    expect(pacer.summary()).toMatchObject({ waits: 0, concurrency: 4, disturbances: {} });
  });

  it('never stands still, and comes back slowly', async () => {
    const pacer = pacerWith();
    await disturbedInARow(pacer, 6, disturbance('429'));
    expect(pacer.summary()).toMatchObject({ concurrency: 1, lowestConcurrency: 1 });
    for (let count = 0; count < 40; count += 1) pacer.responded();
    expect(pacer.summary()).toMatchObject({ concurrency: 3, lowestConcurrency: 1 });
    for (let count = 0; count < 400; count += 1) pacer.responded();
    expect(pacer.summary().concurrency).toBe(8);
  });
});
