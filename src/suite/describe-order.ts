import type { Pet } from '../contract/pet.ts';

/** In which order a page stands, as far as its ids and the order of this run's additions tell. */
export function describeOrder(page: readonly Pet[], added: readonly Pet[]): string {
  if (page.length < 3) return 'too few pets to tell';
  const ids = page.map((pet) => pet.id);
  if (isAscending(ids)) return 'by id, ascending';
  if (isAscending(ids.toReversed())) return 'by id, descending';
  const places = new Map(added.map((pet, index) => [pet.id, BigInt(index)]));
  const known = ids.map((id) => places.get(id)).filter((place) => place !== undefined);
  if (known.length >= 3 && isAscending(known)) return 'in the order of addition';
  if (known.length >= 3 && isAscending(known.toReversed())) return 'latest addition first';
  return 'in no order that ids or additions explain';
}

function isAscending(values: readonly bigint[]): boolean {
  return values.every((value, index) => index === 0 || (values[index - 1] ?? value) <= value);
}
