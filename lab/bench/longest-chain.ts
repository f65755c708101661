import { FIXTURES_CASE } from '../../src/suite/fixtures/fixture-step.ts';
import type { Exchange } from '../../src/http/exchange.ts';

/** One request while it was under way, in milliseconds of one clock. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Starts are recorded in whole milliseconds, so a request may seem to start before the end of the one that it waited for. */
const ROUNDING = 1;

/** The most intervals of which none overlaps another: so many requests of one case waited for each other. */
export function chainLength(intervals: readonly Interval[]): number {
  let length = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of intervals.toSorted((one, other) => one.to - other.to)) {
    if (from < end - ROUNDING) continue;
    length += 1;
    end = to;
  }
  return length;
}

/** The longest chain of dependent requests: that of fixtures, and after it that of one case. */
export interface DependentChain {
  readonly fixtures: number;
  readonly longestCase: string;
  readonly longest: number;
}

/**
 * Finds the longest chain of dependent requests in what a run recorded. Requests of one case that were never under way
 * together count as dependent, and every case on fixtures, so that it is too long rather than too short. Throws
 * where nothing but fixtures sent anything.
 */
export function dependentChain(exchanges: readonly Exchange[]): DependentChain {
  const lengths = [...Map.groupBy(exchanges, ({ caseId }) => caseId)].map(([caseId, own]) => ({
    caseId,
    length: chainLength(own.flatMap(intervalsOf)),
  }));
  const fixtures = lengths.find(({ caseId }) => caseId === FIXTURES_CASE)?.length ?? 0;
  const [longest] = lengths
    .filter(({ caseId }) => caseId !== FIXTURES_CASE)
    .toSorted((one, other) => other.length - one.length);
  if (longest === undefined) throw new Error('The report holds no exchange of a case.');
  return { fixtures, longestCase: longest.caseId, longest: longest.length };
}

function intervalsOf({ attempts }: Exchange): readonly Interval[] {
  return attempts.map(({ startedAt, milliseconds }) => {
    const from = Date.parse(startedAt);
    return { from, to: from + milliseconds };
  });
}

/**
 * The least time in milliseconds that a run needs for waiting alone: every request takes `latency`, so many go at a time,
 * and a chain waits for each of its own.
 */
export function leastWaiting(
  requests: number,
  chain: number,
  { latency, concurrency }: { readonly latency: number; readonly concurrency: number },
): number {
  return latency * Math.max(requests / concurrency, chain);
}
