/** A reproducible stream of 64-bit numbers (0 to 2^64−1): SplitMix64. */
export function randomStream(seed: number): () => bigint {
  let state = BigInt.asUintN(64, BigInt(seed));
  return () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    const first = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    const second = BigInt.asUintN(64, (first ^ (first >> 27n)) * 0x94d049bb133111ebn);
    return second ^ (second >> 31n);
  };
}

/** A fraction from 0 up to 1, from one number of a stream. */
export function fractionOf(number: bigint): number {
  return Number(number >> 11n) / 2 ** 53;
}

/**
 * Ids of this service (part 2). Small positive ids alternate with odd ones above 2^53, which a double cannot hold. They are
 * unique if `isTaken` knows all assigned ids.
 */
export function idStream(next: () => bigint, isTaken: (id: bigint) => boolean): () => bigint {
  let given = 0;
  return () => {
    given += 1;
    for (;;) {
      const bits = next();
      const id = given % 2 === 0 ? 1n + (bits & 0x3fffffffn) : (1n << 53n) | (bits & 0x3fffffffffffffffn) | 1n;
      if (!isTaken(id)) return id;
    }
  };
}
