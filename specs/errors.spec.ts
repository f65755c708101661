import type { RequestOptions } from '../src/suite/api-request.ts';
import { defineCases } from '../src/suite/case.ts';
import { describeErrorCode } from '../src/suite/responses/describe-behaviour.ts';

/** The requirements that rules judge by the responses. */
const FIELDS = ['ERROR-OBJECT', 'ERROR-CODE', 'ERROR-MESSAGE', 'ERROR-STATUS'] as const;

/** The header fields of other clients: curl accepts any media type, and a browser asks for a language. */
const OTHER_CLIENT = {
  headers: [
    ['Accept', '*/*'],
    ['Accept-Language', 'tlh, de;q=0.8'],
  ],
} as const satisfies RequestOptions;

/**
 * Without Accept, a client accepts any media type (RFC 9110 section 12.5.1). Some services write these errors in another form. For 401 and
 * 400, auth/beside/plain-text and a body of connections/each-after-each have no Accept.
 */
const NO_ACCEPT = { omits: ['Accept'] } as const satisfies RequestOptions;

// Other cases send these requests with the usual fields: the suite asks for JSON, and for no language.
export const cases = defineCases(({ testCase }) => {
  const stage = 'first listing';
  const title = 'whatever media type and language the client accepts';

  testCase(
    'errors/401/any-media-type',
    `GET /pets MUST return 401 and an Error in JSON for a missing key, ${title}`,
    { judges: ['AUTH-MISSING-LIST', 'OPEN-ERROR-CODES'], feeds: FIELDS, stage },
    async ({ api, expect, observe, run }) => {
      const response = await api.listPets({ limit: 1 }, { ...OTHER_CLIENT, credential: run.credential('none') });
      expect('AUTH-MISSING-LIST').rejected(response, 401);
      observe('OPEN-ERROR-CODES', `401: ${describeErrorCode(response)}`, [response]);
    },
  );

  testCase(
    'errors/400/any-media-type',
    `POST /pets MUST return 400 and an Error in JSON for an empty object, ${title}`,
    {
      judges: ['CREATE-REFUSES-MISSING', 'OPEN-ERROR-CODES'],
      feeds: FIELDS,
      needs: ['rejected bodies'],
      mayCreate: 1,
      stage,
    },
    async ({ api, expect, observe }) => {
      const response = await api.createPet({ body: '{}', expects: [400] }, OTHER_CLIENT);
      expect('CREATE-REFUSES-MISSING').rejected(response, 400);
      observe('OPEN-ERROR-CODES', `400: ${describeErrorCode(response)}`, [response]);
    },
  );

  testCase(
    'errors/404/any-media-type',
    `GET /pets/{petId} MUST return 404 and an Error in JSON for an unknown id, ${title}`,
    { judges: ['GET-UNKNOWN', 'OPEN-ERROR-CODES'], feeds: FIELDS, needs: ['getPet'], stage },
    async ({ api, pets, expect, observe, stopNotVerified }) => {
      const id = pets.unknownId('small');
      for (const client of [OTHER_CLIENT, NO_ACCEPT]) {
        const response = await api.getPet(id, { ...client, expects: [404] });
        if (api.mayShowPet(response, id))
          return stopNotVerified(
            { reason: 'A pet has the randomly drawn id.', howToResolve: 'Run again with another --seed.' },
            [response],
          );
        expect('GET-UNKNOWN').rejected(response, 404);
        observe('OPEN-ERROR-CODES', `404: ${describeErrorCode(response)}`, [response]);
      }
    },
  );
});
