import { expect, it } from 'vitest';
import { createBudget } from '../../../../src/suite/execution/budget.ts';

it('a budget gives as many as it has, and again what was certainly not used', () => {
  const budget = createBudget(2);
  expect([budget.hasRoom(), budget.reserve(), budget.hasRoom(), budget.reserve()]).toEqual([true, true, true, true]);
  expect([budget.hasRoom(), budget.reserve(), budget.spent()]).toEqual([false, false, 2]);
  budget.release();
  expect([budget.spent(), budget.reserve(), budget.reserve()]).toEqual([1, true, false]);
});

it('requests that must be rejected leave two thirds of a budget for the others', () => {
  const budget = createBudget(6);
  budget.countWrong(1);
  expect([budget.wrong(), budget.allowsWrong()]).toEqual([1, true]);
  budget.countWrong(1);
  expect([budget.wrong(), budget.allowsWrong(), budget.hasRoom()]).toEqual([2, false, true]);
});

it('a repeated request counts twice, beyond what was set aside', () => {
  const budget = createBudget(2);
  budget.reserve();
  budget.addRepeat();
  expect([budget.spent(), budget.reserve()]).toEqual([2, false]);
  budget.addRepeat();
  expect(budget.spent()).toBe(3);
});
