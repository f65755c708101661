import { describe, expect, it } from 'vitest';
import { expectProvenLimit } from '../../../../src/conformance/expectations/expect-proven-limit.ts';
import type { ListQuery } from '../../../../src/conformance/page.ts';
import type { Pet } from '../../../../src/contract/pet.ts';
import { court, fakeRun, page, pet, petStore } from '../fakes.ts';

const pets = (count: number, fields: Partial<Pet> = {}): readonly Pet[] =>
  Array.from({ length: count }, (_, index) => pet(BigInt(index + 1), fields));

function judged(size: number, query: ListQuery, known: readonly Pet[], knownAt = 5) {
  const { run } = fakeRun(petStore());
  run.sightings.seen(known, knownAt);
  const { judge, judgements } = court(['LIST-LIMIT-MAX']);
  expectProvenLimit(run, judge, page(pets(size), query));
  return judgements();
}

describe('a limit', () => {
  it.each<[number, ListQuery, number]>([
    [5, { limit: 5 }, 6],
    [3, { limit: 5 }, 6],
    [100, { limit: 100 }, 101],
    [1, { limit: 1, status: 'sold' }, 2],
  ])('is proven by a page of %i for %j where %i were known', (size, query, known) => {
    expect(judged(size, query, pets(known))).toMatchObject([{ outcome: 'satisfied' }]);
  });

  it.each<[number, ListQuery, number]>([
    [5, { limit: 5 }, 5],
    [2, { limit: 5 }, 2],
    [0, { limit: 1 }, 0],
  ])('is not verified by a page of %i for %j where %i were known', (size, query, known) => {
    const [judgement] = judged(size, query, pets(known));
    expect(judgement).toMatchObject({
      outcome: 'not-verified',
      supply: expect.stringContaining(`more than ${query.limit}`),
    });
  });

  it('is not verified by animals of another status', () => {
    expect(judged(2, { limit: 2, status: 'sold' }, pets(9, { status: 'pending' }))).toMatchObject([
      { outcome: 'not-verified', supply: expect.stringContaining('sold') },
    ]);
  });

  it('is not verified by animals that became known while it was asked', () => {
    expect(judged(5, { limit: 5 }, pets(50), 11)).toMatchObject([{ outcome: 'not-verified' }]);
  });

  it.each([0, 5, 100])('is broken by a larger page, where %i were known', (known) => {
    expect(judged(6, { limit: 5 }, pets(known))).toMatchObject([{ outcome: 'violated' }]);
  });
});
