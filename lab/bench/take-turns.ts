/** How often the variants of a comparison are measured. */
export interface Rounds {
  readonly rounds: number;
  /** No round is begun after so many seconds; the first always is. */
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
