import type { Duration } from '../test/support/durations-reporter.ts';

/** How many times the duration on an idle machine a limit must allow. */
const SPARE = 10;

/** One sentence for each test and hook whose limit is too short for a busy machine. */
export function shortLimits(durations: readonly Duration[]): readonly string[] {
  return durations
    .filter(({ milliseconds, limit }) => milliseconds * SPARE > limit)
    .map(({ name, milliseconds, limit }) => `${name}: took ${seconds(milliseconds)}, its limit is ${seconds(limit)}.`);
}

/** The tests and hooks that took longest, one line each. */
export function longestOf(durations: readonly Duration[], count: number): readonly string[] {
  return durations
    .toSorted((left, right) => right.milliseconds - left.milliseconds)
    .slice(0, count)
    .map(({ name, milliseconds }) => `${seconds(milliseconds)}  ${name}`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
