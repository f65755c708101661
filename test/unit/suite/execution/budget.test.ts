import { expect, it } from 'vitest';
import { createBudget } from '../../../../src/suite/execution/budget.ts';

it('a budget gives as many as it has, and again what was certainly not used', () => {
  const budget = createBudget(2);
  expect([budget.hasRoom(), budget.reserve(), budget.hasRoom(), budget.reserve()]).toEqual([true, true, true, true]);
  expect([budget.hasRoom(), budget.reserve(), budget.spent()]).toEqual([false, false, 2]);
  budget.countAdditions(0);
  expect([budget.spent(), budget.reserve(), budget.reserve()]).toEqual([1, true, false]);
});

it('requests that must be rejected leave half of a budget for valid pets, and two thirds if they are decided', () => {
  const budget = createBudget(6);
  const allowed = () => [budget.wrong(), budget.allowsWrong(true), budget.allowsWrong(false)];
  budget.reserve();
  budget.countAdditions(1);
  budget.reserve('cases', true);
  budget.countAdditions(1, true);
  expect(allowed()).toEqual([1, true, true]);
  budget.reserve('cases', true);
  expect(allowed()).toEqual([1, false, true]);
  budget.countAdditions(0, true);
  expect(allowed()).toEqual([1, true, true]);
  budget.reserve('cases', true);
  budget.countAdditions(2, true);
  expect([...allowed(), budget.hasRoom()]).toEqual([3, false, false, true]);
});

it('a repeated request counts twice, beyond what was set aside', () => {
  const budget = createBudget(2);
  budget.reserve();
  budget.countAdditions(1);
  budget.reserve();
  budget.countAdditions(2);
  expect([budget.spent(), budget.reserve()]).toEqual([3, false]);
});

it('pets that are set aside are for trials alone, which then use what is left', () => {
  const budget = createBudget(3);
  budget.setAsideForTrials(1);
  expect([budget.reserve('trials'), budget.reserve('trials')]).toEqual([true, true]);
  budget.setAsideForTrials(1);
  expect([budget.reserve(), budget.reserve('trials')]).toEqual([true, false]);
});

it('pets that are set aside for trials remain after repeated requests', () => {
  const budget = createBudget(2);
  budget.setAsideForTrials(1);
  budget.reserve();
  budget.countAdditions(2);
  expect([budget.reserve(), budget.reserve('trials'), budget.reserve('trials')]).toEqual([false, true, false]);
});
