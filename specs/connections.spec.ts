import type { OperationId } from '../src/contract/operations.ts';
import type { Pet } from '../src/contract/pet.ts';
import type { RequestOptions } from '../src/suite/api.ts';
import { defineCases } from '../src/suite/case.ts';
import type { CaseTools } from '../src/suite/case-tools.ts';
import type { CompleteResponse } from '../src/suite/response.ts';

type Judged = 'LIST-OK' | 'CREATE-OK' | 'CREATE-REFUSES-MISSING' | 'GET-OK' | 'GET-UNKNOWN';

interface Step {
  readonly requirement: Judged;
  readonly status: number;
  readonly send: (tools: CaseTools<Judged>, options: RequestOptions, known: Pet) => Promise<CompleteResponse>;
}

/** For each operation, a request for each success and each error that the contract specifies for the right key. */
const STEPS: Readonly<Record<OperationId, readonly Step[]>> = {
  listPets: [{ requirement: 'LIST-OK', status: 200, send: ({ api }, options) => api.listPets({}, options) }],
  createPet: [
    {
      requirement: 'CREATE-REFUSES-MISSING',
      status: 400,
      send: ({ api }, options) => api.createPet({ body: '{}', expects: [400] }, options),
    },
    {
      requirement: 'CREATE-OK',
      status: 201,
      send: ({ api, pets }, options) => api.createPet(pets.valid({ status: 'sold' }), options),
    },
  ],
  getPet: [
    { requirement: 'GET-OK', status: 200, send: ({ api }, options, known) => api.getPet(known.id, options) },
    {
      requirement: 'GET-UNKNOWN',
      status: 404,
      send: ({ api, pets }, options) => api.getPet(pets.unknownId('exact'), { ...options, expects: [404] }),
    },
  ],
};

/** A sequence in which each step follows every step, itself included, exactly once. */
function everyPair<T>(steps: readonly T[]): readonly T[] {
  const pairs = steps.flatMap((step, index) => [step, ...steps.slice(index + 1).flatMap((later) => [step, later])]);
  return [...pairs, ...steps.slice(0, 1)];
}

const SEQUENCE = everyPair(Object.values(STEPS).flat());
/** Each part has a connection of its own. The last step of a part is the first of the next. */
const PART_LENGTH = 9;
const PARTS = Array.from({ length: Math.ceil((SEQUENCE.length - 1) / PART_LENGTH) }, (_, index) =>
  SEQUENCE.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH + 1),
);

// Earlier requests on a connection change no response (part 1).
export const cases = defineCases(({ testCase }) => {
  for (const [index, part] of PARTS.entries()) {
    const [first, ...others] = new Set(part.map(({ requirement }) => requirement));
    if (first === undefined) continue;
    testCase(
      `connections/each-after-each/${index + 1}`,
      'Every operation MUST respond on one connection as on separate connections',
      {
        judges: [first, ...others],
        kind: 'connections/each-after-each',
        needs: ['seed pets', 'getPet'],
        mayCreate: part.filter(({ status }) => status < 404).length,
      },
      async (tools) =>
        tools.onOneConnection(async (connection) => {
          const known = tools.pets.any();
          for (const { requirement, status, send } of part) {
            const response = await send(tools, { connection }, known);
            tools.expect(requirement).status(response, status);
          }
        }),
    );
  }
});
