import { expect, it } from 'vitest';
import { createConcurrencyLimit } from '../../../../src/http/pacing/concurrency-limit.ts';

it('the limit of simultaneous requests is never below one, and recovers slowly', () => {
  const limit = createConcurrencyLimit(8);
  const respond = (times: number): void => {
    for (let count = 0; count < times; count += 1) limit.recordResponse();
  };
  for (let count = 0; count < 6; count += 1) limit.halve();
  expect([limit.allowed(), limit.lowest()]).toEqual([1, 1]);
  respond(40);
  expect([limit.allowed(), limit.lowest()]).toEqual([3, 1]);
  respond(19);
  limit.recordDisturbance();
  respond(19);
  expect(limit.allowed()).toBe(3);
  respond(400);
  expect(limit.allowed()).toBe(8);
});

it('the limit of simultaneous requests is lower while bodies are large', () => {
  const limit = createConcurrencyLimit(8);
  limit.recordBodySize(1_000);
  expect(limit.forBodies()).toBe(8);
  limit.recordBodySize(1_000_000);
  expect([limit.forBodies(), limit.allowed()]).toEqual([2, 8]);
  limit.recordBodySize(10_000_000);
  expect(limit.forBodies()).toBe(1);
});
