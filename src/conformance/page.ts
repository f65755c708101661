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

/**
 * The path of a list request, relative to the base address. The order of its parameters means nothing to the contract, so
 * that an even limit stands before the filter and an odd one behind it.
 */
export function listPath({ limit, status }: ListQuery): string {
  const limits = limit === undefined ? [] : [`limit=${limit}`];
  const filters = status === undefined ? [] : [`status=${status}`];
  const parameters = (limit ?? 0) % 2 === 0 ? [...limits, ...filters] : [...filters, ...limits];
  return parameters.length === 0 ? '/pets' : `/pets?${parameters.join('&')}`;
}
