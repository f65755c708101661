import type { Pet } from '../src/contract/pet.ts';
import type { RequestOptions } from '../src/suite/api.ts';
import { defineCases } from '../src/suite/case.ts';
import type { CaseTools } from '../src/suite/case-tools.ts';
import type { CompleteResponse } from '../src/suite/response.ts';

type Judged = 'LIST-OK' | 'CREATE-OK' | 'CREATE-REFUSES-MISSING' | 'GET-OK' | 'GET-UNKNOWN';

interface Step {
  readonly requirement: Judged;
  readonly status: number;
  readonly send: (tools: CaseTools<Judged>, on: RequestOptions, listed: Pet) => Promise<CompleteResponse>;
}

/** Each operation with each outcome that the contract names for the right key. */
const STEPS: readonly Step[] = [
  { requirement: 'LIST-OK', status: 200, send: ({ api }, on) => api.listPets({}, on) },
  {
    requirement: 'CREATE-OK',
    status: 201,
    send: ({ api, pets }, on) => api.createPet(pets.valid({ status: 'sold' }), on),
  },
  {
    requirement: 'CREATE-REFUSES-MISSING',
    status: 400,
    send: ({ api }, on) => api.createPet({ body: '{}', expects: [400] }, on),
  },
  { requirement: 'GET-OK', status: 200, send: ({ api }, on, listed) => api.getPet(listed.id, on) },
  {
    requirement: 'GET-UNKNOWN',
    status: 404,
    send: ({ api, pets }, on) => api.getPet(pets.unknownId('exact'), { ...on, expects: [404] }),
  },
];

/** A walk in which each step follows each other one, and itself, exactly once. */
function eachAfterEach<T>(steps: readonly T[]): readonly T[] {
  const walk = steps.flatMap((step, index) => [step, ...steps.slice(index + 1).flatMap((later) => [step, later])]);
  return [...walk, ...steps.slice(0, 1)];
}

const WALK = eachAfterEach(STEPS);
/** The walk goes on several connections at a time. The last step of a part is the first of the next. */
const PART = 9;
const PARTS = Array.from({ length: Math.ceil((WALK.length - 1) / PART) }, (_, index) =>
  WALK.slice(index * PART, (index + 1) * PART + 1),
);

// What was sent before on a connection changes no response (part 1).
export const cases = defineCases(({ testCase }) => {
  for (const [index, part] of PARTS.entries()) {
    const [first, ...others] = new Set(part.map(({ requirement }) => requirement));
    if (first === undefined) continue;
    testCase(
      `connections/each-after-each/${index + 1}`,
      'Requests on one connection MUST be answered by what they ask, whatever came before',
      {
        judges: [first, ...others],
        needs: ['seed pets', 'getPet'],
        mayCreate: part.filter(({ status }) => status < 404).length,
      },
      async (tools) =>
        tools.onOneConnection(async (connection) => {
          const [listed] = (await tools.api.readPage({ limit: 1 })).pets;
          if (listed === undefined) return tools.notApplicable('The list shows no pet.');
          for (const { requirement, status, send } of part) {
            const response = await send(tools, { connection }, listed);
            tools.expect(requirement).status(response, status);
          }
        }),
    );
  }
});
