import { describe, expect, it } from 'vitest';
import { fractionOf, idStream, randomStream } from '../../../src/reference/random-stream.ts';

describe('randomStream', () => {
  it('gives the same numbers for the same seed', () => {
    const [one, other] = [randomStream(7), randomStream(7)];
    expect([one(), one(), one()]).toEqual([other(), other(), other()]);
  });

  it('gives other numbers for another seed', () => {
    expect(randomStream(7)()).not.toBe(randomStream(8)());
  });

  it('gives the numbers of SplitMix64', () => {
    expect(randomStream(0)()).toBe(0xe220a8397b1dcdafn);
  });
});

describe('fractionOf', () => {
  it('maps the ends of 64 bits into 0 up to 1', () => {
    expect(fractionOf(0n)).toBe(0);
    expect(fractionOf(2n ** 64n - 1n)).toBeLessThan(1);
  });
});

describe('idStream', () => {
  it('gives unique positive int64 ids, half of which a double cannot hold', () => {
    const given = new Set<bigint>();
    const next = idStream(randomStream(1), (id) => given.has(id));
    for (let count = 0; count < 1000; count += 1) given.add(next());
    expect(given.size).toBe(1000);
    expect([...given].every((id) => id > 0n && BigInt.asIntN(64, id) === id)).toBe(true);
    expect([...given].filter((id) => BigInt(Number(id)) !== id).length).toBe(500);
  });

  it('draws again where an id is taken', () => {
    const first = idStream(
      () => 4n,
      () => false,
    )();
    const numbers = [4n, 6n];
    const next = idStream(
      () => numbers.shift() ?? 8n,
      (id) => id === first,
    );
    expect(next()).not.toBe(first);
    expect(numbers).toEqual([]);
  });
});
