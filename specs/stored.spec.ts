import { LIMIT_MAX } from '../src/contract/operations.ts';
import { PET_STATUSES, type PetStatus } from '../src/contract/pet.ts';
import { defineCases } from '../src/suite/case.ts';

const LISTED = ['CREATE-STORED', 'LIST-COMPLETE', 'LIST-SAME', 'LIST-STATUS-COMPLETE'] as const;

function withStatus(status: PetStatus | undefined): string {
  return status === undefined ? 'without a status' : `with status "${status}"`;
}

// The cases look for added pets while the catalogue is small, and again when it is full.
export const cases = defineCases(({ testCase }) => {
  for (const [id, stage, when] of [
    ['small', 'first listing', 'while the catalogue is small'],
    ['names', 'names listing', 'after the run has added pets with many kinds of names'],
  ] as const) {
    testCase(
      `stored/take-snapshots/${id}`,
      `GET /pets MUST return 200 ${when}`,
      { judges: ['LIST-OK'], needs: ['create'], stage },
      // The cases stored/snapshots judge the pages after the run has seen larger ones.
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
      `GET /pets MUST list every pet ${withStatus(status)} that was added so far`,
      { judges: LISTED, needs: ['create'], stage: 'first listing' },
      async ({ pets, expect, findInList, stopNotApplicable }) => {
        const own = pets.own().filter((pet) => pet.status === status);
        if (own.length === 0) return stopNotApplicable(`The run added no pet ${withStatus(status)}.`);
        const found = await findInList(own, status);
        expect('CREATE-STORED').stored(found);
        expect('LIST-COMPLETE').listed(found);
        expect('LIST-STATUS-COMPLETE').listedByStatus(found);
        await expect('LIST-SAME').sameValues(found);
      },
    );

    testCase(
      `stored/snapshots/${name}`,
      `GET /pets MUST have listed every pet ${withStatus(status)} while the catalogue was small`,
      { judges: LISTED, needs: ['create', 'full catalogue'], stage: 'full catalogue' },
      async ({ expect, findInSnapshots, stopNotApplicable }) => {
        const snapshots = await findInSnapshots(status);
        if (snapshots.length === 0) return stopNotApplicable('The run had not added such a pet when it read the list.');
        for (const found of snapshots) {
          expect('CREATE-STORED').stored(found);
          expect('LIST-COMPLETE').listed(found);
          expect('LIST-STATUS-COMPLETE').listedByStatus(found);
          await expect('LIST-SAME').sameValues(found);
        }
      },
    );
  }

  for (const status of PET_STATUSES) {
    testCase(
      `stored/full/${status}`,
      `GET /pets MUST list every pet of this run ${withStatus(status)}, and MUST NOT list a pet of a rejected body`,
      {
        judges: [...LISTED, 'CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'],
        needs: ['create', 'full catalogue'],
        stage: 'full catalogue',
      },
      async ({ api, pets, expect, findInList }) => {
        const own = pets.own().filter((pet) => pet.status === status);
        if (own.length > 0) {
          const found = await findInList(own, status);
          expect('CREATE-STORED').stored(found);
          expect('LIST-COMPLETE').listed(found);
          expect('LIST-STATUS-COMPLETE').listedByStatus(found);
          await expect('LIST-SAME').sameValues(found);
        } else {
          const { response } = await api.readPage({ status, limit: LIMIT_MAX });
          for (const requirement of LISTED)
            expect(requirement).notApplicable(`No pet of this run is ${status}.`, [response]);
        }
        expect('CREATE-REFUSED-NOT-STORED').noneStored();
        expect('AUTH-NO-EFFECT').noneStored();
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
    async ({ api, pets, expect }) => {
      const ids = pets.unknownIdsBetweenOwn();
      await Promise.all(ids.map((id) => api.getPet(id, { expects: [200, 404] })));
      expect('CREATE-REFUSED-NOT-STORED').noneStored();
      expect('AUTH-NO-EFFECT').noneStored();
    },
  );

  testCase(
    'stored/read',
    'GET /pets/{petId} MUST return pets of this run with the values that they were added with',
    {
      judges: ['CREATE-STORED', 'GET-OK', 'GET-SAME'],
      repeatGroup: 'get/known',
      needs: ['create', 'full catalogue', 'getPet'],
      stage: 'full catalogue',
    },
    async ({ api, pets, expect, stopNotVerified }) => {
      const own = pets.toReadBack();
      if (own.length === 0) return stopNotVerified('The run could not create a pet.');
      await Promise.all(
        own.map(async (pet) => {
          const read = await api.readPet(pet.id);
          expect('GET-OK').holdsFor(read.response);
          expect('CREATE-STORED').holdsFor(read.response);
          await expect('GET-SAME').samePet(pet, read);
        }),
      );
    },
  );
});
