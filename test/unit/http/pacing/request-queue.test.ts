import { describe, expect, it } from 'vitest';
import {
  createRequestQueue,
  type QueueRules,
  type RequestQueue,
  type Turn,
} from '../../../../src/http/pacing/request-queue.ts';

function queueOf(limit: number, rules: Partial<QueueRules> = {}, stop = new AbortController()): RequestQueue {
  return createRequestQueue({ limit: () => limit, takeSlot: () => true, ...rules }, stop.signal);
}

async function enter(queue: RequestQueue, alone = false): Promise<Turn> {
  const turn = await queue.enter(0, alone);
  if (turn === null) throw new Error('the run was stopped');
  return turn;
}

/** Whether a place is given at once. */
async function isFree(queue: RequestQueue): Promise<boolean> {
  let given = false;
  void queue.enter().then(() => (given = true));
  await Promise.resolve();
  return given;
}

describe('the queue of requests', () => {
  it('lets through as many as are allowed, and the next when one leaves', async () => {
    const queue = queueOf(2);
    const turn = await enter(queue);
    await enter(queue);
    expect(await isFree(queue)).toBe(false);
    queue.leave(turn);
    expect(queue.started()).toBe(3);
  });

  it('lets those of a lower rank go first, and others in their order', async () => {
    const queue = queueOf(1);
    const turn = await enter(queue);
    const order: string[] = [];
    const waiting = (['late', 'later', 'early', 'latest'] as const).map(async (name) => {
      const own = await queue.enter({ early: 1, late: 2, later: 2, latest: 3 }[name]);
      order.push(name);
      if (own !== null) queue.leave(own);
    });
    queue.leave(turn);
    await Promise.all(waiting);
    expect(order).toEqual(['early', 'late', 'later', 'latest']);
  });

  it('lets a request through alone', async () => {
    const queue = queueOf(8);
    const turn = await enter(queue);
    const entering = enter(queue, true);
    expect(await isFree(queue)).toBe(false);
    queue.leave(turn);
    const given = await entering;
    expect(given).toEqual({ number: 2, alone: true });
    expect(await isFree(queue)).toBe(false);
    queue.leave(given);
    expect(queue.started()).toBe(4);
  });

  it('holds requests back until they may start', async () => {
    let hasSlot = false;
    const queue = queueOf(8, { takeSlot: () => hasSlot });
    expect(await isFree(queue)).toBe(false);
    hasSlot = true;
    expect(queue.started()).toBe(0);
    queue.advance();
    expect(queue.started()).toBe(1);
  });

  it('notes when no request waits for a place any more', async () => {
    const stop = new AbortController();
    const queue = queueOf(1, {}, stop);
    await queue.noneWaits();
    const turn = await enter(queue);
    const [waiting, none] = [queue.enter(), queue.noneWaits()];
    const ended: string[] = [];
    void waiting.then(() => ended.push('sent'));
    void none.then(() => ended.push('none waits'));
    await Promise.resolve();
    expect(ended).toEqual([]);
    queue.leave(turn);
    await Promise.all([waiting, none]);
    expect(ended).toEqual(['sent', 'none waits']);
    const others = [queue.enter(), queue.noneWaits()];
    stop.abort();
    expect(await Promise.all(others)).toEqual([null, undefined]);
  });
});
