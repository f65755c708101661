import { describe, expect, it } from 'vitest';
import { createPacer, type Pacer, type PacerOptions, type Turn } from '../../../src/http/pacing.ts';
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

/** One request after the other is responded 429: gives the waits. */
async function limitedInARow(pacer: Pacer, times: number, retryAfter: number | null = null) {
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

  it.each([
    ['longer each time where the service says nothing', null, [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]],
    ['as the service says', 3_000, [3_000, 3_000]],
    ['within a bound, until patience is used up', 3_600_000, [60_000, 60_000, null]],
  ])('waits %s, and begins anew after another answer', async (_what, retryAfter, waits) => {
    const pacer = pacerWith();
    expect(await limitedInARow(pacer, waits.length, retryAfter)).toEqual(waits);
    pacer.responded();
    expect(await limitedInARow(pacer, 1, retryAfter)).toEqual([waits[0]]);
  });

  it('gives up a request that has waited long enough, whatever others were responded', async () => {
    const pacer = pacerWith();
    const turn = await enter(pacer);
    expect(pacer.limited(turn, 1_000, 119_999)).toBe(1_000);
    expect(pacer.limited(turn, 1_000, 120_000)).toBeNull();
  });

  it('slows down once for all that were under way together', async () => {
    const pacer = pacerWith();
    const turns = await Promise.all(Array.from({ length: 8 }, () => enter(pacer)));
    const waits = turns.map((turn) => pacer.limited(turn, null, 0));
    for (const turn of turns) pacer.leave(turn);
    expect(new Set(waits)).toEqual(new Set([500]));
    expect(pacer.summary()).toMatchObject({ waits: 1, waitedMilliseconds: 500, limitedResponses: 8, concurrency: 4 });
  });

  it('never stands still, and comes back slowly', async () => {
    const pacer = pacerWith();
    await limitedInARow(pacer, 6);
    expect(pacer.summary()).toMatchObject({ concurrency: 1, lowestConcurrency: 1 });
    for (let answer = 0; answer < 40; answer += 1) pacer.responded();
    expect(pacer.summary()).toMatchObject({ concurrency: 3, lowestConcurrency: 1 });
    for (let answer = 0; answer < 400; answer += 1) pacer.responded();
    expect(pacer.summary().concurrency).toBe(8);
  });
});
