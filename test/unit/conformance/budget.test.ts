import { expect, it } from 'vitest';
import { createBudget } from '../../../src/conformance/budget.ts';

it('a budget gives as many as it has, and again what was certainly not used', () => {
  const budget = createBudget(2);
  expect([budget.hasRoom(), budget.reserve(), budget.hasRoom(), budget.reserve()]).toEqual([true, true, true, true]);
  expect([budget.hasRoom(), budget.reserve(), budget.spent()]).toEqual([false, false, 2]);
  budget.release();
  expect([budget.spent(), budget.reserve(), budget.reserve()]).toEqual([1, true, false]);
});

it('a repeated request counts twice, beyond what was set aside', () => {
  const budget = createBudget(2);
  budget.reserve();
  budget.addRepeat();
  expect([budget.spent(), budget.reserve()]).toEqual([2, false]);
  budget.addRepeat();
  expect(budget.spent()).toBe(3);
});

it('examples that were dropped are counted, and cost nothing', () => {
  const budget = createBudget(0);
  budget.noteDropped(2);
  budget.noteDropped(1);
  expect([budget.dropped(), budget.spent(), budget.reserve()]).toEqual([3, 0, false]);
});
