/** The minimum, median and maximum of repeated measurements. */
export interface Spread {
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

/** Returns the spread of some measurements. Throws if there are none. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) throw new RangeError('There are no measurements.');
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? least, sorted[Math.floor(middle)] ?? most];
  return { least, median: (low + high) / 2, most };
}

/** Limits on how often each variant of a comparison is measured. */
interface Rounds {
  readonly rounds: number;
  /** After this many seconds no new round starts. The first round always runs. */
  readonly seconds: number;
}

/**
 * Measures variants alternately (A B C A B C …), so a slow phase of the machine affects all of them. Returns the samples of
 * each variant in the order of the variants.
 */
export async function takeTurns<Sample>(
  variants: readonly (() => Promise<Sample>)[],
  { rounds, seconds }: Rounds,
  now: () => number = () => performance.now(),
): Promise<readonly (readonly Sample[])[]> {
  const samples = variants.map((): Sample[] => []);
  const begun = now();
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0 && now() - begun > seconds * 1000) break;
    for (const [index, measure] of variants.entries()) samples[index]?.push(await measure());
  }
  return samples;
}
