import { ANY_MEDIA_TYPE } from '../src/suite/api.ts';
import { defineCases } from '../src/suite/case.ts';
import { describeErrorCode } from '../src/suite/describe-behaviour.ts';

const ERROR_FIELDS = ['ERROR-OBJECT', 'ERROR-CODE', 'ERROR-MESSAGE', 'ERROR-STATUS'] as const;

const ID_TAKEN = 'A pet has the id that was drawn at random.';
const RUN_AGAIN = 'Run again with another --seed.';

const EMPTY_OBJECT = { body: '{}', expects: [400] } as const;

export const cases = defineCases(({ testCase }) => {
  const stage = 'first listing';

  testCase(
    'errors/401',
    'GET /pets MUST answer a missing key with an Error',
    { judges: [...ERROR_FIELDS, 'AUTH-MISSING-LIST', 'OPEN-ERROR-CODES'], stage },
    async ({ api, expect, observe, run }) => {
      const response = await api.listPets({ limit: 1 }, { credential: run.credential('none') });
      expect('AUTH-MISSING-LIST').rejected(response, 401);
      for (const field of ERROR_FIELDS) expect(field).holdsFor(response);
      observe('OPEN-ERROR-CODES', `401: ${describeErrorCode(response)}`, [response]);
    },
  );

  testCase(
    'errors/400',
    'POST /pets MUST answer a body without fields with an Error',
    {
      judges: [...ERROR_FIELDS, 'CREATE-REFUSES-MISSING', 'OPEN-ERROR-CODES'],
      needs: ['create'],
      mayCreate: 1,
      stage,
    },
    async ({ api, expect, observe }) => {
      const response = await api.createPet(EMPTY_OBJECT);
      expect('CREATE-REFUSES-MISSING').rejected(response, 400);
      for (const field of ERROR_FIELDS) expect(field).holdsFor(response);
      observe('OPEN-ERROR-CODES', `400: ${describeErrorCode(response)}`, [response]);
    },
  );

  testCase(
    'errors/404',
    'GET /pets/{petId} MUST answer an unknown id with an Error',
    { judges: [...ERROR_FIELDS, 'GET-UNKNOWN', 'OPEN-ERROR-CODES'], needs: ['getPet'], stage },
    async ({ api, pets, expect, observe, notVerified }) => {
      const id = pets.unknownId('small');
      const response = await api.getPet(id, { expects: [404] });
      if (api.showsPet(response, id)) return notVerified(ID_TAKEN, RUN_AGAIN, [response]);
      expect('GET-UNKNOWN').rejected(response, 404);
      for (const field of ERROR_FIELDS) expect(field).holdsFor(response);
      observe('OPEN-ERROR-CODES', `404: ${describeErrorCode(response)}`, [response]);
    },
  );

  testCase(
    'errors/401/any-media-type',
    'GET /pets MUST answer a missing key with JSON for a client that accepts any media type',
    { judges: ['ERROR-OBJECT', 'AUTH-MISSING-LIST'], stage },
    async ({ api, expect, run }) => {
      const response = await api.listPets({ limit: 1 }, { ...ANY_MEDIA_TYPE, credential: run.credential('none') });
      expect('AUTH-MISSING-LIST').rejected(response, 401);
      expect('ERROR-OBJECT').holdsFor(response);
    },
  );

  testCase(
    'errors/400/any-media-type',
    'POST /pets MUST answer a body without fields with JSON for a client that accepts any media type',
    { judges: ['ERROR-OBJECT', 'CREATE-REFUSES-MISSING'], needs: ['create'], mayCreate: 1, stage },
    async ({ api, expect }) => {
      const response = await api.createPet(EMPTY_OBJECT, ANY_MEDIA_TYPE);
      expect('CREATE-REFUSES-MISSING').rejected(response, 400);
      expect('ERROR-OBJECT').holdsFor(response);
    },
  );

  testCase(
    'errors/404/any-media-type',
    'GET /pets/{petId} MUST answer an unknown id with JSON for a client that accepts any media type',
    { judges: ['ERROR-OBJECT', 'GET-UNKNOWN'], needs: ['getPet'], stage },
    async ({ api, pets, expect, notVerified }) => {
      const id = pets.unknownId('small');
      const response = await api.getPet(id, { ...ANY_MEDIA_TYPE, expects: [404] });
      if (api.showsPet(response, id)) return notVerified(ID_TAKEN, RUN_AGAIN, [response]);
      expect('GET-UNKNOWN').rejected(response, 404);
      expect('ERROR-OBJECT').holdsFor(response);
    },
  );
});
