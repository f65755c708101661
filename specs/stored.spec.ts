import { LIMIT_MAX, LIMIT_MIN } from '../src/contract/operations.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { defineCases } from '../src/suite/case.ts';

/** The requirements that rules judge by the lists. Only larger pages show which pages were complete. */
const LISTED = [
  'CREATE-STORED',
  'LIST-COMPLETE',
  'LIST-SAME',
  'LIST-STATUS-COMPLETE',
  'CREATE-REFUSED-NOT-STORED',
  'AUTH-NO-EFFECT',
] as const;

/** So many pets the stage `forms` adds if the service gets each form of a body wrong, so that the run also sends its plain form. */
const ADDED_IN_FORMS = 32;

// The cases read the lists while the catalogue is small. list/limit reads them when it is full.
export const cases = defineCases(({ testCase }) => {
  testCase(
    'stored/take-snapshots/small',
    'GET /pets MUST return every pet of this run while the catalogue is small',
    { feeds: LISTED, needs: ['create'], stage: 'first listing', requestsInRow: 2 },
    async ({ api }) => {
      const filtered = Promise.all(PET_STATUSES.map((status) => api.readLists(status)));
      const [{ size }] = await Promise.all([api.sharePage({ limit: LIMIT_MAX }), filtered]);
      // To see whether other pets follow, a service may read one pet too many. It may then lose the last pet of a full page.
      await api.sharePage({ limit: Math.min(Math.max(LIMIT_MIN, size), LIMIT_MAX) });
    },
  );

  testCase(
    'stored/take-snapshots/last-complete',
    'GET /pets MUST return every pet of this run, whatever its name, although later pages cannot hold all pets',
    { feeds: LISTED, needs: ['create'], stage: 'early listing' },
    async ({ api, pets }) => {
      // A service that stores bodies that it must reject has many pets by now.
      if (pets.countKnown() + ADDED_IN_FORMS >= LIMIT_MAX) await api.readLists();
    },
  );

  testCase(
    'stored/take-snapshots/names',
    'GET /pets MUST return every pet of this run, whatever its name',
    { feeds: LISTED, needs: ['create'], stage: 'names listing' },
    // The cases list/status/*/repeated read the list of each status.
    ({ api }) => api.readLists(),
  );

  testCase(
    'stored/between-ids',
    'GET /pets/{petId} MUST NOT find a pet of a rejected body between the ids of added pets',
    {
      feeds: ['CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'],
      needs: ['create', 'full catalogue', 'getPet'],
    },
    async ({ api, pets }) => {
      const ids = pets.unknownIdsBetweenOwn();
      await Promise.all(ids.map((id) => api.getPet(id, { expects: [200, 404] })));
    },
  );

  testCase(
    'stored/read',
    'GET /pets/{petId} MUST return pets of this run with the values that they were added with',
    {
      feeds: ['GET-OK', 'CREATE-STORED', 'GET-SAME'],
      repeatGroup: 'get/known',
      needs: ['create', 'full catalogue', 'getPet'],
    },
    async ({ api, pets, stopNotVerified }) => {
      const own = pets.toReadBack();
      if (own.length === 0) return stopNotVerified('The run could not create a pet.');
      await Promise.all(own.map(({ id }) => api.readPet(id)));
    },
  );
});
