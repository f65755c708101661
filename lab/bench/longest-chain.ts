import { FIXTURES_CASE } from '../../src/suite/fixtures/fixture-step.ts';
import type { Exchange } from '../../src/http/exchange.ts';

/** The start and the end of one request, in milliseconds of one clock. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Starts are recorded in whole milliseconds, so a request may seem to start before the previous one ended. */
const ROUNDING = 1;

/** The largest number of intervals that do not overlap. This many requests of one case waited for each other. */
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

/** The longest chain of dependent requests: the chain of the fixtures, then the chain of one case. */
export interface DependentChain {
  readonly fixtures: number;
  readonly longestCase: string;
  readonly longest: number;
}

/**
 * Finds the longest chain of dependent requests in the exchanges of a run. Requests of one case that did not overlap count
 * as dependent. Every case counts as dependent on the fixtures. The result may therefore be too long, but never too short.
 * Throws if only fixtures sent requests.
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
  if (longest === undefined) throw new Error('The report contains no exchange of a case.');
  return { fixtures, longestCase: longest.caseId, longest: longest.length };
}

function intervalsOf({ attempts }: Exchange): readonly Interval[] {
  return attempts.map(({ startedAt, milliseconds }) => {
    const from = Date.parse(startedAt);
    return { from, to: from + milliseconds };
  });
}

/**
 * The minimum time in milliseconds that a run waits. Every request takes `latency`, `concurrency` requests run at a time,
 * and the requests of the chain run one after another.
 */
export function leastWaiting(
  requests: number,
  chain: number,
  { latency, concurrency }: { readonly latency: number; readonly concurrency: number },
): number {
  return latency * Math.max(requests / concurrency, chain);
}
