import { ANY_MEDIA_TYPE } from '../src/suite/api-request.ts';
import { defineCases } from '../src/suite/case.ts';
import { describeErrorCode } from '../src/suite/responses/describe-behaviour.ts';

/** What rules judge by the responses. */
const FIELDS = ['ERROR-OBJECT', 'ERROR-CODE', 'ERROR-MESSAGE', 'ERROR-STATUS'] as const;

// The suite asks for JSON, and other cases send these requests so. Other clients, such as curl, accept any media type.
export const cases = defineCases(({ testCase }) => {
  const stage = 'first listing';
  const title = 'an Error in JSON, also to a client that accepts any media type';

  testCase(
    'errors/401/any-media-type',
    `GET /pets MUST respond to a missing key with 401 and ${title}`,
    { judges: ['AUTH-MISSING-LIST', 'OPEN-ERROR-CODES'], feeds: FIELDS, stage },
    async ({ api, expect, observe, run }) => {
      const response = await api.listPets({ limit: 1 }, { ...ANY_MEDIA_TYPE, credential: run.credential('none') });
      expect('AUTH-MISSING-LIST').rejected(response, 401);
      observe('OPEN-ERROR-CODES', `401: ${describeErrorCode(response)}`, [response]);
    },
  );

  testCase(
    'errors/400/any-media-type',
    `POST /pets MUST respond to an empty object with 400 and ${title}`,
    {
      judges: ['CREATE-REFUSES-MISSING', 'OPEN-ERROR-CODES'],
      feeds: FIELDS,
      needs: ['create'],
      mayCreate: 1,
      stage,
    },
    async ({ api, expect, observe }) => {
      const response = await api.createPet({ body: '{}', expects: [400] }, ANY_MEDIA_TYPE);
      expect('CREATE-REFUSES-MISSING').rejected(response, 400);
      observe('OPEN-ERROR-CODES', `400: ${describeErrorCode(response)}`, [response]);
    },
  );

  testCase(
    'errors/404/any-media-type',
    `GET /pets/{petId} MUST respond to an unknown id with 404 and ${title}`,
    { judges: ['GET-UNKNOWN', 'OPEN-ERROR-CODES'], feeds: FIELDS, needs: ['getPet'], stage },
    async ({ api, pets, expect, observe, stopNotVerified }) => {
      const id = pets.unknownId('small');
      const response = await api.getPet(id, { ...ANY_MEDIA_TYPE, expects: [404] });
      if (api.mayShowPet(response, id))
        return stopNotVerified(
          { reason: 'A pet has the randomly drawn id.', howToResolve: 'Run again with another --seed.' },
          [response],
        );
      expect('GET-UNKNOWN').rejected(response, 404);
      observe('OPEN-ERROR-CODES', `404: ${describeErrorCode(response)}`, [response]);
    },
  );
});
