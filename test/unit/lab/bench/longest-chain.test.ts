import { describe, expect, it } from 'vitest';
import { chainLength, dependentChain, leastWaiting } from '../../../../lab/bench/longest-chain.ts';
import type { Exchange } from '../../../../src/http/exchange.ts';
import { exchange } from '../../../support/fake-records.ts';

const BEGIN = Date.parse('2030-01-01T00:00:00.000Z');

/** An exchange of a case that was under way from one millisecond until another. */
function during(caseId: string, from: number, to: number): Exchange {
  const attempt = {
    startedAt: new Date(BEGIN + from).toISOString(),
    milliseconds: to - from,
    connection: 'fresh',
    status: 200,
    failure: null,
    waitedMilliseconds: 0,
  } as const;
  return { ...exchange(`${caseId} ${from}`), caseId, attempts: [attempt] };
}

describe('the longest chain of requests', () => {
  // Starts are recorded in whole milliseconds.
  it.each([
    ['', 0],
    ['0-20 20-40', 2],
    ['5-30 20-40 0-20', 2],
    ['0-20.4 20-40', 2],
    ['0-22 20-40', 1],
  ])('of those under way during %s ms is %i long', (spans, length) => {
    const read = Array.from(spans.matchAll(/([\d.]+)-([\d.]+)/g), ([, from, to]) => ({
      from: Number(from),
      to: Number(to),
    }));
    expect(chainLength(read)).toBe(length);
  });

  it('is that of fixtures, and that of the longest case', () => {
    const exchanges = [
      during('fixtures', 0, 20),
      during('fixtures', 20, 40),
      during('short', 40, 60),
      during('long', 40, 60),
      during('long', 60, 80),
      during('long', 80, 100),
      during('wide', 40, 60),
      during('wide', 41, 61),
    ];
    expect(dependentChain(exchanges)).toEqual({ fixtures: 2, longestCase: 'long', longest: 3 });
    expect(() => dependentChain(exchanges.slice(0, 1))).toThrow('no exchange of a case');
  });
});

it.each([
  [20, 20, 800],
  [50, 20, 1000],
  [50, 0, 0],
])('800 requests or a chain of %i wait %i ms each, and at least %i ms in all', (chain, latency, least) => {
  expect(leastWaiting(800, chain, { latency, concurrency: 20 })).toBe(least);
});
