import { OPERATION_IDS, operationRoute, operations } from '../src/contract/operations.ts';
import { defineCases, operationRequests } from '../src/suite/case.ts';

/** Credentials without a key, and credentials with a wrong key (part 5 rule 3). */
const CREDENTIALS = {
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
    'key-case-swapped',
  ],
} as const;

const QUERIES = {
  available: 'status=available',
  sold: 'status=sold',
  'limit-1': 'limit=1',
  'limit-100': 'limit=100',
  'limit-and-status': 'limit=20&status=pending',
} as const;

const BODIES = [
  { name: 'empty-object', title: 'an empty object', body: '{}' },
  { name: 'malformed', title: 'malformed JSON', body: '{"name":' },
  { name: 'no-body', title: 'no body', body: '' },
] as const;
const ARRAY = { name: 'array', title: 'an array', body: '[]' } as const;
const UNKNOWN_STATUS = { name: 'unknown-status', title: 'an unknown status', body: '{"status":"lost"}' } as const;

/** Further invalid parts of a request. A service may wrongly check just one of them before the key. */
const ALSO_INVALID = [
  { credential: 'none', idRange: 'small', query: 'limit=0', bodies: [...BODIES, ARRAY] },
  { credential: 'random-key', idRange: 'negative', query: 'status=lo%22st%5C', bodies: [...BODIES, UNKNOWN_STATUS] },
  { credential: 'key-without-last-character', idRange: 'exact', query: 'limit=101', bodies: [...BODIES, ARRAY] },
] as const;

export const cases = defineCases(({ testCase }) => {
  const stage = 'small catalogue';

  for (const kind of ['MISSING', 'INVALID'] as const) {
    for (const id of CREDENTIALS[kind]) {
      const needs = [{ credential: id }] as const;

      // A rejected addition must also add nothing, so it has a case of its own.
      for (const operation of OPERATION_IDS.filter((each) => each !== 'createPet')) {
        const { idWord } = operations[operation];
        testCase(
          `auth/${idWord.toLowerCase()}/${id}`,
          `${operationRoute(operation)} MUST reject the credential ${id} with 401`,
          { judges: [`AUTH-${kind}-${idWord}`], needs: [...needs, ...operationRequests[operation].needs], stage },
          async ({ api, pets, expect, run }) => {
            const options = { credential: run.credential(id) };
            const response = await operationRequests[operation].send({ api, pets }, options);
            expect(`AUTH-${kind}-${idWord}`).rejected(response, 401);
          },
        );
      }

      testCase(
        `auth/create/${id}`,
        `POST /pets MUST reject the credential ${id} with 401, and MUST NOT add the pet`,
        { judges: [`AUTH-${kind}-CREATE`, 'AUTH-NO-EFFECT'], needs, mayCreate: 1, stage },
        async ({ api, pets, expect, run }) => {
          const sent = pets.unauthorised();
          const response = await api.createPet(sent, { credential: run.credential(id) });
          expect(`AUTH-${kind}-CREATE`).rejected(response, 401);
          await expect('AUTH-NO-EFFECT').notStored(sent, response);
        },
      );
    }
  }

  for (const [kind, id] of [
    ['MISSING', 'none'],
    ['INVALID', 'random-key'],
  ] as const) {
    for (const [name, query] of Object.entries(QUERIES)) {
      testCase(
        `auth/list/${id}/${name}`,
        `GET /pets?${query} MUST reject the credential ${id} with 401`,
        // Kinds of wrong keys come before repetitions, if --max-wrong-keys bounds them.
        {
          judges: [`AUTH-${kind}-LIST`],
          needs: [{ credential: id }],
          stage: 'first listing',
          kind: `auth/list/${id}`,
        },
        async ({ api, expect, run }) => {
          const response = await api.listPets(query, { credential: run.credential(id) });
          expect(`AUTH-${kind}-LIST`).rejected(response, 401);
        },
      );
    }
  }

  for (const { credential: id, idRange, query, bodies } of ALSO_INVALID) {
    const needs = [{ credential: id }] as const;

    for (const { name, title, body } of bodies) {
      testCase(
        `auth/before-body/${name}/${id}`,
        `POST /pets MUST reject the credential ${id} with 401 before it checks the body: ${title}`,
        { judges: ['AUTH-FIRST'], needs, mayCreate: 1, stage },
        async ({ api, expect, run }) => {
          const response = await api.createPet({ body, expects: [400] }, { credential: run.credential(id) });
          expect('AUTH-FIRST').rejected(response, 401);
        },
      );
    }

    testCase(
      `auth/before-look-up/${id}`,
      `GET /pets/{petId} MUST reject the credential ${id} with 401 before it looks up the id: an unknown id`,
      { judges: ['AUTH-FIRST'], needs: [...needs, 'getPet'], stage },
      async ({ api, pets, expect, run }) => {
        const response = await api.getPet(pets.unknownId(idRange), { credential: run.credential(id) });
        expect('AUTH-FIRST').rejected(response, 401);
      },
    );

    testCase(
      `auth/before-parameters/${id}`,
      `GET /pets?${query} MUST reject the credential ${id} with 401 before it checks the parameters`,
      { judges: ['AUTH-FIRST'], needs, stage },
      async ({ api, expect, run }) => {
        const response = await api.listPets(query, { credential: run.credential(id) });
        expect('AUTH-FIRST').rejected(response, 401);
      },
    );
  }

  for (const id of ['none', 'random-key', 'key-without-last-character'] as const) {
    for (const operation of OPERATION_IDS) {
      testCase(
        `auth/connection/${operations[operation].idWord.toLowerCase()}/${id}`,
        `${operationRoute(operation)} MUST reject the credential ${id} after an accepted request on the same connection`,
        {
          judges: ['AUTH-EVERY-REQUEST'],
          needs: [{ credential: id }, ...operationRequests[operation].needs],
          mayCreate: operation === 'createPet' ? 3 : 0,
          stage,
        },
        async ({ api, pets, expect, run }) => {
          const { send } = operationRequests[operation];
          await expect.rejectedOnConnection(run.credential(id), (options) => send({ api, pets }, options));
        },
      );
    }
  }
});
