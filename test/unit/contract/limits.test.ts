import { expect, it } from 'vitest';
import { LIMIT_DEFAULT, LIMIT_MAX, LIMIT_MIN } from '../../../src/contract/limits.ts';

it('the limits are those of part 8', () => {
  expect([LIMIT_MIN, LIMIT_DEFAULT, LIMIT_MAX]).toEqual([1, 20, 100]);
});
