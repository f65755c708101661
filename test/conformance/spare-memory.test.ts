import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { collectLeavings } from '../../src/conformance/spare-memory.ts';

/** Leaves some ten megabytes behind, too old for the cheap collections. */
function leaveMuch(): number {
  const held = Array.from({ length: 20 }, () => Array.from({ length: 64 * 1024 }, () => 0.5));
  return held.length;
}

describe('what a run has left in its thread', () => {
  it('is collected where it is much', () => {
    expect(leaveMuch()).toBe(20);
    const before = getHeapStatistics().used_heap_size;
    expect(collectLeavings(1)).toBe(true);
    expect(getHeapStatistics().used_heap_size).toBeLessThan(before - 5 * 1024 * 1024);
  });

  it('is left lying where it is not', () => {
    expect(collectLeavings(Number.POSITIVE_INFINITY)).toBe(false);
  });
});
