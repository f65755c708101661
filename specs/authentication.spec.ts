import { OPERATION_IDS, operationRoute, operations } from '../src/contract/operations.ts';
import { defineCases, OPERATION_NEEDS } from '../src/suite/case.ts';

/** A rejected addition must also add nothing, so it has cases of its own. */
const WITHOUT_ADDITION = OPERATION_IDS.filter((operation) => operation !== 'createPet');

/** Credentials that hold no key, and credentials that hold a wrong one (part 5 rule 3). */
const CREDENTIALS = {
  MISSING: ['none', 'empty', 'bearer-without-token', 'basic', 'basic-password', 'basic-raw-key'],
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

/** On a connection that was accepted before. */
const ON_CONNECTION = ['none', 'random-key', 'key-without-last-character'] as const;

const QUERIES = [
  ['MISSING', 'none'],
  ['INVALID', 'random-key'],
] as const;

/** What a service may look at before the key, another choice for each credential. */
const FIRST = [
  { id: 'none', range: 'small', query: 'limit=0', last: ['array', 'an array', '[]'] },
  {
    id: 'random-key',
    range: 'negative',
    query: 'status=lost',
    last: ['unknown-status', 'an unknown status', '{"status":"lost"}'],
  },
  {
    id: 'key-without-last-character',
    range: 'exact',
    query: 'limit=101',
    last: ['array', 'an array', '[]'],
  },
] as const;

export const cases = defineCases(({ testCase }) => {
  for (const kind of ['MISSING', 'INVALID'] as const) {
    for (const id of CREDENTIALS[kind]) {
      const stage = 'small catalogue';

      for (const operation of WITHOUT_ADDITION) {
        const { idWord } = operations[operation];
        testCase(
          `auth/${idWord.toLowerCase()}/${id}`,
          `${operationRoute(operation)} MUST reject the credential ${id} with 401`,
          { judges: [`AUTH-${kind}-${idWord}`], needs: [{ credential: id }, ...OPERATION_NEEDS[operation]], stage },
          async ({ request, expect, run }) => {
            const response = await request(operation, { credential: run.credential(id) });
            expect(`AUTH-${kind}-${idWord}`).rejected(response, 401);
          },
        );
      }

      testCase(
        `auth/create/${id}`,
        `POST /pets MUST reject the credential ${id} with 401, and MUST NOT add the pet`,
        { judges: [`AUTH-${kind}-CREATE`, 'AUTH-NO-EFFECT'], needs: [{ credential: id }], mayCreate: 1, stage },
        async ({ api, pets, expect, run, notApplicable }) => {
          if (id === 'basic-raw-key' && run.configuration.profile === 'read-only')
            return notApplicable('The profile read-only sends the right key with no request to add a pet.');
          const sent = pets.unauthorised();
          const response = await api.createPet(sent, { credential: run.credential(id) });
          expect(`AUTH-${kind}-CREATE`).rejected(response, 401);
          await expect('AUTH-NO-EFFECT').notStored(sent, response);
        },
      );
    }
  }

  for (const [kind, id] of QUERIES) {
    for (const [name, query] of [
      ['available', 'status=available'],
      ['sold', 'status=sold'],
      ['limit-1', 'limit=1'],
      ['limit-100', 'limit=100'],
      ['limit-and-status', 'limit=20&status=pending'],
    ] as const) {
      testCase(
        `auth/list/${id}/${name}`,
        `GET /pets?${query} MUST reject the credential ${id} with 401`,
        { judges: [`AUTH-${kind}-LIST`], stage: 'small catalogue' },
        async ({ api, expect, run }) => {
          const response = await api.listPets(query, { credential: run.credential(id) });
          expect(`AUTH-${kind}-LIST`).rejected(response, 401);
        },
      );
    }
  }

  for (const { id, range, query, last } of FIRST) {
    const needs = [{ credential: id }] as const;

    for (const [name, title, body] of [
      ['empty-object', 'an empty object', '{}'],
      ['malformed', 'a body that is not JSON', '{"name":'],
      ['no-body', 'no body', ''],
      last,
    ] as const) {
      testCase(
        `auth/before-body/${name}/${id}`,
        `POST /pets MUST check the key before the body: ${title} with the credential ${id}`,
        { judges: ['AUTH-FIRST'], needs, mayCreate: 1, stage: 'small catalogue' },
        async ({ api, expect, run }) => {
          const sent = { body, expects: [400] };
          const response = await api.createPet(sent, { credential: run.credential(id) });
          expect('AUTH-FIRST').rejected(response, 401);
        },
      );
    }

    testCase(
      `auth/before-look-up/${id}`,
      `GET /pets/{petId} MUST check the key before the id: an unknown id with the credential ${id}`,
      { judges: ['AUTH-FIRST'], needs: [...needs, 'getPet'], stage: 'small catalogue' },
      async ({ api, pets, expect, run }) => {
        const response = await api.getPet(pets.unknownId(range), { credential: run.credential(id) });
        expect('AUTH-FIRST').rejected(response, 401);
      },
    );

    testCase(
      `auth/before-parameters/${id}`,
      `GET /pets?${query} MUST check the key before the parameters, with the credential ${id}`,
      { judges: ['AUTH-FIRST'], needs, stage: 'small catalogue' },
      async ({ api, expect, run }) => {
        const response = await api.listPets(query, { credential: run.credential(id) });
        expect('AUTH-FIRST').rejected(response, 401);
      },
    );
  }

  for (const id of ON_CONNECTION) {
    for (const operation of OPERATION_IDS) {
      testCase(
        `auth/connection/${operations[operation].idWord.toLowerCase()}/${id}`,
        `${operationRoute(operation)} MUST reject the credential ${id} on a connection that was accepted before`,
        {
          judges: ['AUTH-EVERY-REQUEST'],
          needs: [{ credential: id }, ...OPERATION_NEEDS[operation]],
          mayCreate: operation === 'createPet' ? 3 : 0,
          stage: 'small catalogue',
        },
        async ({ request, expect, run }) => {
          await expect.rejectedOnConnection(run.credential(id), (on) => request(operation, on));
        },
      );
    }
  }
});
