import { OPERATION_IDS, type OperationId, operationRoute, operations } from '../src/contract/operations.ts';
import { defineCases } from '../src/suite/case.ts';
import { operationDefinitions } from '../src/suite/operations/index.ts';
import type { OperationDefinition } from '../src/suite/operations/operation.ts';
import { CREDENTIALS, isUnusualToken } from '../src/suite/keys/credentials.ts';

/** Header fields that a faulty service may trust instead of a key. */
const HEADERS = [
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Real-IP', '127.0.0.1'],
  ['X-Forwarded-User', 'admin'],
  ['Remote-User', 'admin'],
  ['X-Internal-Request', 'true'],
  // CVE-2025-29927: Next.js skipped the check, because it took a request with this field for its own.
  ['X-Middleware-Subrequest', Array(5).fill('middleware').join(':')],
  ['X-API-Key', 'wrong'],
  ['Cookie', 'session=1; user=admin'],
  ['Origin', 'null'],
  ['Referer', '/admin'],
  ['Cache-Control', 'no-cache'],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-0'],
] as const;

/** Parameters that a faulty service may trust instead of a key. */
const PARAMETERS = 'api_key=wrong&access_token=wrong&debug=true';

/** Header fields that change the form of a request or of its response, so each has a request of its own. */
const HEADERS_OF_FORM = [
  ['accept-html', 'random-key', 'with Accept: text/html', { headers: [['Accept', 'text/html']] }],
  [
    'plain-text',
    'none',
    'with Content-Type: text/plain, and without Accept',
    { headers: [['Content-Type', 'text/plain']], omits: ['Accept'] },
  ],
] as const;

/** The requests that go with all of these. A service may check the key of one filter, or of one status, alone. */
const SENT = {
  listPets: ({ api }, options) => api.listPets({ status: 'sold' }, options),
  createPet: ({ api, pets }, options) => api.createPet(pets.unauthorised('pending'), options),
  getPet: operationDefinitions.getPet.send,
} satisfies Readonly<Record<OperationId, OperationDefinition['send']>>;

export const cases = defineCases(({ testCase }) => {
  const stage = 'small catalogue';

  for (const operation of OPERATION_IDS) {
    const { idWord } = operations[operation];
    const { needs, mayCreate, send, tokens } = operationDefinitions[operation];
    for (const token of tokens) {
      const isUnusual = isUnusualToken(token);
      testCase(
        `auth/${idWord.toLowerCase()}/${token}`,
        `${operationRoute(operation)} MUST return 401 for a wrong key: ${CREDENTIALS[token].title}`,
        {
          judges: [`AUTH-INVALID-${idWord}`],
          needs: [{ credential: token }, ...needs, ...(isUnusual ? (['risky probe'] as const) : [])],
          mayCreate,
          stage: isUnusual ? 'unusual keys' : stage,
        },
        async ({ api, pets, expect, run, stopNotApplicable }) => {
          if (isUnusual && run.lockouts() > 0)
            return stopNotApplicable(
              'The service has locked the client out, and such a key may cause another lockout.',
            );
          const response = await send({ api, pets }, { credential: run.credential(token) });
          expect(`AUTH-INVALID-${idWord}`).rejected(response, 401);
        },
      );
    }
  }

  for (const operation of OPERATION_IDS) {
    const { idWord } = operations[operation];
    const { needs, mayCreate } = operationDefinitions[operation];
    for (const [credential, suffix] of [
      ['random-key', ''],
      ['none', '/none'],
    ] as const) {
      testCase(
        `auth/beside/all-${idWord.toLowerCase()}${suffix}`,
        `${operationRoute(operation)} MUST return 401 for ${CREDENTIALS[credential].title}, whatever other headers and parameters say`,
        { judges: ['AUTH-FIRST'], needs: [{ credential }, ...needs], mayCreate, stage },
        async ({ api, pets, expect, run }) => {
          const beside = { headers: HEADERS, parameters: PARAMETERS };
          const response = await SENT[operation]({ api, pets }, { credential: run.credential(credential), ...beside });
          expect('AUTH-FIRST').rejected(response, 401);
        },
      );
    }
  }

  for (const [id, credential, title, options] of HEADERS_OF_FORM) {
    const { needs, mayCreate, send } = operationDefinitions.createPet;
    testCase(
      `auth/beside/${id}`,
      `POST /pets MUST return 401 for ${CREDENTIALS[credential].title} ${title}`,
      { judges: ['AUTH-FIRST'], needs: [{ credential }, ...needs], mayCreate, stage },
      async ({ api, pets, expect, run }) => {
        const response = await send({ api, pets }, { ...options, credential: run.credential(credential) });
        expect('AUTH-FIRST').rejected(response, 401);
      },
    );
  }
});
