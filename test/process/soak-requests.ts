import * as fc from 'fast-check';
import { PET_STATUSES } from '../../src/contract/pet.ts';
import type { OutgoingRequest } from '../../src/target/answer.ts';

const status = fc.constantFrom(...PET_STATUSES);
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });

const listing = fc
  .record({ limit: fc.integer({ min: 1, max: 100 }), status: fc.option(status) })
  .map((query) => list(query.limit, query.status));
const reading = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(read);
const adding = fc.record({ name, categoryId: fc.integer({ min: 1, max: 3 }), status }).map(add);
const broken = fc.jsonValue().map(add);

/** Requests of all operations; one in fifty adds an animal, so that pages stay small. */
export const generatedRequest: fc.Arbitrary<Omit<OutgoingRequest, 'credential'>> = fc.oneof(
  { weight: 20, arbitrary: listing },
  { weight: 19, arbitrary: reading },
  { weight: 10, arbitrary: broken },
  { weight: 1, arbitrary: adding },
);

function list(limit: number, only: string | null): Omit<OutgoingRequest, 'credential'> {
  const filter = only === null ? '' : `&status=${only}`;
  return { method: 'GET', path: `/pets?limit=${limit}${filter}`, operation: 'listPets' };
}

function read(id: bigint): Omit<OutgoingRequest, 'credential'> {
  return { method: 'GET', path: `/pets/${id}`, operation: 'getPet' };
}

function add(body: unknown): Omit<OutgoingRequest, 'credential'> {
  return { method: 'POST', path: '/pets', operation: 'createPet', body: JSON.stringify(body) };
}
