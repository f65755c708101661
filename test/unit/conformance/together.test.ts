import { expect, it } from 'vitest';
import { together } from '../../../src/conformance/together.ts';

it('things that are done together begin before any is waited for, and all end where one fails', async () => {
  const order: string[] = [];
  const second = Promise.withResolvers<void>();
  const doing = together(
    () => Promise.reject(new RangeError('this one')),
    async () => {
      await second.promise;
      order.push('first');
    },
    async () => {
      order.push('second');
      second.resolve();
      throw new RangeError('another');
    },
  );
  await expect(doing).rejects.toEqual(new RangeError('this one'));
  expect(order).toEqual(['second', 'first']);
});
