import { OPERATION_IDS, operationRoute, operations } from '../src/contract/operations.ts';
import { defineCases } from '../src/suite/case.ts';
import { operationDefinitions } from '../src/suite/operations/index.ts';
import { CREDENTIAL_TITLES } from '../src/suite/keys/credentials.ts';
import { isOutsideAlphabet, SPECIAL_TOKENS } from '../src/suite/keys/special-tokens.ts';

/** Headers that a faulty service may trust instead of a key, each sent with a credential to an operation. */
const HEADERS = [
  ['forwarded-for-loopback', 'X-Forwarded-For: 127.0.0.1', 'none', 'listPets', [['X-Forwarded-For', '127.0.0.1']]],
  ['internal-header', 'X-Internal-Request: true', 'random-key', 'listPets', [['X-Internal-Request', 'true']]],
  ['method-override', 'X-HTTP-Method-Override: GET', 'none', 'createPet', [['X-HTTP-Method-Override', 'GET']]],
  ['accept-html', 'Accept: text/html', 'random-key', 'createPet', [['Accept', 'text/html']]],
  ['cookie', 'a session cookie', 'none', 'getPet', [['Cookie', 'session=1; user=admin']]],
  [
    'own-origin',
    'Origin and Referer',
    'random-key',
    'getPet',
    [
      ['Origin', 'null'],
      ['Referer', '/admin'],
    ],
  ],
  ['wrong-key-header', 'a wrong X-API-Key', 'none', 'listPets', [['X-API-Key', 'wrong']]],
  ['no-cache', 'Cache-Control: no-cache', 'random-key', 'listPets', [['Cache-Control', 'no-cache']]],
  ['plain-text', 'Content-Type: text/plain', 'none', 'createPet', [['Content-Type', 'text/plain']]],
  [
    'conditions',
    'If-None-Match and Range',
    'random-key',
    'createPet',
    [
      ['If-None-Match', '*'],
      ['Range', 'bytes=0-0'],
    ],
  ],
] as const;

/** Headers that change the form of a request or of its response. */
const OF_FORM: ReadonlySet<string> = new Set(['accept-html', 'plain-text', 'method-override']);

/** Parameters that a faulty service may trust instead of a key. */
const QUERIES = [
  ['api-key-query', 'api_key=wrong', 'none'],
  ['access-token-query', 'access_token=wrong', 'random-key'],
  ['debug-query', 'debug=true', 'random-key'],
] as const;

export const cases = defineCases(({ testCase }) => {
  const stage = 'small catalogue';

  for (const operation of OPERATION_IDS) {
    const { idWord } = operations[operation];
    const { needs, mayCreate, send, tokens } = operationDefinitions[operation];
    for (const token of tokens) {
      const options = isOutsideAlphabet(token)
        ? ({ needs: [...needs, 'risky probe'], stage: 'one by one' } as const)
        : ({ needs, stage } as const);
      testCase(
        `auth/${idWord.toLowerCase()}/token-${token}`,
        `${operationRoute(operation)} MUST reject a wrong key with 401: ${SPECIAL_TOKENS[token].title}`,
        { judges: [`AUTH-INVALID-${idWord}`], ...options, mayCreate, wrongKeys: 1 },
        async ({ api, pets, expect, run, stopNotApplicable }) => {
          if (isOutsideAlphabet(token) && run.lockouts() > 0)
            return stopNotApplicable('The service locks clients out, and a firewall may do so for such a key.');
          const credential = run.specialToken(token) ?? stopNotApplicable('The configured key is this text.');
          const response = await send({ api, pets }, { credential });
          expect(`AUTH-INVALID-${idWord}`).rejected(response, 401);
        },
      );
    }
  }

  for (const [id, title, credential, operation, headers] of HEADERS) {
    const { needs, mayCreate, send } = operationDefinitions[operation];
    testCase(
      `auth/beside/${id}`,
      `${operationRoute(operation)} MUST reject ${CREDENTIAL_TITLES[credential]} with 401, also with ${title}`,
      {
        judges: ['AUTH-FIRST'],
        needs: [{ credential }, ...needs],
        mayCreate,
        stage,
      },
      async ({ api, pets, expect, run }) => {
        const response = await send({ api, pets }, { credential: run.credential(credential), headers });
        expect('AUTH-FIRST').rejected(response, 401);
      },
    );
  }

  for (const operation of OPERATION_IDS) {
    const { idWord } = operations[operation];
    const { needs, mayCreate, send } = operationDefinitions[operation];
    testCase(
      `auth/beside/all-${idWord.toLowerCase()}`,
      `${operationRoute(operation)} MUST reject a random key with 401, also with all that the other operations get beside it`,
      { judges: ['AUTH-FIRST'], needs: [{ credential: 'random-key' }, ...needs], mayCreate, stage },
      async ({ api, pets, expect, run }) => {
        const others = HEADERS.filter(([id, , , tried]) => tried !== operation && !OF_FORM.has(id));
        const headers = others.flatMap(([, , , , fields]) => [...fields]);
        const parameters = QUERIES.map(([, parameter]) => parameter).join('&');
        const response = await send({ api, pets }, { credential: run.credential('random-key'), headers, parameters });
        expect('AUTH-FIRST').rejected(response, 401);
      },
    );
  }

  for (const [id, query, credential] of QUERIES) {
    testCase(
      `auth/beside/${id}`,
      `GET /pets?${query} MUST reject ${CREDENTIAL_TITLES[credential]} with 401`,
      { judges: ['AUTH-FIRST'], needs: [{ credential }], stage },
      async ({ api, expect, run }) => {
        const response = await api.listPets(query, { credential: run.credential(credential) });
        expect('AUTH-FIRST').rejected(response, 401);
      },
    );
  }
});
