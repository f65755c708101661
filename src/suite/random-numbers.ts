/** Random numbers from 0 up to 1. */
export type Random = () => number;

/** Random numbers, reproducible by seed (mulberry32). */
export function randomNumbers(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Derives a seed for one purpose of a run. */
export function seedFor(seed: number, purpose: string): number {
  let hash = seed >>> 0;
  for (const character of purpose)
    hash = (Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) ^ (hash >>> 15)) >>> 0;
  return hash;
}

/** Random numbers for one purpose of a run. The same seed gives the same numbers. */
export function randomFor({ seed }: { readonly seed: number }, purpose: string): Random {
  return randomNumbers(seedFor(seed, purpose));
}

/** One of some choices. Throws RangeError if there are none. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new RangeError('There is nothing to pick from.');
  return choice;
}

/** An integer from `least` to `most`, both included. */
export function integerBetween(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** The same for integers of any size. */
export function bigIntegerBetween(random: Random, least: bigint, most: bigint): bigint {
  const span = most - least + 1n;
  let drawn = 0n;
  for (let bits = 0; bits < span.toString(2).length + 32; bits += 32)
    drawn = (drawn << 32n) | BigInt(Math.floor(random() * 2 ** 32));
  return least + (drawn % span);
}

/** The items in random order. */
export function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
