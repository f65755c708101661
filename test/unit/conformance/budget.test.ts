import { expect, it } from 'vitest';
import { createBudget } from '../../../src/conformance/budget.ts';

it('gives as many as it has, and no more', () => {
  const budget = createBudget(2);
  expect([budget.reserve(), budget.reserve(), budget.reserve()]).toEqual([true, true, false]);
  expect(budget.spent()).toBe(2);
});

it('gives again what was certainly not used', () => {
  const budget = createBudget(1);
  budget.reserve();
  budget.release();
  expect(budget.spent()).toBe(0);
  expect(budget.reserve()).toBe(true);
  expect(budget.reserve()).toBe(false);
});

it('counts a repeated request twice, beyond what was set aside', () => {
  const budget = createBudget(2);
  budget.reserve();
  budget.addRepeat();
  expect(budget.spent()).toBe(2);
  expect(budget.reserve()).toBe(false);
  budget.addRepeat();
  expect(budget.spent()).toBe(3);
});

it('of nothing gives nothing', () => {
  expect(createBudget(0).reserve()).toBe(false);
});

it('tells whether it has room, without taking any', () => {
  const budget = createBudget(1);
  expect([budget.hasRoom(), budget.hasRoom()]).toEqual([true, true]);
  budget.reserve();
  expect(budget.hasRoom()).toBe(false);
});

it('counts the examples that were dropped for it', () => {
  const budget = createBudget(0);
  expect(budget.dropped()).toBe(0);
  budget.noteDropped(2);
  budget.noteDropped(1);
  expect(budget.dropped()).toBe(3);
  expect(budget.spent()).toBe(0);
});
