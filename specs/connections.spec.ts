import { LIMIT_MAX, OPERATION_IDS } from '../src/contract/operations.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { defineCases } from '../src/suite/case.ts';
import { operationDefinitions } from '../src/suite/operations/index.ts';

/** A sequence in which each step follows every step, itself included, exactly once. */
function everyPair<T>(steps: readonly T[]): readonly T[] {
  const pairs = steps.flatMap((step, index) => [step, ...steps.slice(index + 1).flatMap((later) => [step, later])]);
  return [...pairs, ...steps.slice(0, 1)];
}

const STEPS = OPERATION_IDS.flatMap((operation) => {
  const { statuses, mayCreate } = operationDefinitions[operation];
  return statuses.map((step) => ({ ...step, mayCreate }));
});
const SEQUENCE = everyPair(STEPS);
/** Each part has a connection of its own: its steps wait for each other. The last step of a part is the first of the next. */
const PART_LENGTH = 13;
const PARTS = Array.from({ length: Math.ceil((SEQUENCE.length - 1) / PART_LENGTH) }, (_, index) =>
  SEQUENCE.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH + 1),
);

/** How often the list of each status is read. If one is wrong, the run reads it more often. */
const TIMES = 15;

// Earlier requests on a connection change no response (part 1).
export const cases = defineCases(({ testCase }) => {
  for (const [index, part] of PARTS.entries()) {
    const [first, ...others] = new Set(part.map(({ requirement }) => requirement));
    if (first === undefined) continue;
    testCase(
      `connections/each-after-each/${index + 1}`,
      `Every operation MUST respond on one connection as on separate connections: part ${index + 1} of ${PARTS.length}`,
      {
        judges: [first, ...others],
        repeatGroup: 'connections/each-after-each',
        stage: 'small catalogue',
        needs: ['seed pets', 'getPet'],
        mayCreate: part.reduce((sum, step) => sum + step.mayCreate, 0),
      },
      async (tools) =>
        tools.onOneConnection(async (connection) => {
          // A pet of the run, since another client may remove its own. A service that lost it is judged by other cases.
          const own = tools.pets.any();
          await tools.api.readPet(own.id);
          for (const { requirement, status, send } of part) {
            const response = await send(tools, { connection }, own);
            tools.expect(requirement).status(response, status);
          }
        }),
    );
  }

  testCase(
    'connections/many-lists',
    'GET /pets with a status filter MUST list every pet with that status each time, on one connection',
    {
      judges: ['LIST-LIMIT-RANGE'],
      feeds: ['LIST-STATUS-COMPLETE', 'LIST-STATUS-FILTER'],
      needs: ['any pets'],
      // Later, the unfiltered page no longer shows every pet.
      stage: 'names listing',
    },
    async ({ api, expect, onOneConnection }) => {
      await api.sharePage({ limit: LIMIT_MAX });
      await onOneConnection(async (connection) => {
        for (const status of Array.from({ length: TIMES }, () => PET_STATUSES).flat()) {
          const response = await api.listPets({ status, limit: LIMIT_MAX }, { connection });
          if (expect('LIST-LIMIT-RANGE').status(response, 200)) api.pageOf(response);
        }
      });
      await api.sharePage({ limit: LIMIT_MAX });
    },
  );
});
