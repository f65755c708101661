import { LIMIT_DEFAULT, operations } from '../contract/operations.ts';
import type { PetStatus, NewPet } from '../contract/pet.ts';
import { writeJson, type JsonInput } from '../contract/json.ts';

/** A valid list request: the parameters of part 4.1. */
export interface ListQuery {
  readonly limit?: number;
  readonly status?: PetStatus;
}

/** The most pets that a page may hold (parts 4.1 and 8). */
export function pageLimit(query: ListQuery): number {
  return query.limit ?? LIMIT_DEFAULT;
}

/**
 * The path of a list request, relative to the base address. A service must accept both orders of the parameters, so an even
 * limit comes before the filter and an odd limit after it.
 */
export function listPath({ limit, status }: ListQuery): string {
  const limits = limit === undefined ? [] : [`limit=${limit}`];
  const filters = status === undefined ? [] : [`status=${status}`];
  const parameters = (limit ?? 0) % 2 === 0 ? [...limits, ...filters] : [...filters, ...limits];
  const { path } = operations.listPets;
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

type Members = { readonly [key: string]: JsonInput };

/** The members of a NewPet. An absent status stays absent. */
export function newPetMembers(pet: NewPet): Members {
  return { name: pet.name, categoryId: pet.categoryId, ...(pet.status === undefined ? {} : { status: pet.status }) };
}

/** A NewPet as JSON text with exact integers. */
export function newPetText(pet: NewPet): string {
  return writeJson(newPetMembers(pet));
}

/** A NewPet with its last member first, and with white space wherever JSON allows it (RFC 8259 section 2). */
export function spacedNewPet(pet: NewPet): string {
  const lines = Object.entries(newPetMembers(pet)).map(([key, value]) => `  ${writeJson(key)}\t: ${writeJson(value)}`);
  return `\r\n{\n${lines.toReversed().join(' ,\r\n')}\n}\n`;
}

/** A NewPet in which every character of every string is written as an escape (RFC 8259 section 7). */
export function escapedNewPet(pet: NewPet): string {
  const members = Object.entries(newPetMembers(pet)).map(([key, value]) => {
    const written = typeof value === 'string' ? escapedString(value) : writeJson(value);
    return `${escapedString(key)}:${written}`;
  });
  return `{${members.join(',')}}`;
}

function escapedString(text: string): string {
  const units = text.split('').map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${units.join('')}"`;
}
