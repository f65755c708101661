import { describe, expect, it } from 'vitest';
import type { Disturbance, DisturbanceSign } from '../../../src/http/disturbance.ts';
import type { TransportFailure } from '../../../src/http/exchange.ts';
import type { TransportFailureKind } from '../../../src/http/failure-kinds.ts';
import { createPacing, type MetSoFar, NOTHING_MET, type Pacing } from '../../../src/http/pacing.ts';
import type { Turn } from '../../../src/http/turns.ts';
import { fakeTime } from '../../support/client-under-test.ts';

type Options = Parameters<typeof createPacing>[0];

const { signal } = new AbortController();
const onPause = (): void => undefined;

function pacingWith(changes: Partial<Options> = {}): Pacing {
  return createPacing({ concurrency: 8, requestsPerSecond: null, signal, onPause, ...fakeTime(), ...changes });
}

async function enter(pacing: Pacing, met?: MetSoFar): Promise<Turn> {
  const turn = await pacing.enter(0, met);
  if (turn === null) throw new Error('the run was stopped');
  return turn;
}

/** The number of its turn, if it is given at once. */
async function numberNow(pacing: Pacing): Promise<number | null> {
  let number: number | null = null;
  void pacing.enter().then((turn) => (number = turn?.number ?? null));
  await Promise.resolve();
  return number;
}

function disturbance(sign: DisturbanceSign, retryAfter: number | null = null): Disturbance {
  return { sign, retryAfter };
}

/** Before the first attempt of a request while the service responds. */
const FIRST: MetSoFar = { disturbed: 0, whileUp: 0, responses: -1, waited: 0 };
/** Before a second attempt after which the service has responded to no other request. */
const UNANSWERED: MetSoFar = { disturbed: 1, whileUp: 1, responses: Infinity, waited: 0 };

/** A request whose attempts failed while the service responded to others. */
function alone(disturbed: number): MetSoFar {
  return { ...FIRST, disturbed, whileUp: disturbed };
}

function respond(pacing: Pacing, times: number): void {
  for (let count = 0; count < times; count += 1) pacing.recordResponse();
}

/** The milliseconds that a request waits after a disturbance; null if it is given up. */
function waitAfter(pacing: Pacing, turn: Turn, sign: Disturbance, met: MetSoFar): number | null {
  const next = pacing.recordDisturbance(turn, sign, met);
  return next === null ? null : next.waited - met.waited;
}

/** One request after the other meets a disturbance: gives the waits. */
async function disturbedInARow(pacing: Pacing, times: number, sign: Disturbance, met: MetSoFar) {
  const waits: (number | null)[] = [];
  for (let time = 0; time < times; time += 1) {
    const turn = await enter(pacing);
    waits.push(waitAfter(pacing, turn, sign, met));
    pacing.leave(turn);
  }
  return waits;
}

/** Requests are given up, each after attempts alone. */
async function giveUp(pacing: Pacing, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const turn = await enter(pacing, alone(6));
    expect(pacing.recordDisturbance(turn, disturbance(502), alone(6))).toBeNull();
    pacing.leave(turn);
  }
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

function failure(kind: TransportFailureKind): TransportFailure {
  return { kind, message: 'It failed.' };
}

function dead(times: number): readonly TransportFailureKind[] {
  return Array.from({ length: times }, () => 'response-timeout');
}

describe('the places of the pacing', () => {
  it('are as many as are allowed, and one that is left is given to the next', async () => {
    const pacing = pacingWith({ concurrency: 2 });
    const turn = await enter(pacing);
    await enter(pacing);
    const third = pacing.enter();
    expect(await numberNow(pacing)).toBeNull();
    pacing.leave(turn);
    expect(await third).toEqual({ number: 3, alone: false });
  });

  it('are given to a lower rank first, and otherwise in order', async () => {
    const pacing = pacingWith({ concurrency: 1 });
    const turn = await enter(pacing);
    const order: string[] = [];
    const waiting = (['late', 'later', 'early', 'latest'] as const).map(async (name) => {
      const own = await pacing.enter({ early: 1, late: 2, later: 2, latest: 3 }[name]);
      order.push(name);
      if (own !== null) pacing.leave(own);
    });
    pacing.leave(turn);
    await Promise.all(waiting);
    expect(order).toEqual(['early', 'late', 'later', 'latest']);
  });

  it('are empty beside a last attempt', async () => {
    const pacing = pacingWith();
    const turn = await enter(pacing);
    const entering = enter(pacing, alone(6));
    expect(await numberNow(pacing)).toBeNull();
    pacing.leave(turn);
    const given = await entering;
    expect(given).toEqual({ number: 2, alone: true });
    expect(await numberNow(pacing)).toBeNull();
    pacing.leave(given);
    expect(await numberNow(pacing)).toBe(5);
  });

  it('are fewer while bodies are large', async () => {
    const pacing = pacingWith();
    pacing.recordBodySize(1_000_000);
    expect([await numberNow(pacing), await numberNow(pacing), await numberNow(pacing)]).toEqual([1, 2, null]);
    expect(pacing.largestBody()).toBe(1_000_000);
  });

  it('wait until a place is free, and not beyond the end of the run', async () => {
    const stop = new AbortController();
    const pacing = pacingWith({ concurrency: 1, signal: stop.signal });
    const turn = await enter(pacing);
    const waiting = pacing.enter();
    pacing.leave(turn);
    expect(await waiting).toMatchObject({ number: 2 });
    const other = pacing.enter();
    stop.abort();
    expect(await other).toBeNull();
    expect(await pacing.enter()).toBeNull();
  });
});

describe('a configured rate', () => {
  it('spreads requests evenly', async () => {
    const time = fakeTime();
    const pacing = pacingWith({ requestsPerSecond: 100, ...time });
    for (let request = 0; request < 3; request += 1) await enter(pacing);
    expect(time.slept).toEqual([10, 10]);
  });
});

describe('a service that limits the rate', () => {
  it.each([
    [2, null],
    [20, null],
    [5, 1_000],
  ])('to %s requests in a second is sent nearly as many, Retry-After %s', async (perSecond, retryAfter) => {
    const time = eventTime();
    const pacing = pacingWith({ ...time, concurrency: 20 });
    const seconds = 120;
    let nextAt = 0;
    let left = perSecond * seconds;
    let givenUp = 0;
    async function sender(): Promise<void> {
      while (left > 0) givenUp += (await sendUntilAccepted()) ? 0 : 1;
    }
    async function sendUntilAccepted(): Promise<boolean> {
      for (let met = NOTHING_MET; ;) {
        const turn = await enter(pacing, met);
        await time.sleep(2);
        const now = time.clock.monotonic();
        const isAccepted = now >= nextAt;
        if (isAccepted) nextAt = now + 1000 / perSecond;
        pacing.leave(turn);
        if (isAccepted) {
          left -= 1;
          pacing.recordResponse();
          return true;
        }
        const next = pacing.recordDisturbance(turn, disturbance(503, retryAfter), met);
        if (next === null) return false;
        await time.sleep(next.waited - met.waited);
        met = next;
      }
    }
    await time.runUntil(Promise.all(Array.from({ length: 20 }, sender)));
    expect(givenUp).toBe(0);
    expect(time.clock.monotonic() / 1000).toBeLessThan(1.7 * seconds);
  });

  it('is sent requests further apart after each limit, and closer together after responses', async () => {
    const pacing = pacingWith();
    const rates: (number | null)[] = [];
    for (const accepted of [20, 1, 1, 20, 1_500]) {
      respond(pacing, accepted);
      rates.push(pacing.summary().requestsPerSecond);
      await disturbedInARow(pacing, 1, disturbance(503), FIRST);
    }
    expect(rates).toEqual([null, 252.5, 170.1, 138.6, null]);
    expect(pacing.summary().concurrency).toBe(8);
  });

  it('is none if no distance helps: then fewer requests are under way', async () => {
    const pacing = pacingWith();
    for (let limits = 0; limits < 20; limits += 1) {
      respond(pacing, 1);
      await disturbedInARow(pacing, 1, disturbance(503), FIRST);
    }
    expect(pacing.summary()).toMatchObject({ requestsPerSecond: null, lowestConcurrency: 1 });
  });
});

describe('simultaneous requests', () => {
  it('are halved down to one, and one more is allowed after twenty responses', async () => {
    const pacing = pacingWith();
    for (let time = 0; time < 6; time += 1) {
      respond(pacing, 1);
      await disturbedInARow(pacing, 1, disturbance(502), FIRST);
    }
    expect(pacing.summary()).toMatchObject({ concurrency: 1, lowestConcurrency: 1 });
    respond(pacing, 40);
    expect(pacing.summary()).toMatchObject({ concurrency: 3, lowestConcurrency: 1 });
    respond(pacing, 400);
    expect(pacing.summary().concurrency).toBe(8);
  });

  it('are halved once for all that were under way together, and once in an outage', async () => {
    const pacing = pacingWith();
    const turns = await Promise.all(Array.from({ length: 8 }, () => enter(pacing)));
    const waits = turns.map((turn) => waitAfter(pacing, turn, disturbance(502), UNANSWERED));
    for (const turn of turns) pacing.leave(turn);
    expect(new Set(waits)).toEqual(new Set([500]));
    expect(pacing.summary()).toMatchObject({ waits: 1, waitedMilliseconds: 500, disturbances: { 502: 8 } });
    await disturbedInARow(pacing, 2, disturbance(502), UNANSWERED);
    expect(pacing.summary()).toMatchObject({ waits: 3, concurrency: 4 });
  });

  it('are halved after time-outs, once for those under way together', async () => {
    const pacing = pacingWith();
    const turns = await Promise.all(Array.from({ length: 8 }, () => enter(pacing)));
    for (const turn of turns) pacing.recordEnd(failure('response-timeout'), turn);
    expect(pacing.summary()).toMatchObject({ waits: 0, concurrency: 4, disturbances: {} });
  });
});

describe('the run', () => {
  const DOUBLING = [500, 1_000, 2_000, 4_000, 8_000, 10_000];

  it.each([
    ['longer each time where a limit says nothing', disturbance(429), [...DOUBLING, 10_000]],
    ['as the service says', disturbance(503, 3_000), [3_000, 3_000]],
    ['within a bound, until patience is used up', disturbance(503, 3_600_000), [60_000, 60_000, null]],
    ['for an outage until a shorter patience is used up', disturbance(502), [...DOUBLING, 10_000, null]],
  ])('pauses %s, and starts again after a response', async (_what, sign, waits) => {
    const pacing = pacingWith();
    pacing.recordResponse();
    expect(await disturbedInARow(pacing, waits.length, sign, UNANSWERED)).toEqual(waits);
    pacing.recordEnd(failure('refused'));
    expect(pacing.obstacle() !== null).toBe(waits.includes(null));
    pacing.recordResponse();
    expect(await disturbedInARow(pacing, 1, sign, UNANSWERED)).toEqual([waits[0]]);
    expect(pacing.obstacle()).toBeNull();
  });

  it('pauses a short time where nothing was ever answered', async () => {
    const pacing = pacingWith();
    expect(await disturbedInARow(pacing, 4, disturbance('refused'), UNANSWERED)).toEqual([500, 1_000, 2_000, null]);
    pacing.recordEnd(failure('refused'));
    expect(pacing.obstacle()).toEqual(failure('refused'));
  });

  it('does not pause while the service responds, unless the service says so', async () => {
    const pacing = pacingWith();
    const wait = async (sign: Disturbance) => {
      pacing.recordResponse();
      const turn = await enter(pacing);
      pacing.leave(turn);
      return waitAfter(pacing, turn, sign, FIRST);
    };
    expect(await wait(disturbance(502))).toBe(100);
    expect(await wait(disturbance(429))).toBe(100);
    expect(await wait(disturbance(503, 2_000))).toBe(2_000);
    expect(pacing.summary()).toMatchObject({ waits: 1, waitedMilliseconds: 2_000 });
  });

  it('sends one request at a time, and none at once, after two disturbances without a response between them', async () => {
    const pacing = pacingWith();
    pacing.recordResponse();
    await disturbedInARow(pacing, 2, disturbance(502), FIRST);
    expect(pacing.summary()).toMatchObject({ waits: 0, waitedMilliseconds: 100 });
    expect(await enter(pacing)).toMatchObject({ number: 3 });
    const next = pacing.enter();
    expect(await numberNow(pacing)).toBeNull();
    pacing.recordResponse();
    expect(await next).toMatchObject({ number: 4 });
    expect(await numberNow(pacing)).toBe(6);
  });
});

describe('a request', () => {
  it('that is disturbed while others are answered is given up after seven attempts, the last of them alone', async () => {
    const pacing = pacingWith();
    pacing.recordResponse();
    const waits: unknown[] = [];
    const turns: Turn[] = [];
    for (let disturbed = 2; disturbed <= 7; disturbed += 1) {
      const turn = await enter(pacing, alone(disturbed - 1));
      pacing.leave(turn);
      turns.push(turn);
      waits.push(waitAfter(pacing, turn, disturbance(502), alone(disturbed - 1)));
    }
    expect(turns.map((turn) => turn.alone)).toEqual([false, false, false, false, false, true]);
    expect(waits).toEqual([200, 400, 800, 1_600, 3_200, null]);
    expect(pacing.summary()).toMatchObject({ waits: 0, concurrency: 8, disturbances: { 502: 6 } });
  });

  it('is not given up before an attempt alone', async () => {
    const pacing = pacingWith();
    expect(pacing.recordDisturbance(await enter(pacing), disturbance(502), alone(6))).not.toBeNull();
  });

  it('that is given up keeps the number in flight, and takes back the distance between two starts', async () => {
    const pacing = pacingWith();
    await disturbedInARow(pacing, 1, disturbance(502), FIRST);
    pacing.recordResponse();
    await disturbedInARow(pacing, 1, disturbance(503), FIRST);
    expect(pacing.summary()).toMatchObject({ concurrency: 4, requestsPerSecond: 250 });
    await giveUp(pacing, 1);
    expect(pacing.summary()).toMatchObject({ concurrency: 4, requestsPerSecond: null });
  });

  it('has two attempts once three were given up, until one recovers', async () => {
    const pacing = pacingWith();
    pacing.recordResponse();
    await giveUp(pacing, 3);
    const turn = await enter(pacing, alone(1));
    expect(turn.alone).toBe(true);
    expect(pacing.recordDisturbance(turn, disturbance(502), alone(1))).toBeNull();
    pacing.leave(turn);
    pacing.recordResponse(true);
    expect((await enter(pacing, alone(1))).alone).toBe(false);
  });

  it('whose rate is limited is given up only when it has waited long enough', async () => {
    const pacing = pacingWith();
    const turn = await enter(pacing, alone(6));
    const waited = (milliseconds: number): MetSoFar => ({ ...alone(50), waited: milliseconds });
    expect(pacing.recordDisturbance(turn, disturbance(429), waited(119_999))).not.toBeNull();
    expect(pacing.recordDisturbance(turn, disturbance(429), waited(120_000))).toBeNull();
    pacing.recordEnd(failure('disturbed'));
    expect(pacing.obstacle()).toBeNull();
  });

  it('whose rate is limited has two attempts too, once three were given up', async () => {
    const pacing = pacingWith();
    pacing.recordResponse();
    await giveUp(pacing, 3);
    expect(pacing.recordDisturbance(await enter(pacing, alone(1)), disturbance(429), alone(1))).toBeNull();
  });

  it('that is asked to wait longer than the run does is given up at once, and slows nothing down', async () => {
    const pacing = pacingWith();
    pacing.recordResponse();
    expect(pacing.recordDisturbance(await enter(pacing), disturbance(429, 120_001), FIRST)).toBeNull();
    expect(pacing.summary()).toMatchObject({ waits: 0, disturbances: { 429: 1 }, requestsPerSecond: null });
  });
});

describe('a cut body', () => {
  it('is excused by a disturbance within two seconds, and a further cut body is none', async () => {
    const time = fakeTime();
    const pacing = pacingWith(time);
    const turn = await enter(pacing);
    pacing.recordDisturbance(turn, disturbance('cut-short'), FIRST, false);
    expect(await pacing.excusesCut(null)).toBe(false);
    let looks = 0;
    const isExcused = await pacing.excusesCut(async () => {
      looks += 1;
      if (looks === 10) pacing.recordDisturbance(turn, disturbance(502), FIRST, false);
    });
    expect([isExcused, looks]).toEqual([true, 10]);
    await time.sleep(2_000, signal);
    expect(await pacing.excusesCut(null)).toBe(true);
    await time.sleep(1, signal);
    expect(await pacing.excusesCut(null)).toBe(false);
  });

  it('that no disturbance was near shows that the service cuts bodies by itself', async () => {
    const time = fakeTime();
    const pacing = pacingWith(time);
    expect(await pacing.excusesCut(async () => undefined)).toBe(false);
    pacing.recordDisturbance(await enter(pacing), disturbance(502), FIRST, false);
    expect(await pacing.excusesCut(null)).toBe(false);
  });
});

describe('the target', () => {
  it.each<[what: string, endings: readonly (TransportFailureKind | null)[], concurrency: number, isGone: boolean]>([
    ['is gone after five time-outs in a row', dead(5), 1, true],
    ['is not gone after as many as are under way at a time, less one', dead(7), 8, false],
    ['is gone after as many as are under way at a time', dead(8), 8, true],
    ['is not gone if one of five is answered', [...dead(4), null, ...dead(4)], 1, false],
    ['is back after a response', [...dead(5), null], 1, false],
    [
      'is not gone if its responses break off',
      [...dead(4), 'cut-short', 'not-http', 'undecodable', ...dead(4)],
      1,
      false,
    ],
    [
      'is not gone after disturbances within the patience of the run',
      Array.from({ length: 9 }, () => 'disturbed'),
      1,
      false,
    ],
  ])('%s', (_what, endings, concurrency, isGone) => {
    const pacing = pacingWith({ concurrency });
    for (const ending of endings) pacing.recordEnd(ending === null ? null : failure(ending));
    expect(pacing.obstacle()).toEqual(isGone ? failure('response-timeout') : null);
  });
});
