/** Several measurements of the same thing. */
export interface Spread {
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

/** The spread of some measurements. Throws where there is none. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) throw new RangeError('Nothing was measured.');
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? least, sorted[Math.floor(middle)] ?? most];
  return { least, median: (low + high) / 2, most };
}

/** The medians of what several samples say under the same names. */
export function mediansOf<Name extends string>(
  names: readonly Name[],
  samples: readonly Readonly<Partial<Record<Name, number>>>[],
): ReadonlyMap<Name, number> {
  return new Map(
    names.flatMap((name) => {
      const values = samples.flatMap((sample) => sample[name] ?? []);
      return values.length === 0 ? [] : [[name, spreadOf(values).median] as const];
    }),
  );
}

/** How often the variants of a comparison are measured. */
export interface Rounds {
  readonly rounds: number;
  /** No round starts after this many seconds, except the first. */
  readonly seconds: number;
}

/**
 * Measures variants in turn (A B C A B C …), so that a machine that slows down slows all of them down, and gives the
 * samples of each in the order of the variants.
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
