import { INT64_MAX, INT64_MIN } from '../src/contract/exact-integer.ts';
import { writeJson } from '../src/contract/json.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { defineCases } from '../src/suite/case.ts';
import { newPetMembers } from '../src/suite/api-request.ts';

/** Categories that a service may reject, but must not round or cut (part 2: int64). */
const CATEGORIES = [
  { id: 'zero', title: '0', categoryId: 0n },
  { id: 'minus-1', title: '-1', categoryId: -1n },
  { id: 'largest-32-bit', title: '2^31-1 (the largest 32-bit integer)', categoryId: 2n ** 31n - 1n },
  { id: 'above-32-bit', title: '2^31', categoryId: 2n ** 31n },
  { id: 'one-in-32-bits', title: '2^32+1 (1 if cut to 32 bits)', categoryId: 2n ** 32n + 1n },
  { id: 'no-double', title: '2^53+1 (not exact in a double)', categoryId: 2n ** 53n + 1n },
  { id: 'no-negative-double', title: '-2^53-1 (not exact in a double)', categoryId: -(2n ** 53n) - 1n },
  { id: 'largest', title: '2^63-1 (the largest int64)', categoryId: INT64_MAX },
  { id: 'smallest', title: '-2^63 (the smallest int64)', categoryId: INT64_MIN },
] as const;

/** How many pets one case adds at the same time. */
const SIMULTANEOUS = 10;

export const cases = defineCases(({ testCase }) => {
  for (const status of PET_STATUSES) {
    testCase(
      `create/status/${status}`,
      `POST /pets MUST add a pet with status "${status}" and return the values that were sent`,
      {
        judges: ['CREATE-OK', 'CREATE-KEEPS-NAME', 'CREATE-KEEPS-CATEGORY', 'CREATE-KEEPS-STATUS'],
        needs: ['create'],
        mayCreate: 1,
        stage: 'additions and rejections',
      },
      async ({ api, pets, expect }) => {
        const response = await api.createPet(pets.valid({ status }));
        expect('CREATE-OK').status(response, 201);
        expect('CREATE-KEEPS-NAME').holdsFor(response);
        expect('CREATE-KEEPS-CATEGORY').holdsFor(response);
        expect('CREATE-KEEPS-STATUS').holdsFor(response);
      },
    );
  }

  testCase(
    'create/status/none',
    'POST /pets MUST add a pet without a status',
    {
      judges: ['CREATE-STATUS-OPTIONAL', 'OPEN-DEFAULT-STATUS'],
      needs: ['create'],
      mayCreate: 1,
      stage: 'additions and rejections',
    },
    async ({ api, pets, expect, observe }) => {
      const response = await api.createPet(pets.valid());
      expect('CREATE-STATUS-OPTIONAL').status(response, 201);
      const { status } = api.petOf(response).pet;
      observe('OPEN-DEFAULT-STATUS', status === undefined ? 'no status' : `status "${status}"`, [response]);
    },
  );

  testCase(
    'create/category/second',
    'POST /pets MUST return the categoryId that was sent, also for a second known category',
    { judges: ['CREATE-KEEPS-CATEGORY'], needs: ['create'], mayCreate: 1, stage: 'additions and rejections' },
    async ({ api, pets, expect, notApplicable }) => {
      const [, categoryId] = pets.categories;
      if (categoryId === undefined) return notApplicable('The run found only one category that the service accepts.');
      const { response } = await api.addPet(pets.valid({ categoryId, status: 'available' }));
      expect('CREATE-KEEPS-CATEGORY').holdsFor(response);
    },
  );

  for (const { id, title, categoryId } of CATEGORIES) {
    testCase(
      `create/category/${id}`,
      `POST /pets MUST reject categoryId ${title} with 400, or accept it and return it exactly`,
      {
        judges: ['CREATE-CATEGORY-INT64', 'OPEN-CREATE-CATEGORIES'],
        needs: ['create'],
        mayCreate: 1,
        stage: 'additions and rejections',
      },
      async ({ api, pets, expect, observe }) => {
        const sent = pets.valid({ categoryId, status: 'pending' });
        const response = await api.createPet(sent, { expects: [201, 400] });
        const added = expect('CREATE-CATEGORY-INT64').addedOrRejected(response);
        observe('OPEN-CREATE-CATEGORIES', `${categoryId}: ${added === null ? 'rejected' : 'accepted'}`, [response]);
        if (added === null) return;
        expect('CREATE-CATEGORY-INT64').holds(added.pet.categoryId === categoryId, {
          expected: `categoryId ${categoryId}`,
          actual: `categoryId ${added.pet.categoryId}`,
          pointer: '/categoryId',
          responses: [response],
        });
      },
    );
  }

  testCase(
    'create/twice',
    'POST /pets MUST add two pets for the same valid body sent twice',
    { judges: ['CREATE-DUPLICATES'], needs: ['create'], mayCreate: 2, stage: 'additions and rejections' },
    async ({ api, pets, expect }) => {
      const sent = pets.valid({ status: 'available' });
      const first = await api.addPet(sent);
      const response = await api.createPet(sent);
      if (!expect('CREATE-DUPLICATES').status(response, 201)) return;
      const second = api.petOf(response);
      expect('CREATE-DUPLICATES').holds(first.pet.id !== second.pet.id, {
        expected: `an id other than ${first.pet.id}`,
        actual: `id ${second.pet.id}`,
        pointer: '/id',
        responses: [first.response, response],
      });
    },
  );

  testCase(
    'create/twice-at-once',
    'POST /pets MUST add two pets, both readable, for the same valid body sent twice at the same time',
    {
      judges: ['CREATE-ID-UNIQUE', 'CREATE-DUPLICATES', 'GET-SAME'],
      needs: ['create', 'getPet'],
      mayCreate: 2,
      kind: 'create/at-once',
    },
    async ({ api, pets, expect }) => {
      const sent = pets.valid({ status: 'available' });
      const responses = await Promise.all([api.createPet(sent), api.createPet(sent)]);
      for (const response of responses) expect('CREATE-DUPLICATES').status(response, 201);
      const [first, second] = [api.petOf(responses[0]), api.petOf(responses[1])];
      expect('CREATE-DUPLICATES').holds(first.pet.id !== second.pet.id, {
        expected: 'two different ids',
        actual: `ids ${first.pet.id} and ${second.pet.id}`,
        responses,
      });
      for (const added of [first, second]) {
        expect('CREATE-ID-UNIQUE').holdsFor(added.response);
        await expect('GET-SAME').samePet(added, await api.readPet(added.pet.id));
      }
    },
  );

  testCase(
    'create/keeps-earlier',
    'POST /pets MUST NOT change a pet that was added earlier',
    {
      judges: ['GET-SAME', 'CREATE-STORED'],
      needs: ['create', 'getPet'],
      mayCreate: 2,
      stage: 'additions and rejections',
    },
    async ({ api, pets, expect }) => {
      const first = await api.addPet(pets.valid({ status: 'pending' }));
      await api.addPet(pets.valid({ status: 'sold' }));
      const read = await api.readPet(first.pet.id);
      expect('CREATE-STORED').holdsFor(read.response);
      await expect('GET-SAME').samePet(first, read);
    },
  );

  testCase(
    'create/ids/distinct',
    'POST /pets MUST assign distinct ids to pets that are added at the same time',
    { judges: ['CREATE-ID-UNIQUE'], needs: ['create'], mayCreate: SIMULTANEOUS, kind: 'create/at-once' },
    async ({ api, pets, expect }) => {
      const sent = Array.from({ length: SIMULTANEOUS }, (_, index) =>
        pets.valid({ status: PET_STATUSES[index % PET_STATUSES.length] }),
      );
      const added = await Promise.all(sent.map((pet) => api.addPet(pet)));
      const ids = new Set(added.map(({ pet }) => pet.id));
      expect('CREATE-ID-UNIQUE').holds(ids.size === SIMULTANEOUS, {
        expected: `${SIMULTANEOUS} distinct ids`,
        actual: `${ids.size} distinct ids`,
        responses: added.map(({ response }) => response),
      });
    },
  );

  testCase(
    'create/ids/sent-by-client',
    'POST /pets MUST NOT use an id from the body',
    { judges: ['CREATE-ID-ASSIGNED'], needs: ['create'], mayCreate: 1 },
    async ({ api, pets, expect }) => {
      const id = pets.unknownId('positive');
      const pet = pets.valid({ status: 'pending' });
      const body = writeJson({ id, ...newPetMembers(pet) });
      const response = await api.createPet({ body, expects: [201, 400], pet });
      const added = expect('CREATE-ID-ASSIGNED').addedOrRejected(response);
      if (added === null) return;
      expect('CREATE-ID-ASSIGNED').holds(added.pet.id !== id, {
        expected: `an id assigned by the service, other than ${id}`,
        actual: `id ${added.pet.id}`,
        pointer: '/id',
        responses: [response],
      });
    },
  );

  testCase(
    'create/ids/of-another-pet',
    'POST /pets MUST NOT change another pet if the body holds its id',
    { judges: ['CREATE-ID-ASSIGNED', 'GET-SAME'], needs: ['create', 'getPet'], mayCreate: 2 },
    async ({ api, pets, expect }) => {
      const other = await api.addPet(pets.valid({ status: 'available' }));
      const pet = pets.valid({ status: 'sold' });
      const body = writeJson({ id: other.pet.id, ...newPetMembers(pet) });
      const response = await api.createPet({ body, expects: [201, 400], pet });
      const added = expect('CREATE-ID-ASSIGNED').addedOrRejected(response);
      if (added !== null) {
        expect('CREATE-ID-ASSIGNED').holds(added.pet.id !== other.pet.id, {
          expected: `an id other than ${other.pet.id}`,
          actual: `id ${added.pet.id}`,
          pointer: '/id',
          responses: [response],
        });
      }
      await expect('GET-SAME').samePet(other, await api.readPet(other.pet.id));
    },
  );
});
