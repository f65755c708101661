import type { OperationId } from '../contract/operations.ts';
import type { Pet } from '../contract/pet.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { RequestOptions } from './api.ts';
import type { Need } from './case.ts';
import type { CaseTools } from './case-tools.ts';
import type { SpecialTokenId } from './keys/special-tokens.ts';
import type { IdRange } from './pets.ts';
import type { CompleteResponse } from './responses/response.ts';

/** The requests of one operation for the cases that hold for every operation. */
interface OperationRequests {
  /** What must exist before a request is sent. */
  readonly needs: readonly Need[];
  /** The most pets that one of the requests can add. */
  readonly mayCreate: 0 | 1;
  /** A valid request, to try credentials with. A faulty service may accept it with any credential, so it must do no harm. */
  readonly send: Send;
  /** The special tokens to send as wrong keys. One of them is a name that every JavaScript object has. */
  readonly tokens: readonly SpecialTokenId[];
  /** Invalid requests for each credential. The service must check the key first. */
  readonly invalid: Readonly<Record<'none' | 'random-key' | 'key-without-last-character', readonly InvalidRequest[]>>;
  /** A request for each status that the contract specifies for the valid key. */
  readonly statuses: readonly StatusRequest[];
}

type Send = (tools: Pick<CaseTools<never>, 'api' | 'pets'>, options: RequestOptions) => Promise<CompleteResponse>;

interface InvalidRequest {
  /** The part of an id of a case between `auth/` and the credential. */
  readonly id: string;
  /** What the service must not check before the key. */
  readonly title: string;
  readonly send: Send;
}

interface StatusRequest {
  /** The requirement that judges the status. */
  readonly requirement: TestableId;
  readonly status: number;
  /** `known` is a pet in the catalogue. */
  readonly send: (...parameters: [...Parameters<Send>, known: Pet]) => Promise<CompleteResponse>;
}

const EMPTY_OBJECT = invalidBody('empty-object', 'an empty object', '{}');
const MALFORMED = invalidBody('malformed', 'malformed JSON', '{"name":');
const NO_BODY = invalidBody('no-body', 'no body', '');
const ARRAY = invalidBody('array', 'an array', '[]');
const UNKNOWN_STATUS = invalidBody('unknown-status', 'an unknown status', '{"status":"lost"}');
const NO_MEDIA_TYPE: InvalidRequest = {
  id: 'before-media-type',
  title: 'the media type: no Content-Type',
  send: ({ api, pets }, options) => api.createPet({ ...pets.unauthorised(), contentType: null }, options),
};

/** The requests of each operation. */
export const operationRequests: Readonly<Record<OperationId, OperationRequests>> = {
  listPets: {
    needs: [],
    mayCreate: 0,
    send: ({ api }, options) => api.listPets({}, options),
    tokens: ['null', 'true', 'constructor', 'admin', 'dots', 'unsigned-jwt', '1100-letters'],
    invalid: {
      none: [invalidQuery('limit=0')],
      'random-key': [invalidQuery('status=lo%22st%5C')],
      'key-without-last-character': [invalidQuery('limit=101')],
    },
    statuses: [{ requirement: 'LIST-OK', status: 200, send: ({ api }, options) => api.listPets({}, options) }],
  },
  createPet: {
    needs: [],
    mayCreate: 1,
    send: ({ api, pets }, options) => api.createPet(pets.unauthorised(), options),
    tokens: ['undefined', 'one', 'proto', 'test', 'any-text-pattern', 'zeros', '2000-letters'],
    invalid: {
      none: [EMPTY_OBJECT, MALFORMED, NO_BODY, ARRAY, NO_MEDIA_TYPE],
      'random-key': [MALFORMED, UNKNOWN_STATUS],
      'key-without-last-character': [EMPTY_OBJECT, MALFORMED],
    },
    statuses: [
      {
        requirement: 'CREATE-REFUSES-MISSING',
        status: 400,
        send: ({ api }, options) => api.createPet({ body: '{}', expects: [400] }, options),
      },
      {
        requirement: 'CREATE-OK',
        status: 201,
        send: ({ api, pets }, options) => api.createPet(pets.valid({ status: 'sold' }), options),
      },
    ],
  },
  getPet: {
    needs: ['getPet'],
    mayCreate: 0,
    send: ({ api, pets }, options) => api.getPet(pets.anyId(), options),
    tokens: ['none', 'zero', 'to-string', 'underscores', 'signs', '300-letters'],
    invalid: {
      none: [unknownId('small')],
      'random-key': [unknownId('negative')],
      'key-without-last-character': [unknownId('exact')],
    },
    statuses: [
      { requirement: 'GET-OK', status: 200, send: ({ api }, options, known) => api.getPet(known.id, options) },
      {
        requirement: 'GET-UNKNOWN',
        status: 404,
        send: ({ api, pets }, options) => api.getPet(pets.unknownId('exact'), { ...options, expects: [404] }),
      },
    ],
  },
};

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
