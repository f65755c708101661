import { describe, expect, it } from 'vitest';
import { auditPage } from '../../../src/conformance/audit-page.ts';
import type { ListQuery } from '../../../src/conformance/page.ts';
import { createSightings, type Sightings } from '../../../src/conformance/sightings.ts';
import type { Pet } from '../../../src/contract/pet.ts';
import { documentOf } from '../../support/document-of.ts';
import { answerOf, court, fakeRun, isLeft, pageReply, pet, petStore, petText, type Court } from './fakes.ts';

const pets = (count: number, fields: Partial<Pet> = {}) =>
  Array.from({ length: count }, (_, index) => pet(BigInt(index + 1), fields));

interface Audited extends Court {
  readonly sightings: Sightings;
  readonly broken: readonly string[];
  readonly held: readonly string[];
  readonly left: boolean;
}

/** Audits a body as the page of a query, asked for at 10 and answered at 11, where `known` were known before. */
async function audited(body: string, query: ListQuery, known: readonly Pet[] = []): Promise<Audited> {
  const sightings = createSightings();
  sightings.seen(known, 5);
  const { run } = fakeRun(petStore(), { sightings });
  const made = court();
  const left = await isLeft(() => auditPage(run, made.judge, answerOf({ body }), documentOf(body), query));
  const of = (outcome: string) =>
    made.judgements().flatMap((judgement) => (judgement.outcome === outcome ? [judgement.requirement] : []));
  return { ...made, sightings, left, broken: of('violated'), held: of('satisfied') };
}

const bodyOf = (list: readonly Pet[]): string => pageReply(list).body ?? '';

describe('the size of a page', () => {
  it('proves its limit only where more matches were known', async () => {
    const proven = await audited(bodyOf(pets(5)), { limit: 5 }, pets(6));
    expect(proven.held).toContain('LIST-LIMIT-MAX');
    expect(proven.sightings.highestProven()).toEqual({ none: 5 });
    const unproven = await audited(bodyOf(pets(5)), { limit: 5 }, pets(5));
    expect(unproven.held).not.toContain('LIST-LIMIT-MAX');
    expect(unproven.broken).toEqual([]);
    expect(unproven.sightings.highestProven()).toEqual({});
  });

  it('proves the limit of a filter only by matches of that filter', async () => {
    const query: ListQuery = { limit: 2, status: 'sold' };
    const known = [...pets(2, { status: 'sold' }), pet(90n, { status: 'pending' }), pet(91n, { status: undefined })];
    expect((await audited(bodyOf(pets(2)), query, known)).held).not.toContain('LIST-LIMIT-MAX');
    expect((await audited(bodyOf(pets(2)), query, pets(3))).sightings.highestProven()).toEqual({ sold: 2 });
  });

  it.each<[number, ListQuery, string]>([
    [6, { limit: 5 }, 'LIST-LIMIT-MAX'],
    [2, { limit: 1, status: 'sold' }, 'LIST-LIMIT-MAX'],
    [101, { limit: 100 }, 'LIST-LIMIT-MAX'],
    [21, {}, 'LIST-LIMIT-DEFAULT'],
  ])('of %i for %j is too large, whatever was known', async (size, query, requirement) => {
    expect((await audited(bodyOf(pets(size)), query)).broken).toEqual([requirement]);
  });

  it('counts elements that are no animals too', async () => {
    const { broken } = await audited('[1,2,3]', { limit: 2 });
    expect(broken).toContain('LIST-LIMIT-MAX');
  });

  it('of 20 without a limit shows no excess, and does not prove the default either', async () => {
    const { broken, held } = await audited(bodyOf(pets(20)), {}, pets(30));
    expect(broken).toEqual([]);
    expect(held).not.toContain('LIST-LIMIT-DEFAULT');
    expect(held).not.toContain('LIST-LIMIT-MAX');
  });
});

describe('the filter of a page', () => {
  const query: ListQuery = { limit: 100, status: 'sold' };

  it('holds where all animals have its status', async () => {
    const { broken, held } = await audited(bodyOf(pets(3)), query);
    expect(broken).toEqual([]);
    expect(held).toContain('LIST-STATUS-FILTER');
  });

  it('is not proven by an empty page', async () => {
    const { broken, held } = await audited('[]', query);
    expect(broken).toEqual([]);
    expect(held).not.toContain('LIST-STATUS-FILTER');
  });

  it.each(['pending', undefined] as const)('is broken by an animal that is %s', async (status) => {
    const { broken, judgements } = await audited(bodyOf([...pets(2), pet(9n, { status })]), query);
    expect(broken).toEqual(['LIST-STATUS-FILTER']);
    expect(judgements().find(({ outcome }) => outcome === 'violated')?.pointer).toBe('/2/status');
  });

  it('is not what a wrongly spelt status is judged by', async () => {
    const { broken } = await audited('[{"id":1,"name":"Rex","categoryId":1,"status":"SOLD"}]', query);
    expect(broken).toEqual(['PET-STATUS']);
  });

  it('is pointed at where it is broken, also behind an element that is no animal', async () => {
    const { judgements } = await audited(`[null,${petText(pet(2n, { status: 'pending' }))}]`, query);
    expect(judgements().find(({ requirement }) => requirement === 'LIST-STATUS-FILTER')?.pointer).toBe('/1/status');
  });
});

describe('the ids of a page', () => {
  it('are distinct', async () => {
    expect((await audited(bodyOf(pets(2)), { limit: 100 })).held).toContain('LIST-IDS-DISTINCT');
  });

  it('are told apart to the last digit', async () => {
    const large = [pet(2n ** 53n), pet(2n ** 53n + 1n)];
    expect((await audited(bodyOf(large), { limit: 100 })).broken).toEqual([]);
  });

  it('are not distinct where one comes twice', async () => {
    const { broken, judgements } = await audited(bodyOf([...pets(2), pet(1n)]), { limit: 100 });
    expect(broken).toEqual(['LIST-IDS-DISTINCT']);
    expect(judgements().find(({ outcome }) => outcome === 'violated')?.pointer).toBe('/2/id');
  });

  it('are pointed at, also behind an element that is no animal', async () => {
    const { judgements } = await audited(`[null,${petText(pet(1n))},${petText(pet(1n))}]`, { limit: 100 });
    expect(judgements().find(({ requirement }) => requirement === 'LIST-IDS-DISTINCT')?.pointer).toBe('/2/id');
  });

  it('of a single animal prove nothing', async () => {
    expect((await audited(bodyOf(pets(1)), { limit: 100 })).held).not.toContain('LIST-IDS-DISTINCT');
  });
});

describe('what a page teaches', () => {
  it('is its size and its animals, from when it was answered', async () => {
    const { sightings } = await audited(bodyOf(pets(3)), { limit: 100 });
    expect(sightings.largestPage()).toBe(3);
    expect(sightings.knownBefore(10, undefined)).toBe(0);
    expect(sightings.knownBefore(11, undefined)).toBe(3);
  });

  it('does not prove its own limit', async () => {
    expect((await audited(bodyOf(pets(3)), { limit: 2 })).held).not.toContain('LIST-LIMIT-MAX');
  });

  it('is nothing where it is no array, and the case ends', async () => {
    const { left, broken, stop, sightings } = await audited('{"pets":[]}', { limit: 100 });
    expect(left).toBe(true);
    expect(broken).toEqual(['PETS-ARRAY']);
    expect(stop()?.outcome).toBe('not-verified');
    expect(sightings.largestPage()).toBe(0);
  });
});
