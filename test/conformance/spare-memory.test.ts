import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { collectLeavings, leavesMuch } from '../../src/conformance/spare-memory.ts';

/** Leaves some ten megabytes behind, too old for the cheap collections. */
function leaveMuch(): number {
  const held = Array.from({ length: 20 }, () => Array.from({ length: 64 * 1024 }, () => 0.5));
  return held.length;
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
