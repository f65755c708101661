import { expect, it } from 'vitest';
import { fractionOf, idStream, randomStream } from '../../../src/reference/random-stream.ts';

it('randomStream gives the numbers of SplitMix64, by its seed', () => {
  expect(randomStream(0)()).toBe(0xe220a8397b1dcdafn);
  const [one, other] = [randomStream(7), randomStream(7)];
  expect([one(), one(), one()]).toEqual([other(), other(), other()]);
});

it('fractionOf maps the ends of 64 bits into 0 up to 1', () => {
  expect(fractionOf(0n)).toBe(0);
  expect(fractionOf(2n ** 64n - 1n)).toBeLessThan(1);
});

it('idStream gives positive int64 ids, half of which a double cannot hold', () => {
  const next = idStream(randomStream(1), () => false);
  const ids = Array.from({ length: 1000 }, next);
  expect(ids.every((id) => id > 0n && BigInt.asIntN(64, id) === id)).toBe(true);
  expect(ids.filter((id) => BigInt(Number(id)) !== id).length).toBe(500);
});

it('idStream draws again where an id is taken', () => {
  const first = idStream(randomStream(1), () => false)();
  expect(idStream(randomStream(1), (id) => id === first)()).not.toBe(first);
});
