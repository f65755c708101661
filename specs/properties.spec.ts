import * as fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from '../src/contract/exact-integer.ts';
import { LIMIT_MAX, LIMIT_MIN, OPERATION_IDS, operationRoute, operations } from '../src/contract/operations.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { validPetArbitrary, proveValid, faultyBodyArbitrary } from '../src/suite/bodies/generated-bodies.ts';
import { defineCases } from '../src/suite/case.ts';
import { operationRequests } from '../src/suite/operation-requests.ts';
import { mutatedKeys } from '../src/suite/keys/mutated-credentials.ts';
import { newPetText } from '../src/suite/api-request.ts';

const FAULTS = [
  {
    id: 'name-type',
    title: 'the name has another type',
    requirement: 'CREATE-REFUSES-NAME-TYPE',
    fault: { field: 'name', kind: 'wrong-type' },
  },
  {
    id: 'category-type',
    title: 'the categoryId has another type',
    requirement: 'CREATE-REFUSES-CATEGORY-TYPE',
    fault: { field: 'categoryId', kind: 'wrong-type' },
  },
  {
    id: 'category-range',
    title: 'the categoryId is outside int64',
    requirement: 'CREATE-REFUSES-CATEGORY-RANGE',
    fault: { field: 'categoryId', kind: 'out-of-range' },
  },
  {
    id: 'status-type',
    title: 'the status has another type',
    requirement: 'CREATE-REFUSES-STATUS-TYPE',
    fault: { field: 'status', kind: 'wrong-type' },
  },
  {
    id: 'status-value',
    title: 'the status is not in the enumeration',
    requirement: 'CREATE-REFUSES-STATUS-VALUE',
    fault: { field: 'status', kind: 'not-in-enumeration' },
  },
  {
    id: 'no-object',
    title: 'the body is not an object',
    requirement: 'CREATE-REFUSES-NON-OBJECT',
    fault: 'not-an-object',
  },
  {
    id: 'several',
    title: 'several fields are wrong or missing',
    requirement: 'CREATE-REFUSES-SEVERAL',
    fault: 'several-fields',
  },
] as const;

/** Many services number their pets from 1, so a small id may belong to a pet that the run has not seen. */
function isUnlikelyId(id: bigint): boolean {
  return id <= 0n || id > 1_000_000n;
}

export const cases = defineCases(({ testProperty }) => {
  const stage = 'properties';

  testProperty(
    'property/valid-pets',
    'POST /pets MUST add any valid pet and return the values that were sent',
    {
      judges: ['CREATE-NAMES', 'CREATE-KEEPS-NAME', 'CREATE-KEEPS-CATEGORY', 'CREATE-KEEPS-STATUS', 'GET-SAME'],
      needs: ['create'],
      examples: validPetArbitrary(),
      mayCreate: 1,
      stage,
    },
    async ({ api, pets, expect, run }, { categoryIndex, ...rest }) => {
      const sent = { ...rest, categoryId: pets.category(categoryIndex) };
      proveValid(newPetText(sent));
      const response = await api.createPet(sent);
      // CREATE-STATUS-OPTIONAL judges the response to a pet without a status.
      if (sent.status !== undefined) expect('CREATE-NAMES').status(response, 201);
      const added = api.petOf(response);
      expect('CREATE-KEEPS-NAME').holdsFor(response);
      expect('CREATE-KEEPS-CATEGORY').holdsFor(response);
      expect('CREATE-KEEPS-STATUS').holdsFor(response);
      if (run.phase === 'before') await expect('GET-SAME').samePet(added, await api.readPet(added.pet.id));
      else expect('GET-SAME').notApplicable('GET /pets/{petId} may be removed on the date of the run.');
    },
  );

  for (const { id, title, requirement, fault } of FAULTS) {
    testProperty(
      `property/rejected/${id}`,
      `POST /pets MUST reject any body with 400 if ${title}`,
      { judges: [requirement], needs: ['create'], examples: faultyBodyArbitrary(fault), mayCreate: 1, stage },
      async ({ api, pets, expect }, { categoryIndex, build }) => {
        const body = build(pets.category(categoryIndex));
        expect(requirement).rejected(await api.createPet({ body, expects: [400] }), 400);
      },
    );
  }

  testProperty(
    'property/pages',
    'GET /pets MUST list at most as many pets as any limit, and only pets with the status of any filter',
    {
      judges: ['LIST-LIMIT-RANGE', 'LIST-LIMIT-MAX', 'LIST-STATUS-FILTER'],
      examples: fc.record(
        { limit: fc.integer({ min: LIMIT_MIN, max: LIMIT_MAX }), status: fc.constantFrom(...PET_STATUSES) },
        { requiredKeys: ['limit'] },
      ),
      mayCreate: 0,
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
    'GET /pets/{petId} MUST return 404 for any unknown id',
    {
      judges: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'],
      needs: ['getPet'],
      examples: fc.bigInt({ min: INT64_MIN, max: INT64_MAX }).filter(isUnlikelyId),
      mayCreate: 0,
      stage,
    },
    async ({ api, pets, expect, stopNotApplicable }, id) => {
      if (pets.isKnown(id)) return stopNotApplicable('A response of this run has shown a pet with this id.');
      const responses = await api.getUnknown([id, ...pets.unknownIds('exact')]);
      expect('GET-UNKNOWN').notFound(responses);
      expect('GET-UNKNOWN-SIGN').notInvalid(responses);
    },
  );

  for (const operation of OPERATION_IDS) {
    const { idWord } = operations[operation];
    const { needs, mayCreate, send } = operationRequests[operation];
    testProperty(
      `property/wrong-keys/${idWord.toLowerCase()}`,
      `${operationRoute(operation)} MUST reject keys that differ slightly from the right key with 401`,
      {
        judges: [`AUTH-INVALID-${idWord}`, `AUTH-MISSING-${idWord}`],
        needs,
        examples: mutatedKeys,
        wrongKeys: 1,
        mayCreate,
        stage,
      },
      async ({ api, pets, expect }, { key, credential }) => {
        const response = await send({ api, pets }, { credential });
        expect(key === 'invalid' ? `AUTH-INVALID-${idWord}` : `AUTH-MISSING-${idWord}`).rejected(response, 401);
      },
    );
  }
});
