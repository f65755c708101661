import { expect, it } from 'vitest';
import { createTurns } from '../../../src/conformance/turns.ts';

it('gives one turn at a time, in the order in which they were asked for', async () => {
  const turns = createTurns();
  const taken: number[] = [];
  const first = await turns.take();
  const waiting = [2, 3].map(async (number) => {
    const end = await turns.take();
    taken.push(number);
    return end;
  });
  await Promise.resolve();
  expect(taken).toEqual([]);
  first();
  const second = await waiting[0];
  expect(taken).toEqual([2]);
  second?.();
  await waiting[1];
  expect(taken).toEqual([2, 3]);
});
