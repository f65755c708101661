import type { Json } from '../json-value.ts';
import { isPetStatus, pageLimit, type Pet, type PetStatus, statusChoice } from '../pet.ts';
import { accepted, type Outcome, rejected } from '../reply.ts';
import type { ServiceRequest } from '../service-request.ts';
import type { OperationDefinition } from './operation.ts';

/** The steps of listPets, in order. */
export interface ListSteps {
  readonly parseLimit: (text: string | null) => Outcome<number>;
  readonly parseFilter: (text: string | null) => Outcome<PetStatus | undefined>;
  /** All pets of the list, in its order. */
  readonly listed: (request: ServiceRequest) => readonly Pet[];
  readonly matches: (pet: Pet, filter: PetStatus | undefined) => boolean;
  /** Cuts the matches to a page. `limit` comes from parseLimit. */
  readonly page: (matches: readonly Pet[], limit: number, filter: PetStatus | undefined) => readonly Pet[];
  readonly renderPets: (pets: readonly Json[], request: ServiceRequest) => Json;
}

/** The list of pets (part 4.1). */
export const listPets = {
  method: 'GET',
  path: '/pets',
  idWord: 'LIST',
  success: 200,
  headers: {},
  correctSteps: ({ catalogue }) => ({
    parseLimit,
    parseFilter,
    listed: () => catalogue.all(),
    matches: (pet, filter) => filter === undefined || pet.status === filter,
    page: (matches, limit) => matches.slice(0, limit),
    renderPets: (pets) => pets,
  }),
  withoutEffect: {},
  handle(request, steps) {
    const limit = steps.parseLimit(request.query.get('limit'));
    if (!limit.ok) return limit;
    const filter = steps.parseFilter(request.query.get('status'));
    if (!filter.ok) return filter;
    const matches = steps.listed(request).filter((pet) => steps.matches(pet, filter.value));
    const page = steps.page(matches, limit.value, filter.value);
    const rendered = page.map((pet) => steps.renderPet(pet, 'listPets', request));
    return accepted(steps.renderPets(rendered, request));
  },
} as const satisfies OperationDefinition<ListSteps>;

function parseLimit(text: string | null): Outcome<number> {
  if (text === null) return accepted(pageLimit.default);
  const limit = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  const { minimum, maximum } = pageLimit;
  if (limit >= minimum && limit <= maximum) return accepted(limit);
  return rejected('invalid-limit', 400, `The parameter limit must be an integer from ${minimum} to ${maximum}.`);
}

function parseFilter(text: string | null): Outcome<PetStatus | undefined> {
  if (text === null) return accepted(undefined);
  if (isPetStatus(text)) return accepted(text);
  return rejected('invalid-filter', 400, `The parameter status must be ${statusChoice}.`);
}
