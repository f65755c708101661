import { LIMIT_MAX, OPERATION_IDS, operationRoute, operations } from '../src/contract/operations.ts';
import { listPath } from '../src/suite/api-request.ts';
import { defineCases } from '../src/suite/case.ts';
import { type CredentialId, CREDENTIALS } from '../src/suite/keys/credentials.ts';
import { MOST_CONNECTIONS } from '../src/suite/case-tools.ts';
import { operationDefinitions } from '../src/suite/operations/index.ts';

/** Credentials without a key, and credentials with a wrong key (part 5 rule 3). Each operation rejects all of them. */
const REJECTED = {
  MISSING: ['none', 'empty', 'bearer-without-token', 'basic-wrong-key'],
  INVALID: [
    'random-key',
    'key-and-a-character',
    'character-and-key',
    'key-cut-short',
    'key-without-first-character',
    'key-without-last-character',
    'key-first-character-changed',
    'key-last-character-changed',
    'key-middle-changed',
    'key-case-swapped',
  ],
} as const satisfies Record<string, readonly CredentialId[]>;

const QUERIES = [
  ['MISSING', 'none', 'available', 'available'],
  ['INVALID', 'random-key-lower-case-scheme', 'limit-and-status', 'pending'],
] as const;

export const cases = defineCases(({ testCase }) => {
  const stage = 'small catalogue';

  for (const kind of ['MISSING', 'INVALID'] as const) {
    for (const id of REJECTED[kind]) {
      // A rejected addition must also add nothing, so it has a case of its own.
      for (const operation of OPERATION_IDS.filter((each) => each !== 'createPet')) {
        const { idWord } = operations[operation];
        const { needs, send } = operationDefinitions[operation];
        testCase(
          `auth/${idWord.toLowerCase()}/${id}`,
          `${operationRoute(operation)} MUST return 401 for ${CREDENTIALS[id].title}`,
          {
            judges: [`AUTH-${kind}-${idWord}`],
            needs: [{ credential: id }, ...needs],
            // Earlier cases try every other credential. A service may stop asking for the key when it holds more pets.
            stage: id === 'none' ? 'main' : stage,
          },
          async ({ api, pets, expect, run }) => {
            const response = await send({ api, pets }, { credential: run.credential(id) });
            expect(`AUTH-${kind}-${idWord}`).rejected(response, 401);
          },
        );
      }

      testCase(
        `auth/create/${id}`,
        `POST /pets MUST return 401 for ${CREDENTIALS[id].title}, and MUST NOT add the pet`,
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

  for (const [kind, id, name, status] of QUERIES) {
    const query = { limit: LIMIT_MAX, status };
    testCase(
      `auth/list/${id}/${name}`,
      `GET ${listPath(query)} MUST return 401 for ${CREDENTIALS[id].title}, also after the same list with the right key`,
      // The cases run late, because --max-wrong-keys may leave out the last wrong keys, and earlier cases try these kinds too.
      {
        judges: [`AUTH-${kind}-LIST`],
        needs: [{ credential: id }],
        stage: 'first listing',
        repeatGroup: `auth/list/${id}`,
      },
      async ({ api, expect, run }) => {
        // A cache may send the response to the next client, whatever its key. Other cases share the list.
        await api.sharePage(query);
        const response = await api.listPets(query, { credential: run.credential(id) });
        expect(`AUTH-${kind}-LIST`).rejected(response, 401);
      },
    );
  }

  for (const credential of ['none', 'random-key', 'key-without-last-character'] as const) {
    for (const operation of OPERATION_IDS) {
      const { needs, mayCreate, invalid } = operationDefinitions[operation];
      for (const { id, title, send } of invalid[credential]) {
        testCase(
          `auth/${id}/${credential}`,
          `${operationRoute(operation)} MUST return 401 for ${CREDENTIALS[credential].title} before it checks ${title}`,
          { judges: ['AUTH-FIRST'], needs: [{ credential }, ...needs], mayCreate, stage },
          async ({ api, pets, expect, run }) => {
            const response = await send({ api, pets }, { credential: run.credential(credential) });
            expect('AUTH-FIRST').rejected(response, 401);
          },
        );
      }
    }
  }

  for (const operation of OPERATION_IDS) {
    const { needs, mayCreate, send } = operationDefinitions[operation];
    const wrongKey = mayCreate > 0 ? 'random-key' : 'key-without-last-character';

    for (const credential of ['none', wrongKey] as const) {
      testCase(
        `auth/connection/${operations[operation].idWord.toLowerCase()}/${credential}`,
        `${operationRoute(operation)} MUST return 401 for ${CREDENTIALS[credential].title} between accepted requests on one connection`,
        {
          judges: ['AUTH-EVERY-REQUEST', 'LIST-OK'],
          needs: [{ credential }, ...needs, 'any pets'],
          // The service may close the first connections.
          mayCreate: (credential === 'none' ? mayCreate + 1 : mayCreate) * MOST_CONNECTIONS,
          stage,
          requestsInRow: 4,
        },
        async ({ api, pets, expect, run, afterAcceptedRequest }) => {
          const response = await afterAcceptedRequest(
            async (onConnection) => {
              const options = { ...onConnection, credential: run.credential(credential) };
              const rejected = await send({ api, pets }, options);
              // The rejected request, and a body that the service did not read, must not change the next response.
              expect('LIST-OK').status(await api.listPets({}, onConnection), 200);
              return rejected;
            },
            async (onConnection) => {
              const isRead = operation === 'getPet' && credential === wrongKey;
              if (isRead) return api.petOf(await api.getPet(pets.any().id, onConnection));
              await api.listAccepted(onConnection);
              // A profile that adds no pets has none of its own.
              const mayAdd = credential === 'none' && pets.own().length > 0;
              if (mayAdd)
                api.petOf(await api.createPet(pets.valid({ status: pets.acceptedStatus('available') }), onConnection));
              return null;
            },
          );
          expect('AUTH-EVERY-REQUEST').rejected(response, 401);
        },
      );
    }
  }
});
