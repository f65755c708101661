import { PET_STATUSES, type PetStatus } from '../src/contract/pet.ts';
import { defineCases } from '../src/suite/case.ts';

const LISTED = ['CREATE-STORED', 'LIST-COMPLETE', 'LIST-SAME', 'LIST-STATUS-COMPLETE'] as const;

function describe(status: PetStatus | undefined): string {
  return status === undefined ? 'without a status' : `with status "${status}"`;
}

// The cases look for added pets while the catalogue is small, and again when it is full.
export const cases = defineCases(({ testCase }) => {
  for (const [id, stage] of [
    ['small', 'first listing'],
    ['names', 'names listing'],
  ] as const) {
    testCase(
      `stored/take-snapshots/${id}`,
      'GET /pets MUST return 200; the pages are judged again after the run has seen larger ones',
      { judges: ['LIST-OK'], needs: ['create'], stage },
      async ({ api, expect, takeSnapshots }) => {
        const [response] = await Promise.all([api.listPets(), takeSnapshots()]);
        expect('LIST-OK').status(response, 200);
      },
    );
  }

  for (const status of [...PET_STATUSES, undefined]) {
    const name = status ?? 'none';

    testCase(
      `stored/small/${name}`,
      `GET /pets MUST list every pet ${describe(status)} that was added so far`,
      { judges: LISTED, needs: ['create'], stage: 'first listing' },
      async ({ pets, expect, notApplicable }) => {
        const own = pets.own().filter((pet) => pet.status === status);
        if (own.length === 0) return notApplicable(`The run added no pet ${describe(status)}.`);
        await expect.listed(own, status);
      },
    );

    testCase(
      `stored/snapshots/${name}`,
      `GET /pets MUST have listed every pet ${describe(status)} while the catalogue was small`,
      { judges: LISTED, needs: ['create', 'full catalogue'], stage: 'full catalogue' },
      async ({ expect }) => expect.listedInSnapshots(status),
    );
  }

  for (const status of PET_STATUSES) {
    testCase(
      `stored/full/${status}`,
      `GET /pets MUST list every pet of this run ${describe(status)}, and MUST NOT list a pet of a rejected body`,
      {
        judges: [...LISTED, 'CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'],
        needs: ['create', 'full catalogue'],
        stage: 'full catalogue',
      },
      async ({ pets, expect, notVerified }) => {
        const own = pets.own().filter((pet) => pet.status === status);
        if (own.length === 0) return notVerified(`The run could not create a pet with status "${status}".`, null);
        await expect.listed(own, status);
        expect.noRejectedPetStored();
      },
    );
  }

  testCase(
    'stored/between-ids',
    'GET /pets/{petId} MUST NOT return a pet of a rejected body for an id between those of added pets',
    {
      judges: ['CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'],
      needs: ['create', 'full catalogue', 'getPet'],
      stage: 'full catalogue',
    },
    async ({ expect }) => expect.noRejectedPetBetweenIds(),
  );

  testCase(
    'stored/read',
    'GET /pets/{petId} MUST return pets of this run with the values that they were added with',
    {
      judges: ['CREATE-STORED', 'GET-OK', 'GET-SAME'],
      kind: 'get/known',
      needs: ['create', 'full catalogue', 'getPet'],
      stage: 'full catalogue',
    },
    async ({ api, pets, expect, notVerified }) => {
      const own = pets.toReadBack();
      if (own.length === 0) return notVerified('The run could not create a pet.', null);
      await Promise.all(
        own.map(async (pet) => {
          const read = await api.readPet(pet.id);
          expect('GET-OK').holdsFor(read.response);
          expect('CREATE-STORED').holdsFor(read.response);
          await expect('GET-SAME').samePet({ pet, response: read.response }, read);
        }),
      );
    },
  );
});
