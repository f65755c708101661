import { effectOf, OPERATION_IDS, type OperationId, operationRoute, operations } from '../src/contract/operations.ts';
import type { RequestOptions } from '../src/suite/api.ts';
import { defineCases, operationRequests } from '../src/suite/case.ts';
import type { CaseTools } from '../src/suite/case-tools.ts';
import type { IdRange } from '../src/suite/pets.ts';
import type { CompleteResponse } from '../src/suite/response.ts';

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
  'limit-and-status': 'limit=20&status=pending',
} as const;

/** A request that is invalid in another way than its key. A service may wrongly check just that before the key. */
interface InvalidRequest {
  readonly id: string;
  /** What the service must not check before the key. */
  readonly title: string;
  readonly send: (tools: Pick<CaseTools<never>, 'api' | 'pets'>, options: RequestOptions) => Promise<CompleteResponse>;
}

function invalidQuery(query: string): InvalidRequest {
  const title = `the parameters: ${query}`;
  return { id: 'before-parameters', title, send: ({ api }, options) => api.listPets(query, options) };
}

function invalidBody(name: string, title: string, body: string): InvalidRequest {
  return {
    id: `before-body/${name}`,
    title: `the body: ${title}`,
    send: ({ api }, options) => api.createPet({ body, expects: [400] }, options),
  };
}

function unknownId(range: IdRange): InvalidRequest {
  return {
    id: 'before-look-up',
    title: 'the id: an unknown id',
    send: ({ api, pets }, options) => api.getPet(pets.unknownId(range), options),
  };
}

const EMPTY_OBJECT = invalidBody('empty-object', 'an empty object', '{}');
const MALFORMED = invalidBody('malformed', 'malformed JSON', '{"name":');
const NO_BODY = invalidBody('no-body', 'no body', '');
const ARRAY = invalidBody('array', 'an array', '[]');
const UNKNOWN_STATUS = invalidBody('unknown-status', 'an unknown status', '{"status":"lost"}');

/** Requests to each operation that a credential is tried with. */
type InvalidRequests = Readonly<Record<OperationId, readonly InvalidRequest[]>>;

const ALSO_INVALID: Readonly<Record<'none' | 'random-key' | 'key-without-last-character', InvalidRequests>> = {
  none: {
    listPets: [invalidQuery('limit=0')],
    createPet: [EMPTY_OBJECT, MALFORMED, NO_BODY, ARRAY],
    getPet: [unknownId('small')],
  },
  'random-key': {
    listPets: [invalidQuery('status=lo%22st%5C')],
    createPet: [MALFORMED, UNKNOWN_STATUS],
    getPet: [unknownId('negative')],
  },
  'key-without-last-character': {
    listPets: [invalidQuery('limit=101')],
    createPet: [EMPTY_OBJECT, MALFORMED],
    getPet: [unknownId('exact')],
  },
};

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

  for (const credential of ['none', 'random-key', 'key-without-last-character'] as const) {
    for (const operation of OPERATION_IDS) {
      const { needs } = operationRequests[operation];
      const mayAdd = effectOf(operation) === 'adds a pet';

      for (const { id, title, send } of ALSO_INVALID[credential][operation]) {
        testCase(
          `auth/${id}/${credential}`,
          `${operationRoute(operation)} MUST reject the credential ${credential} with 401 before it checks ${title}`,
          { judges: ['AUTH-FIRST'], needs: [{ credential }, ...needs], mayCreate: mayAdd ? 1 : 0, stage },
          async ({ api, pets, expect, run }) => {
            const response = await send({ api, pets }, { credential: run.credential(credential) });
            expect('AUTH-FIRST').rejected(response, 401);
          },
        );
      }

      testCase(
        `auth/connection/${operations[operation].idWord.toLowerCase()}/${credential}`,
        `${operationRoute(operation)} MUST reject the credential ${credential} after an accepted request on the same connection`,
        {
          judges: ['AUTH-EVERY-REQUEST'],
          needs: [{ credential }, ...needs],
          mayCreate: mayAdd ? 3 : 0,
          stage,
        },
        async ({ api, pets, expect, run }) => {
          const { send } = operationRequests[operation];
          await expect.rejectedOnConnection(run.credential(credential), (options) => send({ api, pets }, options));
        },
      );
    }
  }
});
