import { ANY_MEDIA_TYPE } from '../src/suite/api-request.ts';
import { defineCases } from '../src/suite/case.ts';
import { describeErrorCode } from '../src/suite/responses/describe-behaviour.ts';

/** The suite asks for JSON. Other clients, such as curl, accept any media type and must get JSON too. */
const CLIENTS = [
  {
    suffix: '',
    title: 'an Error',
    options: {},
    fields: ['ERROR-OBJECT', 'ERROR-CODE', 'ERROR-MESSAGE', 'ERROR-STATUS'],
    observed: ['OPEN-ERROR-CODES'],
  },
  {
    suffix: '/any-media-type',
    title: 'an Error in JSON, also to a client that accepts any media type',
    options: ANY_MEDIA_TYPE,
    fields: ['ERROR-OBJECT'],
    observed: [],
  },
] as const;

export const cases = defineCases(({ testCase }) => {
  const stage = 'first listing';

  for (const { suffix, title, options, fields, observed } of CLIENTS) {
    testCase(
      `errors/401${suffix}`,
      `GET /pets MUST respond to a missing key with 401 and ${title}`,
      { judges: ['AUTH-MISSING-LIST', ...observed], feeds: fields, stage },
      async ({ api, expect, observe, run }) => {
        const response = await api.listPets({ limit: 1 }, { ...options, credential: run.credential('none') });
        expect('AUTH-MISSING-LIST').rejected(response, 401);
        for (const unspecified of observed) observe(unspecified, `401: ${describeErrorCode(response)}`, [response]);
      },
    );

    testCase(
      `errors/400${suffix}`,
      `POST /pets MUST respond to an empty object with 400 and ${title}`,
      { judges: ['CREATE-REFUSES-MISSING', ...observed], feeds: fields, needs: ['create'], mayCreate: 1, stage },
      async ({ api, expect, observe }) => {
        const response = await api.createPet({ body: '{}', expects: [400] }, options);
        expect('CREATE-REFUSES-MISSING').rejected(response, 400);
        for (const unspecified of observed) observe(unspecified, `400: ${describeErrorCode(response)}`, [response]);
      },
    );

    testCase(
      `errors/404${suffix}`,
      `GET /pets/{petId} MUST respond to an unknown id with 404 and ${title}`,
      { judges: ['GET-UNKNOWN', ...observed], feeds: fields, needs: ['getPet'], stage },
      async ({ api, pets, expect, observe, stopNotVerified }) => {
        const id = pets.unknownId('small');
        const response = await api.getPet(id, { ...options, expects: [404] });
        if (api.mayShowPet(response, id))
          return stopNotVerified(
            { reason: 'A pet has the randomly drawn id.', howToResolve: 'Run again with another --seed.' },
            [response],
          );
        expect('GET-UNKNOWN').rejected(response, 404);
        for (const unspecified of observed) observe(unspecified, `404: ${describeErrorCode(response)}`, [response]);
      },
    );
  }
});
