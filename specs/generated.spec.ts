import { INT64_MAX, INT64_MIN } from '../src/contract/exact-integer.ts';
import { LIMIT_MAX, LIMIT_MIN } from '../src/contract/operations.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import type { TestableId } from '../src/contract/requirements.ts';
import { drawFaultyBody, drawValidPet, type GeneratedFault } from '../src/suite/bodies/generated-bodies.ts';
import { defineCases, EARLY_EXAMPLES } from '../src/suite/case.ts';
import { bigIntegerBetween, integerBetween, pick } from '../src/suite/random-numbers.ts';

/** What is wrong with a body, by the requirement that judges its rejection. */
const REJECTED = [
  ['CREATE-REFUSES-NAME-TYPE', 'name-type', 'the name has another type', { pointer: '/name', problem: 'type' }],
  [
    'CREATE-REFUSES-CATEGORY-TYPE',
    'category-type',
    'the categoryId has another type',
    { pointer: '/categoryId', problem: 'type' },
  ],
  [
    'CREATE-REFUSES-CATEGORY-RANGE',
    'category-range',
    'the categoryId is outside int64',
    { pointer: '/categoryId', problem: 'range' },
  ],
  ['CREATE-REFUSES-STATUS-TYPE', 'status-type', 'the status has another type', { pointer: '/status', problem: 'type' }],
  [
    'CREATE-REFUSES-STATUS-VALUE',
    'status-value',
    'the status is not in the enumeration',
    { pointer: '/status', problem: 'enumeration' },
  ],
  ['CREATE-REFUSES-NON-OBJECT', 'no-object', 'it is not an object', 'not-an-object'],
  ['CREATE-REFUSES-SEVERAL', 'several', 'several fields are wrong or missing', 'several-fields'],
] as const satisfies readonly (readonly [TestableId, string, string, GeneratedFault])[];

/** Many services number their pets from 1, so a small id may belong to a pet that the run has not seen. */
const SMALL_IDS = 1_000_000n;

// The seed of the run draws the values of each case. --examples sets how many cases there are of each kind. Cases written by hand
// judge all these requirements too, so a run may leave generated cases out.
export const cases = defineCases(({ testCase, examples }) => {
  const stage = 'generated';

  for (let number = 1; number <= examples; number += 1) {
    for (const [requirement, id, title, fault] of REJECTED) {
      testCase(
        `generated/rejected-${id}/${number}`,
        `POST /pets MUST reject any body with 400 if ${title}: example ${number}`,
        {
          judges: [requirement],
          needs: ['rejected bodies'],
          mayCreate: 1,
          stage,
          repeatGroup: `generated/rejected-${id}`,
        },
        async ({ api, pets, expect, random }) => {
          const body = drawFaultyBody(random, fault, pick(random, pets.categories()));
          expect(requirement).rejected(await api.createPet({ body, expects: [400] }), 400);
        },
      );
    }

    testCase(
      `generated/page/${number}`,
      `GET /pets MUST list at most as many pets as any limit, all with the status of any filter: example ${number}`,
      { judges: ['LIST-LIMIT-RANGE'], feeds: ['LIST-STATUS-FILTER'], stage, repeatGroup: 'generated/page' },
      async ({ api, expect, random }) => {
        const status = pick(random, PET_STATUSES);
        const response = await api.listPets({ limit: integerBetween(random, LIMIT_MIN, LIMIT_MAX), status });
        if (expect('LIST-LIMIT-RANGE').status(response, 200)) api.pageOf(response);
      },
    );

    const isNegative = number % 2 === 0;
    testCase(
      `generated/unknown-id/${number}`,
      `GET /pets/{petId} MUST return 404 for any unknown id: example ${number}`,
      {
        judges: ['GET-UNKNOWN', ...(isNegative ? (['GET-UNKNOWN-SIGN'] as const) : [])],
        needs: ['getPet'],
        stage,
        repeatGroup: 'generated/unknown-id',
      },
      async ({ api, pets, expect, random, stopNotApplicable }) => {
        const id = isNegative
          ? bigIntegerBetween(random, INT64_MIN, -1n)
          : bigIntegerBetween(random, SMALL_IDS, INT64_MAX);
        if (pets.isKnown(id)) return stopNotApplicable('A response of this run has shown a pet with this id.');
        const responses = await api.getUnknown([id, ...pets.unknownIds('exact')]);
        expect('GET-UNKNOWN').notFound(responses);
        if (isNegative) expect('GET-UNKNOWN-SIGN').notInvalid(responses);
      },
    );
  }

  // Last, because these cases use up the pets that a run may add; a rejected body uses none. The first cases help to fill the
  // catalogue, so a run adds fewer pets.
  for (let number = 1; number <= examples; number += 1) {
    // Every second pet has no status, and a name of the run. So only the missing status can cause a rejection.
    const hasStatus = number % 2 !== 0;
    testCase(
      `generated/valid/${number}`,
      `POST /pets MUST add any valid pet and return the values that were sent: example ${number}`,
      {
        judges: [hasStatus ? 'CREATE-NAMES' : 'CREATE-STATUS-OPTIONAL'],
        feeds: ['CREATE-KEEPS-NAME', 'CREATE-KEEPS-CATEGORY', 'CREATE-KEEPS-STATUS', 'GET-SAME'],
        needs: ['create'],
        mayCreate: 1,
        stage: number <= EARLY_EXAMPLES ? 'forms' : stage,
        requestsInRow: 2,
        repeatGroup: 'generated/valid',
      },
      async ({ api, pets, expect, random, run }) => {
        const drawn = drawValidPet(random, pets.categories());
        const sent = hasStatus ? { ...drawn, status: pets.acceptedStatus(drawn.status) } : pets.valid();
        const response = await api.createPet(sent);
        expect(hasStatus ? 'CREATE-NAMES' : 'CREATE-STATUS-OPTIONAL').status(response, 201);
        const { pet } = api.petOf(response);
        if (run.phase === 'before') await api.readPet(pet.id);
      },
    );
  }
});
