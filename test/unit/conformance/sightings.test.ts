import { describe, expect, it } from 'vitest';
import { createSightings } from '../../../src/conformance/sightings.ts';
import { pet } from './fakes.ts';

describe('what was known before', () => {
  it('counts animals whose answer was complete by then', () => {
    const sightings = createSightings();
    sightings.seen([pet(1n), pet(2n)], 10);
    sightings.added(pet(3n), 20);
    expect([9, 10, 19, 20].map((at) => sightings.knownBefore(at, undefined))).toEqual([0, 2, 2, 3]);
  });

  it('counts by status, and an animal without one in none', () => {
    const sightings = createSightings();
    sightings.seen([pet(1n, { status: 'sold' }), pet(2n, { status: 'pending' }), pet(3n, { status: undefined })], 10);
    expect(sightings.knownBefore(10, 'sold')).toBe(1);
    expect(sightings.knownBefore(10, 'available')).toBe(0);
    expect(sightings.knownBefore(10, undefined)).toBe(3);
  });

  it('counts an animal once, from when it was first known', () => {
    const sightings = createSightings();
    sightings.seen([pet(1n)], 10);
    sightings.seen([pet(1n)], 30);
    expect(sightings.knownBefore(20, undefined)).toBe(1);
    expect(sightings.find(1n)?.firstKnownAt).toBe(10);
  });

  it('remembers by which exchange an animal was first shown', () => {
    const sightings = createSightings();
    sightings.seen([pet(1n)], 10, 'x1');
    sightings.seen([pet(1n)], 30, 'x2');
    sightings.added(pet(1n), 20);
    expect(sightings.find(1n)?.shownBy).toBe('x1');
  });

  it('counts an added animal from when a page showed it, if that came first', () => {
    const sightings = createSightings();
    sightings.seen([pet(1n)], 10);
    sightings.added(pet(1n), 30);
    expect(sightings.find(1n)).toMatchObject({ firstKnownAt: 10, own: true });
  });
});

describe('what is known of an animal', () => {
  it('is what was shown last, for an animal of others', () => {
    const sightings = createSightings();
    sightings.seen([pet(1n, { status: 'available' })], 10);
    sightings.seen([pet(1n, { status: 'sold' })], 20);
    expect(sightings.find(1n)).toMatchObject({ own: false, pet: { status: 'sold' } });
    expect(sightings.knownBefore(20, 'available')).toBe(0);
  });

  it('is what it was added with, for an animal of this run', () => {
    const sightings = createSightings();
    sightings.added(pet(1n, { name: 'Rex' }), 10);
    sightings.seen([pet(1n, { name: 'REX' })], 20);
    expect(sightings.find(1n)).toMatchObject({ own: true, pet: { name: 'Rex' }, firstKnownAt: 10 });
  });

  it('becomes what it was added with, where a page had shown it before', () => {
    const sightings = createSightings();
    sightings.seen([pet(1n, { name: 'REX' })], 10);
    sightings.added(pet(1n, { name: 'Rex' }), 20);
    expect(sightings.find(1n)?.pet.name).toBe('Rex');
  });

  it('is nothing, for an id that no answer showed', () => {
    expect(createSightings().find(1n)).toBeUndefined();
  });

  it('tells own animals from all', () => {
    const sightings = createSightings();
    sightings.seen([pet(1n)], 10);
    sightings.added(pet(2n), 20);
    expect(sightings.all().map((each) => each.pet.id)).toEqual([1n, 2n]);
    expect(sightings.own().map((each) => each.pet.id)).toEqual([2n]);
  });
});

it('the largest page is the largest of all', () => {
  const sightings = createSightings();
  expect(sightings.largestPage()).toBe(0);
  for (const size of [3, 7, 5]) sightings.page(size);
  expect(sightings.largestPage()).toBe(7);
});

it('the highest proven limit is kept for each filter', () => {
  const sightings = createSightings();
  expect(sightings.highestProven()).toEqual({});
  sightings.proven(5, undefined);
  sightings.proven(3, undefined);
  sightings.proven(2, 'sold');
  expect(sightings.highestProven()).toEqual({ none: 5, sold: 2 });
});
