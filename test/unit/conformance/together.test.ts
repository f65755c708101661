import { describe, expect, it } from 'vitest';
import { together } from '../../../src/conformance/together.ts';

describe('doing things together', () => {
  it('begins all of them before it waits for any', async () => {
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    await together(
      async () => {
        await first.promise;
        order.push('first');
      },
      async () => {
        order.push('second');
        first.resolve();
      },
    );
    expect(order).toEqual(['second', 'first']);
  });

  it('waits for all of them where one fails, and then fails as it did', async () => {
    let ended = false;
    const doing = together(
      () => Promise.reject(new RangeError('this one')),
      async () => {
        await new Promise((resolve) => setImmediate(resolve));
        ended = true;
      },
      () => Promise.reject(new RangeError('another')),
    );
    await expect(doing).rejects.toThrow('this one');
    expect(ended).toBe(true);
  });
});
