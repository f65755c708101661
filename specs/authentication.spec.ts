import { OPERATION_IDS, type OperationId, operationRoute, operations } from '../src/contract/operations.ts';
import { defineCases } from '../src/suite/case.ts';
import { type CredentialId, CREDENTIAL_TITLES } from '../src/suite/keys/credentials.ts';
import { MOST_CONNECTIONS } from '../src/suite/case-tools.ts';
import { operationDefinitions } from '../src/suite/operations/index.ts';

/** Credentials without a key, and credentials with a wrong key (part 5 rule 3), each with the operations that try it. */
const CREDENTIALS = {
  MISSING: [
    ['none', OPERATION_IDS],
    ['empty', OPERATION_IDS],
    ['bearer-without-token', OPERATION_IDS],
    ['basic-wrong-key', ['createPet']],
  ],
  INVALID: [
    ['random-key', OPERATION_IDS],
    ['key-and-a-character', OPERATION_IDS],
    ['character-and-key', OPERATION_IDS],
    ['key-cut-short', OPERATION_IDS],
    ['key-without-first-character', OPERATION_IDS],
    ['key-without-last-character', OPERATION_IDS],
    ['key-first-character-changed', OPERATION_IDS],
    ['key-last-character-changed', OPERATION_IDS],
    ['key-case-swapped', OPERATION_IDS],
  ],
} as const satisfies Record<string, readonly (readonly [CredentialId, readonly OperationId[]])[]>;

/** The wrong key that each operation gets between accepted requests on one connection. Each also gets none. */
const WRONG_ON_CONNECTION = {
  listPets: 'key-without-last-character',
  createPet: 'random-key',
  getPet: 'key-without-last-character',
} as const;

const QUERIES = [
  ['MISSING', 'none', 'available', 'status=available'],
  ['INVALID', 'random-key', 'limit-and-status', 'limit=20&status=pending'],
] as const;

export const cases = defineCases(({ testCase }) => {
  const stage = 'small catalogue';

  for (const kind of ['MISSING', 'INVALID'] as const) {
    for (const [id, tried] of CREDENTIALS[kind]) {
      // A rejected addition must also add nothing, so it has a case of its own.
      for (const operation of tried.filter((each) => each !== 'createPet')) {
        const { idWord } = operations[operation];
        const { needs, send } = operationDefinitions[operation];
        testCase(
          `auth/${idWord.toLowerCase()}/${id}`,
          `${operationRoute(operation)} MUST reject ${CREDENTIAL_TITLES[id]} with 401`,
          { judges: [`AUTH-${kind}-${idWord}`], needs: [{ credential: id }, ...needs], stage },
          async ({ api, pets, expect, run }) => {
            const response = await send({ api, pets }, { credential: run.credential(id) });
            expect(`AUTH-${kind}-${idWord}`).rejected(response, 401);
          },
        );
      }

      if (!tried.some((each) => each === 'createPet')) continue;
      testCase(
        `auth/create/${id}`,
        `POST /pets MUST reject ${CREDENTIAL_TITLES[id]} with 401, and MUST NOT add the pet`,
        {
          judges: [`AUTH-${kind}-CREATE`],
          feeds: ['AUTH-NO-EFFECT'],
          needs: [{ credential: id }, ...operationDefinitions.createPet.needs],
          mayCreate: 1,
          stage,
        },
        async ({ api, pets, expect, run }) => {
          const sent = pets.unauthorised();
          const response = await api.createPet(sent, { credential: run.credential(id) });
          expect(`AUTH-${kind}-CREATE`).rejected(response, 401);
          await api.readListsForRules(sent.marks.status);
        },
      );
    }
  }

  for (const [kind, id, name, query] of QUERIES) {
    testCase(
      `auth/list/${id}/${name}`,
      `GET /pets?${query} MUST reject ${CREDENTIAL_TITLES[id]} with 401`,
      // Earlier cases try these kinds of keys, so the cases run late: --max-wrong-keys may leave out the last wrong keys.
      {
        judges: [`AUTH-${kind}-LIST`],
        needs: [{ credential: id }],
        stage: 'first listing',
        repeatGroup: `auth/list/${id}`,
      },
      async ({ api, expect, run }) => {
        const response = await api.listPets(query, { credential: run.credential(id) });
        expect(`AUTH-${kind}-LIST`).rejected(response, 401);
      },
    );
  }

  for (const credential of ['none', 'random-key', 'key-without-last-character'] as const) {
    for (const operation of OPERATION_IDS) {
      const { needs, mayCreate, invalid, send: sendValid } = operationDefinitions[operation];

      for (const { id, title, send } of invalid[credential]) {
        testCase(
          `auth/${id}/${credential}`,
          `${operationRoute(operation)} MUST reject ${CREDENTIAL_TITLES[credential]} with 401 before it checks ${title}`,
          { judges: ['AUTH-FIRST'], needs: [{ credential }, ...needs], mayCreate, stage },
          async ({ api, pets, expect, run }) => {
            const response = await send({ api, pets }, { credential: run.credential(credential) });
            expect('AUTH-FIRST').rejected(response, 401);
          },
        );
      }

      if (credential !== 'none' && credential !== WRONG_ON_CONNECTION[operation]) continue;
      testCase(
        `auth/connection/${operations[operation].idWord.toLowerCase()}/${credential}`,
        `${operationRoute(operation)} MUST reject ${CREDENTIAL_TITLES[credential]} between accepted requests on the same connection`,
        {
          judges: ['AUTH-EVERY-REQUEST', 'LIST-OK'],
          needs: [{ credential }, ...needs],
          // The service may close the first connections.
          mayCreate: mayCreate * MOST_CONNECTIONS,
          stage,
        },
        async ({ api, pets, expect, run, afterAcceptedRequest }) => {
          const response = await afterAcceptedRequest(async (onConnection) => {
            const rejected = await sendValid(
              { api, pets },
              { ...onConnection, credential: run.credential(credential) },
            );
            // The rejected request, and a body that the service did not read, must not change the next response.
            expect('LIST-OK').status(await api.listPets({}, onConnection), 200);
            return rejected;
          });
          expect('AUTH-EVERY-REQUEST').rejected(response, 401);
        },
      );
    }
  }
});
