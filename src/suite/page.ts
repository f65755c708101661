import type { Pet, PetStatus } from '../contract/pet.ts';
import { type ListQuery, pageLimit } from './api-request.ts';
import type { KnownPets } from './known-pets.ts';
import type { ResponseHead } from './response.ts';

/** A page of the list. `pets` are its valid pets, `size` counts all its elements. */
export interface Page {
  readonly response: ResponseHead;
  readonly query: ListQuery;
  readonly pets: readonly Pet[];
  readonly size: number;
}

/** Two pages that are read beside each other to look for pets. */
export interface Listing {
  readonly unfiltered: Page;
  /** Null if the pets have no status to be filtered by. */
  readonly filtered: Page | null;
}

/** Pets of this run that share a status, and a listing that was read when the run had just added them. */
export interface ListSnapshot {
  readonly status: PetStatus | undefined;
  readonly pets: readonly Pet[];
  readonly listing: Listing;
}

/** Whether an element of the page could not be read as a pet, so that absence from it proves nothing. */
export function isFlawed(page: Page): boolean {
  return page.pets.length !== page.size;
}

/**
 * Whether the page certainly holds every match: it is below its limit, and empty or smaller than the largest page of
 * the run, so no cap of the service explains its size.
 */
export function isComplete(page: Page, known: Pick<KnownPets, 'largestPage'>): boolean {
  if (isFlawed(page) || page.size >= pageLimit(page.query)) return false;
  return page.size === 0 || page.size < known.largestPage();
}

/** The pet of the page with an id, if it is there. */
export function findOnPage(page: Page, id: bigint): Pet | undefined {
  return page.pets.find((pet) => pet.id === id);
}
