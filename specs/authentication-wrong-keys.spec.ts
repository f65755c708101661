import { effectOf, OPERATION_IDS, operationRoute, operations } from '../src/contract/operations.ts';
import { defineCases } from '../src/suite/case.ts';
import { operationRequests } from '../src/suite/operation-requests.ts';
import { SPECIAL_TOKENS } from '../src/suite/keys/special-tokens.ts';

/** Headers that a faulty service may trust instead of a key. */
const HEADERS = [
  { id: 'forwarded-for-loopback', title: 'X-Forwarded-For: 127.0.0.1', headers: [['X-Forwarded-For', '127.0.0.1']] },
  { id: 'internal-header', title: 'X-Internal-Request: true', headers: [['X-Internal-Request', 'true']] },
  { id: 'method-override', title: 'X-HTTP-Method-Override: GET', headers: [['X-HTTP-Method-Override', 'GET']] },
  { id: 'accept-html', title: 'Accept: text/html', headers: [['Accept', 'text/html']] },
  { id: 'cookie', title: 'a session cookie', headers: [['Cookie', 'session=1; user=admin']] },
  {
    id: 'own-origin',
    title: 'Origin and Referer',
    headers: [
      ['Origin', 'null'],
      ['Referer', '/admin'],
    ],
  },
  { id: 'wrong-key-header', title: 'a wrong X-API-Key', headers: [['X-API-Key', 'wrong']] },
  { id: 'no-cache', title: 'Cache-Control: no-cache', headers: [['Cache-Control', 'no-cache']] },
  { id: 'plain-text', title: 'Content-Type: text/plain', headers: [['Content-Type', 'text/plain']] },
  {
    id: 'conditions',
    title: 'If-None-Match and Range',
    headers: [
      ['If-None-Match', '*'],
      ['Range', 'bytes=0-0'],
    ],
  },
] as const;

/** Parameters that a faulty service may trust instead of a key. */
const QUERIES = [
  ['api-key-query', 'api_key=wrong', 'none'],
  ['access-token-query', 'access_token=wrong', 'random-key'],
  ['debug-query', 'debug=true', 'random-key'],
] as const;

/** The credential and the operation of each header, repeated. */
const COMBINATIONS = OPERATION_IDS.flatMap((operation) => [
  ['none', operation] as const,
  ['random-key', operation] as const,
]);

export const cases = defineCases(({ testCase }) => {
  const stage = 'small catalogue';

  for (const special of SPECIAL_TOKENS) {
    const { operation } = special;
    const { idWord } = operations[operation];
    testCase(
      `auth/token/${special.id}`,
      `${operationRoute(operation)} MUST reject a wrong key with 401: ${special.title}`,
      {
        judges: [`AUTH-INVALID-${idWord}`],
        needs: operationRequests[operation].needs,
        mayCreate: effectOf(operation) === 'adds a pet' ? 1 : 0,
        wrongKeys: 1,
        stage,
      },
      async ({ api, pets, expect, run, notApplicable }) => {
        const credential = run.specialToken(special) ?? notApplicable('The configured key is this text.');
        const response = await operationRequests[operation].send({ api, pets }, { credential });
        expect(`AUTH-INVALID-${idWord}`).rejected(response, 401);
      },
    );
  }

  for (const [index, { id, title, headers }] of HEADERS.entries()) {
    const [credential, operation] = COMBINATIONS[index % COMBINATIONS.length] ?? ['none', 'listPets'];
    testCase(
      `auth/beside/${id}`,
      `${operationRoute(operation)} MUST reject the credential ${credential} with 401, also with ${title}`,
      {
        judges: ['AUTH-FIRST'],
        needs: [{ credential }, ...operationRequests[operation].needs],
        mayCreate: effectOf(operation) === 'adds a pet' ? 1 : 0,
        stage,
      },
      async ({ api, pets, expect, run }) => {
        const options = { credential: run.credential(credential), headers };
        const response = await operationRequests[operation].send({ api, pets }, options);
        expect('AUTH-FIRST').rejected(response, 401);
      },
    );
  }

  for (const [id, query, credential] of QUERIES) {
    testCase(
      `auth/beside/${id}`,
      `GET /pets?${query} MUST reject the credential ${credential} with 401`,
      { judges: ['AUTH-FIRST'], needs: [{ credential }], stage },
      async ({ api, expect, run }) => {
        const response = await api.listPets(query, { credential: run.credential(credential) });
        expect('AUTH-FIRST').rejected(response, 401);
      },
    );
  }
});
