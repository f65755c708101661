import { describe, expect, it } from 'vitest';
import { presenceOf, type Presence } from '../../../src/conformance/expectations/expect-listed.ts';
import type { ListQuery, Page } from '../../../src/conformance/page.ts';
import { createSightings } from '../../../src/conformance/sightings.ts';
import { page, pet } from './fakes.ts';

const ANIMAL = pet(1000n, { status: 'sold' });
const LIMIT = 10;

/**
 * How large a page is, for the limit 10: `complete` is below the largest page of the run, `capped` is that large and
 * may be cut by a cap of the service, `full` is as large as its limit, `flawed` holds something that is no animal.
 */
type Size = 'complete' | 'capped' | 'full' | 'flawed' | 'empty';
const LARGEST = 8;
const SIZES: Readonly<Record<Size, number>> = { complete: 5, capped: LARGEST, full: LIMIT, flawed: 5, empty: 0 };

function pageOf(size: Size, holds: boolean, query: ListQuery): Page {
  const others = Array.from({ length: SIZES[size] }, (_, index) => pet(BigInt(index + 1)));
  const pets = holds ? [ANIMAL, ...others.slice(1)] : others;
  return size === 'flawed' ? page(pets.slice(0, -1), query, pets.length) : page(pets, query);
}

function presence(unfiltered: Page, filtered: Page | null): Presence {
  const sightings = createSightings();
  sightings.page(LARGEST);
  return presenceOf({ unfiltered, filtered }, ANIMAL, sightings);
}

describe('an animal looked for without a filter', () => {
  it.each<[Size, boolean, Presence]>([
    ['complete', true, 'shown'],
    ['capped', true, 'shown'],
    ['full', true, 'shown'],
    ['flawed', true, 'shown'],
    ['complete', false, 'missing'],
    ['empty', false, 'missing'],
    ['capped', false, 'undecided'],
    ['full', false, 'undecided'],
    ['flawed', false, 'undecided'],
  ])('on a page that is %s, where it is in it: %s, is %s', (size, holds, expected) => {
    expect(presence(pageOf(size, holds, { limit: LIMIT }), null)).toBe(expected);
  });
});

describe('an animal looked for with its filter beside', () => {
  it.each<[Size, boolean, Size, boolean, Presence]>([
    // Both pages show it.
    ['complete', true, 'complete', true, 'shown'],
    ['capped', true, 'complete', true, 'shown'],
    ['full', true, 'complete', true, 'shown'],
    ['complete', true, 'full', true, 'shown'],
    ['full', true, 'full', true, 'shown'],
    // Only the filtered page shows it: the unfiltered one must where it is complete.
    ['complete', false, 'complete', true, 'missing'],
    ['empty', false, 'complete', true, 'missing'],
    ['capped', false, 'complete', true, 'shown'],
    ['full', false, 'complete', true, 'shown'],
    ['full', false, 'full', true, 'shown'],
    ['flawed', false, 'complete', true, 'shown'],
    // Only the unfiltered page shows it: the filtered one must where it is complete.
    ['complete', true, 'complete', false, 'missing-from-filter'],
    ['complete', true, 'empty', false, 'missing-from-filter'],
    ['capped', true, 'complete', false, 'missing-from-filter'],
    ['full', true, 'complete', false, 'missing-from-filter'],
    ['full', true, 'empty', false, 'missing-from-filter'],
    ['complete', true, 'capped', false, 'undecided'],
    ['complete', true, 'full', false, 'undecided'],
    ['complete', true, 'flawed', false, 'undecided'],
    ['full', true, 'full', false, 'undecided'],
    // None shows it, and the filtered page is complete: it decides where the unfiltered one is below its limit.
    ['complete', false, 'complete', false, 'missing'],
    ['empty', false, 'empty', false, 'missing'],
    ['capped', false, 'complete', false, 'missing'],
    ['capped', false, 'empty', false, 'missing'],
    ['full', false, 'complete', false, 'undecided'],
    ['full', false, 'empty', false, 'undecided'],
    // None shows it, and the filtered page decides nothing: the unfiltered one does where it is complete.
    ['complete', false, 'capped', false, 'missing'],
    ['complete', false, 'full', false, 'missing'],
    ['complete', false, 'flawed', false, 'missing'],
    ['capped', false, 'capped', false, 'undecided'],
    ['full', false, 'full', false, 'undecided'],
    ['flawed', false, 'flawed', false, 'undecided'],
  ])('unfiltered %s with it: %s, filtered %s with it: %s, is %s', (size, holds, filteredSize, inFiltered, expected) => {
    const unfiltered = pageOf(size, holds, { limit: LIMIT });
    const filtered = pageOf(filteredSize, inFiltered, { limit: LIMIT, status: 'sold' });
    expect(presence(unfiltered, filtered)).toBe(expected);
  });
});

it('another animal in its place is not taken for it', () => {
  const other = page([pet(1001n, { name: ANIMAL.name })], { limit: LIMIT });
  expect(presence(other, null)).toBe('missing');
});
