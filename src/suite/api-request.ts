import { LIMIT_DEFAULT, operations } from '../contract/operations.ts';
import type { PetStatus, NewPet } from '../contract/pet.ts';
import { rawJson, writeJson, type JsonInput } from '../contract/json.ts';
import { seedFor } from './random-numbers.ts';

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

/**
 * A NewPet in one of several equivalent JSON spellings that clients use. The name decides which, so a run tries all of them
 * without extra requests and sends the same body for the same name.
 */
export function newPetInAnySpelling(pet: NewPet): string {
  const spell = SPELLINGS[seedFor(0, pet.name) % SPELLINGS.length] ?? writeJson;
  return spell(newPetMembers(pet));
}

const SPELLINGS: readonly ((members: Members) => string)[] = [writeJson, spread, escaped];

/** Fields in reverse order, with white space wherever JSON allows it. */
function spread(members: Members): string {
  const lines = Object.entries(members).map(([key, value]) => `  ${writeJson(key)} : ${writeJson(value)}`);
  return `\r\n{\n${lines.toReversed().join(',\n')}\n}\n`;
}

/** The name last, with every non-ASCII character escaped, as ASCII serialisers do. */
function escaped({ name, ...others }: Members): string {
  const text = writeJson(name ?? null).replaceAll(/[^ -~]/g, escape);
  return writeJson({ ...others, name: rawJson(text) });
}

function escape(unit: string): string {
  return String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
