import { writeJson } from '../src/contract/json.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { sharedDrafts, UNUSUAL_CATEGORIES } from '../src/suite/bodies/chosen-values.ts';
import { defineCases } from '../src/suite/case.ts';
import { ANOTHER_VALUE } from '../src/suite/judge.ts';
import { newPetMembers, newPetText } from '../src/suite/bodies/new-pet-text.ts';
import { describeId } from '../src/suite/responses/text-ids.ts';

/** Ids for a body, made from an id that no pet has, and how the body writes them. */
const CLIENT_IDS: readonly (readonly [
  caseId: string,
  title: string,
  idFrom: (free: bigint) => bigint,
  write: (id: bigint) => bigint | string,
])[] = [
  ['sent-by-client', 'a number', (free) => free, (id) => id],
  ['sent-as-text', 'a number as text', (free) => free, String],
  ['sent-negative', 'a negative number', (free) => -free, (id) => id],
];

/** How many pets one case adds at the same time. */
const SIMULTANEOUS = 10;

export const cases = defineCases(({ testCase }) => {
  for (const status of PET_STATUSES) {
    testCase(
      `create/status/${status}`,
      `POST /pets MUST add a pet with status "${status}" and return the values that were sent`,
      {
        judges: ['CREATE-OK'],
        feeds: ['CREATE-KEEPS-NAME', 'CREATE-KEEPS-CATEGORY', 'CREATE-KEEPS-STATUS'],
        needs: ['create'],
        mayCreate: 2,
        stage: 'small catalogue',
      },
      async ({ api, pets, expect }) => {
        const shared = pets.valid(sharedDrafts.find((pet) => pet.status === status));
        const response = await api.createShared(shared, pets.valid({ status }));
        expect('CREATE-OK').status(response, 201);
      },
    );
  }

  testCase(
    'create/status/none',
    'POST /pets MUST add a pet without a status',
    {
      judges: ['CREATE-STATUS-OPTIONAL', 'OPEN-DEFAULT-STATUS'],
      needs: ['create'],
      mayCreate: 2,
      stage: 'small catalogue',
    },
    async ({ api, pets, expect, observe }) => {
      const shared = pets.valid(sharedDrafts.find(({ status }) => status === undefined));
      const response = await api.createShared(shared, pets.valid());
      expect('CREATE-STATUS-OPTIONAL').status(response, 201);
      const { status } = api.petOf(response).pet;
      observe('OPEN-DEFAULT-STATUS', status === undefined ? 'no status' : `status "${status}"`, [response]);
    },
  );

  for (const { id, title, categoryId } of UNUSUAL_CATEGORIES) {
    testCase(
      `create/category/${id}`,
      `POST /pets MUST reject categoryId ${title} with 400, or accept it and return it exactly`,
      {
        judges: ['CREATE-CATEGORY-INT64', 'OPEN-CREATE-CATEGORIES'],
        needs: ['create'],
        mayCreate: 2,
        stage: 'names',
      },
      async ({ api, pets, expect, observe }) => {
        const shared = pets.shared(sharedDrafts.find((pet) => pet.categoryId === categoryId));
        const alone = pets.valid({ categoryId, status: pets.acceptedStatus('pending') });
        const response = await api.createShared(shared, { body: newPetText(alone), pet: alone, expects: [201, 400] });
        const added = expect('CREATE-CATEGORY-INT64').addedOrRejected(response);
        observe('OPEN-CREATE-CATEGORIES', `${categoryId}: ${added === null ? 'rejected' : 'accepted'}`, [response]);
        if (added === null) return;
        expect('CREATE-CATEGORY-INT64').holds(added.pet.categoryId === categoryId, {
          expected: `categoryId ${categoryId}`,
          actual: `categoryId ${added.pet.categoryId}`,
          difference: ANOTHER_VALUE,
          pointer: '/categoryId',
          responses: [response],
        });
      },
    );
  }

  testCase(
    'create/twice',
    'POST /pets MUST add two pets, and no more, for the same valid body sent twice',
    {
      judges: ['CREATE-DUPLICATES'],
      feeds: ['CREATE-STORED'],
      needs: ['create'],
      mayCreate: 2,
      stage: 'small catalogue',
      requestsInRow: 3,
    },
    async ({ api, pets, expect }) => {
      // A service that compares names may cut them, and then finds only a short one again.
      const sent = pets.valid({ word: 'Bo', status: pets.acceptedStatus('sold') });
      const first = await api.addPet(sent);
      const response = await api.createPet(sent);
      expect('CREATE-DUPLICATES').status(response, 201);
      expect('CREATE-DUPLICATES').differentIds([first, api.petOf(response)]);
      await api.readLists();
    },
  );

  testCase(
    'create/twice-at-once',
    'POST /pets MUST add two pets, both readable, for the same valid body sent twice at the same time',
    {
      judges: ['CREATE-DUPLICATES'],
      feeds: ['CREATE-ID-UNIQUE', 'GET-SAME'],
      needs: ['create', 'getPet'],
      mayCreate: 2,
      stage: 'forms',
      requestsInRow: 2,
      repeatGroup: 'create/at-once',
    },
    async ({ api, pets, expect }) => {
      // A pet of the fixtures has the same values: a service may accept equal pets only up to a number.
      const [{ name, categoryId, status = pets.acceptedStatus('available') } = {}] = pets.seeds();
      const sent = pets.valid({ name, categoryId, status });
      const responses = await Promise.all([api.createPet(sent), api.createPet(sent)]);
      for (const response of responses) expect('CREATE-DUPLICATES').status(response, 201);
      const added = responses.map((response) => api.petOf(response));
      expect('CREATE-DUPLICATES').differentIds(added);
      await Promise.all(added.map(({ pet }) => api.readPet(pet.id)));
    },
  );

  testCase(
    'create/keeps-earlier',
    'POST /pets MUST NOT change an earlier pet when another one is added with its name',
    {
      judges: ['CREATE-DUPLICATES'],
      feeds: ['GET-SAME', 'CREATE-STORED'],
      repeatGroup: 'get/known',
      needs: ['seed pets', 'getPet'],
      mayCreate: 1,
      stage: 'small catalogue',
    },
    async ({ api, pets, expect, stopNotVerified }) => {
      // The fixtures added this pet before the others.
      const [first] = pets.seeds();
      if (first === undefined) return stopNotVerified('The run could not create a pet.');
      const categoryId = pets.categories().find((category) => category !== first.categoryId);
      const { name, status } = first;
      expect('CREATE-DUPLICATES').status(await api.createPet(pets.valid({ name, categoryId, status })), 201);
      await api.readPet(first.id);
    },
  );

  testCase(
    'create/ids/distinct',
    'POST /pets MUST assign distinct ids to pets that are added at the same time',
    {
      feeds: ['CREATE-ID-UNIQUE'],
      needs: ['create'],
      mayCreate: 2 * SIMULTANEOUS,
      stage: 'names',
      repeatGroup: 'create/at-once',
    },
    async ({ api, pets }) => {
      const drafts = sharedDrafts.slice(-SIMULTANEOUS);
      await Promise.all(
        drafts.map((shared) => api.createShared(pets.shared(shared), pets.valid({ status: pets.acceptedStatus() }))),
      );
    },
  );

  for (const [caseId, title, idFrom, write] of CLIENT_IDS) {
    testCase(
      `create/ids/${caseId}`,
      `POST /pets MUST NOT use an id from the body: ${title}`,
      { judges: ['CREATE-ID-ASSIGNED'], needs: ['create'], mayCreate: 1, stage: 'forms' },
      async ({ api, pets, expect }) => {
        // Fits into 32 bits, so no column is too small for it.
        const id = idFrom(pets.unknownId('small'));
        const pet = pets.valid({ status: pets.acceptedStatus('pending') });
        const body = writeJson({ id: write(id), ...newPetMembers(pet) });
        const response = await api.createPet({ body, expects: [201, 400], pet });
        const added = expect('CREATE-ID-ASSIGNED').addedOrRejected(response);
        if (added === null) return;
        expect('CREATE-ID-ASSIGNED').holds(added.pet.id !== id, {
          expected: `an id assigned by the service, other than ${id}`,
          actual: `id ${describeId(added.pet.id)}`,
          pointer: '/id',
          responses: [response],
        });
      },
    );
  }

  testCase(
    'create/ids/of-another-pet',
    'POST /pets MUST NOT change another pet if the body holds its id',
    {
      judges: ['CREATE-ID-ASSIGNED'],
      feeds: ['GET-SAME'],
      needs: ['seed pets', 'getPet'],
      mayCreate: 1,
      stage: 'forms',
      requestsInRow: 3,
    },
    async ({ api, pets, expect, stopNotVerified }) => {
      // In that case every new pet has the id of the other one, whatever the body holds.
      if (pets.countKnown() === 1) return stopNotVerified('All pets that the run added have one id.');
      const other = await api.readPet(pets.any().id);
      // One page filtered by the status of both shows an id that they share.
      const pet = pets.valid({ status: other.pet.status ?? 'sold' });
      const body = writeJson({ id: other.pet.id, ...newPetMembers(pet) });
      const response = await api.createPet({ body, expects: [201, 400], pet });
      const added = expect('CREATE-ID-ASSIGNED').addedOrRejected(response);
      if (added !== null) expect('CREATE-ID-ASSIGNED').differentIds([other, added]);
      await api.readPet(other.pet.id);
    },
  );
});
