/** Random numbers from 0 up to 1, reproducible by seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
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

/** The items in random order. */
export function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
