import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { collectLeavings, leavesMuch, type MemorySparer, memorySparer } from '../../src/conformance/spare-memory.ts';

/** Leaves some ten megabytes behind, too old for the cheap collections. */
function leaveMuch(): number {
  const held = Array.from({ length: 20 }, () => Array.from({ length: 64 * 1024 }, () => 0.5));
  return held.length;
}

/** What the engine is asked for. */
function asked(leave: (sparer: MemorySparer) => void): readonly string[] {
  const words: string[] = [];
  leave(memorySparer({ preferSize: () => words.push('size'), collect: () => words.push('collect') }));
  return words;
}

function sendRequests(count: number): readonly string[] {
  return asked(({ requestSent }) => {
    for (let sent = 0; sent < count; sent += 1) requestSent();
  });
}

describe('what a run has left in its thread', () => {
  it.each([
    ['very many requests', { requests: 6000, heaviestAnswer: 4000 }, true],
    ['large answers', { requests: 800, heaviestAnswer: 3_000_000 }, true],
    ['neither', { requests: 1500, heaviestAnswer: 20_000 }, false],
  ])('is much after %s: %j', (_, run, isMuch) => {
    expect(leavesMuch(run)).toBe(isMuch);
  });

  it('can be collected', () => {
    expect(leaveMuch()).toBe(20);
    const before = getHeapStatistics().used_heap_size;
    collectLeavings();
    expect(getHeapStatistics().used_heap_size).toBeLessThan(before - 5 * 1024 * 1024);
  });
});

describe('what a run leaves while it is under way', () => {
  it('is collected again and again where it sends thousands of requests', () => {
    expect(sendRequests(6034)).toEqual(['collect', 'collect', 'collect', 'collect']);
  });

  it('is not in an ordinary run', () => {
    expect(sendRequests(1200)).toEqual([]);
  });

  it('is collected after some megabytes of large answers, not after each', () => {
    const megabyte = 1024 * 1024;
    expect(asked(({ heavyAnswer }) => [1, 2, 3, 4, 5, 6, 7].forEach(() => heavyAnswer(megabyte)))).toEqual([
      ...Array.from({ length: 6 }, () => 'size'),
      'collect',
      'size',
    ]);
  });
});
