import { describe, expect, it } from 'vitest';
import { chainLength, dependentChain, leastWaiting } from '../../../bench/longest-chain.ts';
import type { Exchange } from '../../../src/target/exchange.ts';
import { exchange } from '../../support/fake-records.ts';

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
  it('counts those that were never under way together', () => {
    const one = { from: 0, to: 20 };
    const after = { from: 20, to: 40 };
    const beside = { from: 5, to: 30 };
    expect(chainLength([one, after])).toBe(2);
    expect(chainLength([beside, after, one])).toBe(2);
    expect(chainLength([one, beside])).toBe(1);
    expect(chainLength([])).toBe(0);
  });

  it('bears that starts are recorded in whole milliseconds, and no more', () => {
    expect(
      chainLength([
        { from: 0, to: 20.4 },
        { from: 20, to: 40 },
      ]),
    ).toBe(2);
    expect(
      chainLength([
        { from: 0, to: 22 },
        { from: 20, to: 40 },
      ]),
    ).toBe(1);
  });

  it('is that of the set-up, and that of the longest case', () => {
    const exchanges = [
      during('set-up', 0, 20),
      during('set-up', 20, 40),
      during('short', 40, 60),
      during('long', 40, 60),
      during('long', 60, 80),
      during('long', 80, 100),
      during('wide', 40, 60),
      during('wide', 41, 61),
    ];
    expect(dependentChain(exchanges)).toEqual({ setUp: 2, longestCase: 'long', longest: 3 });
  });

  it('is not known of a run in which no case sent anything', () => {
    expect(() => dependentChain([during('set-up', 0, 20)])).toThrow('no exchange of a case');
  });
});

describe('the least time of waiting', () => {
  it('is that of all requests, so many at a time, or of the chain, whichever is longer', () => {
    const near = { latency: 20, concurrency: 20 };
    expect(leastWaiting(800, 20, near)).toBe(800);
    expect(leastWaiting(800, 50, near)).toBe(1000);
    expect(leastWaiting(800, 50, { latency: 0, concurrency: 20 })).toBe(0);
  });
});
