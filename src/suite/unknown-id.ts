import { INT64_MAX } from '../contract/exact-integer.ts';
import type { Run } from './run.ts';

/** From which part of the int64 range an id is drawn. `exact` is above 2^53 and odd, so no double holds it. */
export type IdRange = 'positive' | 'negative' | 'exact' | 'small';

/** Draws an id that no response of the run has shown. That no pet has it is likely, not certain. */
export function drawUnknownId(run: Pick<Run, 'known'>, random: () => number, range: IdRange): bigint {
  for (;;) {
    const id = draw(random, range);
    if (run.known.find(id) === undefined) return id;
  }
}

function draw(random: () => number, range: IdRange): bigint {
  const word = (): bigint => BigInt(Math.floor(random() * 2 ** 32));
  const positive = ((word() << 32n) | word()) & INT64_MAX;
  switch (range) {
    case 'positive':
      return positive;
    case 'negative':
      return -positive - 1n;
    case 'exact':
      return positive | (1n << 54n) | 1n;
    case 'small':
      return 1_000_000_000n + (positive & 0x3fff_ffffn);
  }
}
