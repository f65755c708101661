import { PET_STATUSES, type PetStatus } from '../src/contract/pet.ts';
import { defineCases } from '../src/suite/case.ts';

const LISTED = ['CREATE-STORED', 'LIST-COMPLETE', 'LIST-SAME', 'LIST-STATUS-COMPLETE'] as const;

function describe(status: PetStatus | undefined): string {
  return status === undefined ? 'that has no status' : `that is ${status}`;
}

// Whether what was added is there: while the catalogue is small, and once more when it is full.
export const cases = defineCases(({ testCase }) => {
  for (const [id, stage] of [
    ['small', 'first listing'],
    ['names', 'names listing'],
  ] as const) {
    testCase(
      `stored/take-snapshots/${id}`,
      'GET /pets MUST be answered 200; the pages are judged again when larger ones were seen',
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
      `GET /pets MUST list every pet added so far ${describe(status)}`,
      { judges: LISTED, needs: ['create'], stage: 'first listing' },
      async ({ pets, expect, notApplicable }) => {
        const own = pets.own().filter((pet) => pet.status === status);
        if (own.length === 0) return notApplicable('No such pet was added.');
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
      `GET /pets MUST list every pet of this run ${describe(status)}, and no pet of a rejected body`,
      {
        judges: [...LISTED, 'CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'],
        needs: ['create', 'full catalogue'],
        stage: 'full catalogue',
      },
      async ({ pets, expect, notVerified }) => {
        const own = pets.own().filter((pet) => pet.status === status);
        if (own.length === 0) return notVerified(`The run could add no pet that is ${status}.`, null);
        await expect.listed(own, status);
        expect.noRejectedPetStored();
      },
    );
  }

  testCase(
    'stored/read',
    'GET /pets/{petId} MUST give every pet of this run with the values that it was added with',
    {
      judges: ['CREATE-STORED', 'GET-OK', 'GET-SAME'],
      needs: ['create', 'full catalogue', 'getPet'],
      stage: 'full catalogue',
    },
    async ({ api, pets, expect, notVerified }) => {
      const own = pets.own();
      if (own.length === 0) return notVerified('The run could add no pet.', null);
      await Promise.all(
        own.map(async (pet) => {
          const read = await api.readPet(pet.id);
          expect('GET-OK').holdsFor(read.response);
          expect('CREATE-STORED').holdsFor(read.response);
          expect('GET-SAME').samePet({ pet, response: read.response }, read);
        }),
      );
    },
  );
});
