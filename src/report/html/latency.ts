import { REQUEST_KINDS, type RequestKind } from '../../contract/operations.ts';
import type { Exchange } from '../../http/exchange.ts';

/** Times of the answers to one operation, in milliseconds, shortest first. Never empty. */
export interface Latency {
  readonly operation: RequestKind;
  readonly times: readonly number[];
}

/** How long each operation took to answer: the last attempt of each exchange that was answered. */
export function latencies(exchanges: readonly Exchange[]): readonly Latency[] {
  const byOperation = Map.groupBy(exchanges, ({ operation }) => operation);
  return REQUEST_KINDS.map((operation) => ({
    operation,
    times: (byOperation.get(operation) ?? []).flatMap(answerTime).sort((one, other) => one - other),
  })).filter(({ times }) => times.length > 0);
}

function answerTime({ attempts, response }: Exchange): readonly number[] {
  const last = attempts.at(-1);
  return response === null || last === undefined || !(last.milliseconds >= 0) ? [] : [last.milliseconds];
}

/** The smallest time that at least this share (0 to 1) of all times does not exceed. */
export function quantile({ times }: Latency, share: number): number {
  return times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0;
}

/** How many times fall into each of `bins` steps of equal ratio between `shortest` and `longest`. */
export function histogram({ times }: Latency, scale: TimeScale, bins: number): readonly number[] {
  const counts = Array.from({ length: bins }, () => 0);
  for (const time of times) {
    const bin = Math.min(bins - 1, Math.floor(scale.place(time) * bins));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** Maps times to places between 0 and 1, equal ratios to equal distances. `ticks` are powers of ten within. */
export interface TimeScale {
  readonly place: (time: number) => number;
  readonly ticks: readonly number[];
}

/** One scale for all operations, from a power of ten to another, so that they can be compared. */
export function timeScale(all: readonly Latency[]): TimeScale {
  const longest = Math.max(1, ...all.map(({ times }) => times.at(-1) ?? 0));
  const shortest = Math.min(...all.map(({ times }) => times[0] ?? 1));
  const low = Math.min(0, Math.floor(Math.log10(Math.max(0.1, shortest))));
  const high = Math.max(low + 1, Math.ceil(Math.log10(longest)));
  const ticks = Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step));
  return {
    place: (time) => Math.min(1, Math.max(0, (Math.log10(Math.max(time, 10 ** low)) - low) / (high - low))),
    ticks,
  };
}
