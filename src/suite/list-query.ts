import { LIMIT_DEFAULT } from '../contract/limits.ts';
import type { PetStatus } from '../contract/pet.ts';

/** A valid list request: the parameters of part 4.1. */
export interface ListQuery {
  readonly limit?: number;
  readonly status?: PetStatus;
}

/** The largest number of pets that a page may hold (parts 4.1 and 8). */
export function pageLimit(query: ListQuery): number {
  return query.limit ?? LIMIT_DEFAULT;
}

/**
 * The path of a list request, relative to the base address. The order of its parameters means nothing to the contract: an
 * even limit stands before the filter and an odd one behind it.
 */
export function listPath({ limit, status }: ListQuery): string {
  const limits = limit === undefined ? [] : [`limit=${limit}`];
  const filters = status === undefined ? [] : [`status=${status}`];
  const parameters = (limit ?? 0) % 2 === 0 ? [...limits, ...filters] : [...filters, ...limits];
  return parameters.length === 0 ? '/pets' : `/pets?${parameters.join('&')}`;
}
