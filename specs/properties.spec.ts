import * as fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from '../src/contract/exact-integer.ts';
import { LIMIT_MAX, LIMIT_MIN, OPERATION_IDS, operationRoute, operations } from '../src/contract/operations.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { validPetArbitrary, proveValid, oneFaultArbitrary } from '../src/suite/bodies/generated-bodies.ts';
import { defineCases, OPERATION_NEEDS } from '../src/suite/case.ts';
import { mutatedKeys } from '../src/suite/keys/mutated-credentials.ts';
import { newPetText } from '../src/suite/api-request.ts';

const REJECTED = [
  ['name-type', 'the name is of another type', 'CREATE-REFUSES-NAME-TYPE', { field: 'name', kind: 'wrong-type' }],
  [
    'category-type',
    'the categoryId is of another type',
    'CREATE-REFUSES-CATEGORY-TYPE',
    { field: 'categoryId', kind: 'wrong-type' },
  ],
  [
    'category-range',
    'the categoryId is no int64',
    'CREATE-REFUSES-CATEGORY-RANGE',
    { field: 'categoryId', kind: 'out-of-range' },
  ],
  [
    'status-type',
    'the status is of another type',
    'CREATE-REFUSES-STATUS-TYPE',
    { field: 'status', kind: 'wrong-type' },
  ],
  [
    'status-value',
    'the status is another word',
    'CREATE-REFUSES-STATUS-VALUE',
    { field: 'status', kind: 'not-in-enumeration' },
  ],
  ['no-object', 'the body is no object', 'CREATE-REFUSES-NON-OBJECT', 'not-an-object'],
] as const;

/**
 * Services that count give their pets the first ids. Examples tend to be small, and a broken service may have shown such a
 * pet in a form that the run could not take note of.
 */
function isFarFromSequences(id: bigint): boolean {
  return id <= 0n || id > 1_000_000n;
}

export const cases = defineCases(({ testProperty }) => {
  const stage = 'properties';

  testProperty(
    'property/valid-pets',
    'POST /pets MUST add and keep any valid pet',
    {
      judges: ['CREATE-NAMES', 'CREATE-KEEPS-NAME', 'CREATE-KEEPS-CATEGORY', 'CREATE-KEEPS-STATUS', 'GET-SAME'],
      needs: ['create'],
      examples: validPetArbitrary(),
      addsPets: true,
      stage,
    },
    async ({ api, pets, expect, run }, { turn, ...rest }) => {
      const sent = { ...rest, categoryId: pets.categories[turn % pets.categories.length] ?? 1n };
      proveValid(newPetText(sent));
      const response = await api.createPet(sent);
      // A pet without a status has a plain name, so a rejection is for the missing status.
      if (sent.status !== undefined) expect('CREATE-NAMES').status(response, 201);
      const added = api.petOf(response);
      expect('CREATE-KEEPS-NAME').holdsFor(response);
      expect('CREATE-KEEPS-CATEGORY').holdsFor(response);
      expect('CREATE-KEEPS-STATUS').holdsFor(response);
      if (run.phase === 'before') expect('GET-SAME').samePet(added, await api.readPet(added.pet.id));
      else expect('GET-SAME').notApplicable('Reading one may be removed by the date of the run.');
    },
  );

  for (const [id, title, requirement, place] of REJECTED) {
    testProperty(
      `property/rejected/${id}`,
      `POST /pets MUST reject any body with 400 where ${title}`,
      { judges: [requirement], needs: ['create'], examples: oneFaultArbitrary(place), addsPets: true, stage },
      async ({ api, pets, expect }, { turn, build }) => {
        const { body } = build(pets.categories[turn % pets.categories.length] ?? 1n);
        expect(requirement).rejected(await api.createPet({ body, expects: [400] }), 400);
      },
    );
  }

  testProperty(
    'property/pages',
    'GET /pets MUST keep to any limit and filter',
    {
      judges: ['LIST-LIMIT-RANGE', 'LIST-LIMIT-MAX', 'LIST-STATUS-FILTER'],
      examples: fc.record(
        { limit: fc.integer({ min: LIMIT_MIN, max: LIMIT_MAX }), status: fc.constantFrom(...PET_STATUSES) },
        { requiredKeys: ['limit'] },
      ),
      addsPets: false,
      stage,
    },
    async ({ api, expect }, query) => {
      const response = await api.listPets(query);
      expect('LIST-LIMIT-RANGE').status(response, 200);
      expect('LIST-LIMIT-MAX').holdsFor(response);
      expect('LIST-STATUS-FILTER').holdsFor(response);
    },
  );

  testProperty(
    'property/unknown-ids',
    'GET /pets/{petId} MUST answer any id that no pet has with 404',
    {
      judges: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'],
      needs: ['getPet'],
      examples: fc.bigInt({ min: INT64_MIN, max: INT64_MAX }).filter(isFarFromSequences),
      addsPets: false,
      stage,
    },
    async ({ pets, expect, notApplicable }, id) => {
      if (pets.isKnown(id)) return notApplicable('The run has seen a pet with this id.');
      await expect.notFound('exact', id);
    },
  );

  for (const operation of OPERATION_IDS) {
    const { idWord } = operations[operation];
    testProperty(
      `property/wrong-keys/${idWord.toLowerCase()}`,
      `${operationRoute(operation)} MUST reject keys that are almost right with 401`,
      {
        judges: [`AUTH-INVALID-${idWord}`, `AUTH-MISSING-${idWord}`],
        needs: OPERATION_NEEDS[operation],
        examples: mutatedKeys,
        addsPets: operation === 'createPet',
        stage,
      },
      async ({ request, expect }, { key, credential }) => {
        const response = await request(operation, { credential });
        expect(key === 'invalid' ? `AUTH-INVALID-${idWord}` : `AUTH-MISSING-${idWord}`).rejected(response, 401);
      },
    );
  }
});
