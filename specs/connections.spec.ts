import { OPERATION_IDS } from '../src/contract/operations.ts';
import { defineCases } from '../src/suite/case.ts';
import { operationDefinitions } from '../src/suite/operations/index.ts';

/** A sequence in which each step follows every step, itself included, exactly once. */
function everyPair<T>(steps: readonly T[]): readonly T[] {
  const pairs = steps.flatMap((step, index) => [step, ...steps.slice(index + 1).flatMap((later) => [step, later])]);
  return [...pairs, ...steps.slice(0, 1)];
}

/** One request for each step: the requests of a step alternate. */
function alternating<T>(steps: readonly (readonly T[])[]): readonly T[] {
  const turns = new Map<readonly T[], number>();
  return steps.flatMap((requests) => {
    const turn = turns.get(requests) ?? 0;
    turns.set(requests, turn + 1);
    return requests[turn % requests.length] ?? [];
  });
}

/** A step is an operation with a status: all its requests. */
const STEPS = OPERATION_IDS.flatMap((operation) => {
  const { connectionSteps, mayCreate } = operationDefinitions[operation];
  const requests = connectionSteps.map((request) => ({ ...request, mayCreate }));
  return [...Map.groupBy(requests, ({ status }) => status).values()];
});
const SEQUENCE = alternating(everyPair(STEPS));
/** The steps of a part wait for each other on one connection. The last step of a part is the first of the next. */
const PART_LENGTH = 9;
const PARTS = Array.from({ length: Math.ceil((SEQUENCE.length - 1) / PART_LENGTH) }, (_, index) =>
  SEQUENCE.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH + 1),
);

const NOT_RETURNED = 'The service did not return a pet that the run added, so the connection proves nothing about it.';

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
        needs: ['create', 'getPet'],
        requestsInRow: part.length + 1,
        mayCreate: part.reduce((sum, step) => sum + step.mayCreate, 0),
      },
      async (tools) =>
        tools.onOneConnection(async (connection) => {
          // A pet of the run, because another client may remove its own. Other cases judge a service that does not return it.
          const own = tools.pets.any();
          // The same id each time: a service must not remember it as a pet without values.
          const unknownId = tools.pets.unknownId('exact');
          for (const { requirement, status, send } of part) {
            const response = await send(tools, { connection }, own, unknownId);
            const isNotRead = requirement === 'GET-OK' && response.status !== status;
            const alone = isNotRead ? await tools.api.getPet(own.id) : null;
            if (alone !== null && !tools.api.showsPet(alone, own.id))
              tools.expect(requirement).notVerified(NOT_RETURNED, [alone]);
            else tools.expect(requirement).status(response, status);
          }
        }),
    );
  }
});
