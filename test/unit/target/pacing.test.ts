import { describe, expect, it } from 'vitest';
import { createPacer, type Pacer, type PacerOptions, type Turn } from '../../../src/target/pacing.ts';
import { fakeTime, type FakeTime } from '../../support/client-under-test.ts';

function pacerWith(
  concurrency: number,
  signal = new AbortController().signal,
  changes: Partial<PacerOptions> = {},
): { readonly pacer: Pacer; readonly time: FakeTime } {
  const time = fakeTime();
  return {
    pacer: createPacer({
      concurrency,
      requestsPerSecond: null,
      patienceMilliseconds: 120_000,
      signal,
      ...time,
      ...changes,
    }),
    time,
  };
}

async function enter(pacer: Pacer): Promise<Turn> {
  const turn = await pacer.enter();
  if (turn === null) throw new Error('the run was stopped');
  return turn;
}

/** One request after the other is answered 429: gives the waits. */
async function limitedInARow(
  pacer: Pacer,
  times: number,
  retryAfter: number | null = null,
): Promise<(number | null)[]> {
  const waits: (number | null)[] = [];
  for (let time = 0; time < times; time += 1) {
    const turn = await enter(pacer);
    waits.push(pacer.limited(turn, retryAfter, 0));
    pacer.leave(turn);
  }
  return waits;
}

describe('the pacer', () => {
  it('lets through as many as are allowed, and the next when one leaves', async () => {
    const { pacer } = pacerWith(2);
    const turns = [await enter(pacer), await enter(pacer)];
    let through = false;
    const third = pacer.enter().then(() => (through = true));
    await Promise.resolve();
    expect(through).toBe(false);
    for (const turn of turns.slice(0, 1)) pacer.leave(turn);
    await third;
    expect(through).toBe(true);
  });

  it('lets those of a lower rank go first, and others in their order', async () => {
    const { pacer } = pacerWith(1);
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

  it('waits longer each time where the service says nothing, up to a bound', async () => {
    const { pacer } = pacerWith(8);
    expect(await limitedInARow(pacer, 7)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('begins anew after another answer', async () => {
    const { pacer } = pacerWith(8);
    await limitedInARow(pacer, 3);
    pacer.answered();
    expect(await limitedInARow(pacer, 1)).toEqual([500]);
  });

  it('does as the service says, within bounds', async () => {
    const { pacer } = pacerWith(8);
    expect(await limitedInARow(pacer, 2, 3_000)).toEqual([3_000, 3_000]);
    pacer.answered();
    expect(await limitedInARow(pacer, 3, 3_600_000)).toEqual([60_000, 60_000, null]);
  });

  it('slows down once for all that were under way together', async () => {
    const { pacer } = pacerWith(8);
    const turns = await Promise.all(Array.from({ length: 8 }, () => enter(pacer)));
    const waits = turns.map((turn) => pacer.limited(turn, null, 0));
    for (const turn of turns) pacer.leave(turn);
    expect(new Set(waits)).toEqual(new Set([500]));
    expect(pacer.summary()).toMatchObject({ waits: 1, waitedMilliseconds: 500, limitedAnswers: 8, concurrency: 4 });
  });

  it('never stands still, and comes back slowly', async () => {
    const { pacer } = pacerWith(8);
    await limitedInARow(pacer, 6);
    expect(pacer.summary()).toMatchObject({ concurrency: 1, lowestConcurrency: 1 });
    for (let answer = 0; answer < 40; answer += 1) pacer.answered();
    expect(pacer.summary()).toMatchObject({ concurrency: 3, lowestConcurrency: 1 });
    for (let answer = 0; answer < 400; answer += 1) pacer.answered();
    expect(pacer.summary().concurrency).toBe(8);
  });

  it('gives up a request that has waited long enough, whatever others were answered', async () => {
    const { pacer } = pacerWith(8);
    const turn = await enter(pacer);
    expect(pacer.limited(turn, 1_000, 119_999)).toBe(1_000);
    expect(pacer.limited(turn, 1_000, 120_000)).toBeNull();
  });

  it('lets nobody through after the run was stopped, and sends the waiting away', async () => {
    const stop = new AbortController();
    const { pacer } = pacerWith(1, stop.signal);
    await enter(pacer);
    const waiting = pacer.enter();
    stop.abort('interrupted');
    expect([await waiting, await pacer.enter()]).toEqual([null, null]);
  });

  it('tells of answers so heavy that memory is to be spared, and never of ordinary ones', () => {
    const told: number[] = [];
    const { pacer } = pacerWith(20, undefined, { onHeavyAnswer: (bytes) => told.push(bytes) });
    pacer.weighed(20_000);
    pacer.weighed(60_000);
    expect(told).toEqual([]);
    pacer.weighed(70_000);
    pacer.weighed(3_000_000);
    expect(told).toEqual([70_000, 3_000_000]);
  });

  it('asks for one at a time from the beginning where heavy answers are known from before', async () => {
    const { pacer } = pacerWith(20, undefined, { heaviestAnswer: 3_000_000 });
    await enter(pacer);
    let second = false;
    const waiting = pacer.enter().then(() => (second = true));
    await Promise.resolve();
    expect(second).toBe(false);
    pacer.leave({ episode: 0 });
    expect(await waiting).toBe(true);
  });
});
