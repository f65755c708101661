import type { Pet, PetStatus } from '../contract/pet.ts';
import { LIMIT_DEFAULT } from '../contract/limits.ts';
import type { Answer } from '../target/answer.ts';
import type { Sightings } from './sightings.ts';

/** A valid list request: the parameters of part 4.1. */
export interface ListQuery {
  readonly limit?: number;
  readonly status?: PetStatus;
}

/** A page as it was answered. `pets` are its valid animals, `size` counts all its elements. */
export interface Page {
  readonly answer: Answer;
  readonly query: ListQuery;
  readonly pets: readonly Pet[];
  readonly size: number;
}

/** The largest number of animals that the page may hold (parts 4.1 and 8). */
export function pageLimit(query: ListQuery): number {
  return query.limit ?? LIMIT_DEFAULT;
}

/** Whether an element of the page could not be read as an animal, so that absence from it proves nothing. */
export function isFlawed(page: Page): boolean {
  return page.pets.length !== page.size;
}

/**
 * Whether the page certainly holds every match: it is below its limit, and empty or smaller than the largest page of
 * the run, so that no cap of the service explains its size.
 */
export function isComplete(page: Page, sightings: Pick<Sightings, 'largestPage'>): boolean {
  if (isFlawed(page) || page.size >= pageLimit(page.query)) return false;
  return page.size === 0 || page.size < sightings.largestPage();
}

/** The animal of the page with an id, if it is there. */
export function findOnPage(page: Page, id: bigint): Pet | undefined {
  return page.pets.find((pet) => pet.id === id);
}

/** The path of a list request, relative to the base address. */
export function listPath(query: ListQuery): string {
  const parameters = new URLSearchParams();
  if (query.limit !== undefined) parameters.set('limit', String(query.limit));
  if (query.status !== undefined) parameters.set('status', query.status);
  const text = parameters.toString();
  return text === '' ? '/pets' : `/pets?${text}`;
}
