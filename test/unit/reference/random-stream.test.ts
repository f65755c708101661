import { expect, it } from 'vitest';
import { fractionOf, idStream, randomStream } from '../../../src/reference/random-stream.ts';

it('randomStream returns the numbers of SplitMix64 for its seed', () => {
  expect(randomStream(0)()).toBe(0xe220a8397b1dcdafn);
  const [one, other] = [randomStream(7), randomStream(7)];
  expect([one(), one(), one()]).toEqual([other(), other(), other()]);
});

it('fractionOf maps the smallest and the largest number to 0 and below 1', () => {
  expect(fractionOf(0n)).toBe(0);
  expect(fractionOf(2n ** 64n - 1n)).toBeLessThan(1);
});

it('idStream returns positive int64 ids, half of which a double cannot hold', () => {
  const next = idStream(randomStream(1), () => false);
  const ids = Array.from({ length: 1000 }, next);
  expect(ids.every((id) => id > 0n && BigInt.asIntN(64, id) === id)).toBe(true);
  expect(ids.filter((id) => BigInt(Number(id)) !== id).length).toBe(500);
});

it('idStream skips an id that a pet has', () => {
  const first = idStream(randomStream(1), () => false)();
  expect(idStream(randomStream(1), (id) => id === first)()).not.toBe(first);
});
