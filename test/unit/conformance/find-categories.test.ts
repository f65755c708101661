import { describe, expect, it } from 'vitest';
import type { Pet } from '../../../src/contract/pet.ts';
import { pet, petStore, refusal, type Service } from './fakes.ts';
import { prepare } from './prepared-set-up.ts';

/** A store that knows only some categories. */
function knowing(categories: readonly number[], catalogue: Pet[] = []): Service {
  const store = petStore(catalogue);
  return (request, serial) => {
    const sent = /"categoryId":(-?\d+)/.exec(String(request.body ?? ''))?.[1];
    return sent === undefined || categories.includes(Number(sent)) ? store(request, serial) : refusal(400);
  };
}

/** A store that refuses the names in which something is found. */
function refusingNames(found: RegExp): Service {
  const store = petStore();
  return (request, serial) => {
    const name = /"name":"([^"]*)"/.exec(String(request.body ?? ''))?.[1];
    return name !== undefined && found.test(name) ? refusal(400) : store(request, serial);
  };
}

describe('the categories', () => {
  it.each([
    [
      [7, 9],
      [7n, 9n],
    ],
    [[3], [3n]],
    [
      [2, 3, 4],
      [2n, 3n],
    ],
  ])('of which the service knows %j are found', async (known, found) => {
    const { setUp, broken } = await prepare(knowing(known));
    expect(setUp.categories.map(String)).toEqual(found.map(String));
    expect(setUp).toMatchObject({ adding: null, anyCategory: false });
    expect(broken).toEqual([]);
  });

  it('that other animals have are tried first', async () => {
    const { setUp, posts } = await prepare(
      knowing([4711, 4712], [pet(1n, { categoryId: 4711n }), pet(2n, { categoryId: 4712n })]),
    );
    expect(setUp.categories).toEqual([4711n, 4712n]);
    expect(String(posts[0]?.body)).toContain('4711');
  });

  it('are the first that is seen and the one farthest from zero, where others are seen too', async () => {
    const known = [4711, 4712, -5_000_000_000, 4713];
    const catalogue = known.map((categoryId, index) => pet(BigInt(index + 1), { categoryId: BigInt(categoryId) }));
    const { setUp } = await prepare(knowing(known, catalogue));
    expect(setUp.categories).toEqual([4711n, -5_000_000_000n]);
  });

  it('are those that were sent, whatever an answer shows', async () => {
    const store = petStore([pet(1n, { categoryId: 4711n })]);
    const { setUp, broken } = await prepare((request, serial) => {
      const body = String(request.body ?? '').replace('"categoryId":4711,', '"categoryId":5,');
      return store(request.body === undefined ? request : { ...request, body }, serial);
    });
    expect(setUp.categories).toEqual([4711n, 1n]);
    expect(new Set(broken)).toEqual(new Set(['CREATE-KEEPS-CATEGORY']));
  });

  it('that is configured is tried before all others', async () => {
    const { setUp, posts } = await prepare(knowing([1, 99], [pet(1n)]), {}, { categoryId: '99' });
    expect(setUp.categories).toEqual([99n, 1n]);
    expect(String(posts[0]?.body)).toContain('99');
  });

  it('being all refused, adding is not possible, and nobody is accused', async () => {
    const { setUp, broken, posts } = await prepare(knowing([]));
    expect(setUp.adding).toMatchObject({ supply: expect.stringContaining('PETSTORE_CATEGORY_ID') });
    expect(setUp.starters).toEqual([]);
    // Each category is tried with a plain name too, since it might have been the name that was refused.
    expect(posts).toHaveLength(20);
    expect(posts.filter(({ body }) => String(body).includes('"Luna"'))).toHaveLength(10);
    expect(broken).toEqual([]);
  });

  it('are not accused, but the names, where a plain name is accepted in the same category', async () => {
    const { setUp, broken } = await prepare(refusingNames(/[^A-Za-z]/));
    expect(broken).toEqual(['CREATE-NAMES']);
    expect(setUp.adding).toMatchObject({ reason: expect.stringContaining('names'), supply: null });
  });

  it('and the plain name being refused, nobody is accused', async () => {
    const { setUp, broken } = await prepare(refusingNames(/./));
    expect(broken).toEqual([]);
    expect(setUp.adding).toMatchObject({ supply: expect.stringContaining('PETSTORE_CATEGORY_ID') });
  });

  it('being all refused, the configured one is named', async () => {
    const { setUp } = await prepare(knowing([]), {}, { categoryId: '99' });
    expect(setUp.adding?.reason).toContain('99');
  });

  it.each([409, 422, 500])('are not to be refused with %i', async (status) => {
    const store = petStore();
    const { broken } = await prepare((request, serial) =>
      request.method === 'POST' ? refusal(status) : store(request, serial),
    );
    expect(broken).toContain('CREATE-CATEGORY-INT64');
  });
});
