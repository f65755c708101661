import { operations } from '../../contract/operations.ts';
import { type NewPet, PET_STATUSES } from '../../contract/pet.ts';
import { type ApiRequest, newPetText, type RawBody, type UnsentRequest } from '../api-request.ts';
import { withoutRunNames } from '../execution/run-names.ts';
import { type TrialTools, tried } from '../execution/tried-value.ts';
import {
  expectsOnly,
  type InvalidRequest,
  type OperationDefinition,
  statusText,
  withAnotherHeader,
} from './operation.ts';

/** `POST /pets`. */
export function createRequest(sent: NewPet | RawBody): UnsentRequest {
  const { method, path, success } = operations.createPet;
  const { body, ...rest }: RawBody = 'body' in sent ? sent : { body: newPetText(sent), expects: [success], pet: sent };
  return { method, path, operation: 'createPet', ...rest, ...(body === undefined ? {} : { body }) };
}

const EMPTY_OBJECT = invalidBody('empty-object', 'an empty object', '{}');
const MALFORMED = invalidBody('malformed', 'malformed JSON', '{"name":');
const NO_BODY = invalidBody('no-body', 'no body', '');
const ARRAY = invalidBody('array', 'an array', '[]');
const NUMBER = invalidBody('number', 'a number', '12');
const UNKNOWN_STATUS = invalidBody('unknown-status', 'an unknown status', '{"status":"lost"}');
const NO_MEDIA_TYPE: InvalidRequest = {
  id: 'before-media-type',
  title: 'the media type: no Content-Type',
  send: ({ api, pets }, options) => api.createPet({ ...pets.unauthorised(), contentType: null }, options),
};

const LONGEST_BODY = 200;

/** The addition of a pet (part 4.2). */
export const createPet: OperationDefinition = {
  // The fixtures find a category that the service accepts.
  needs: ['any pets'],
  mayCreate: 1,
  send: ({ api, pets }, options) => api.createPet(pets.unauthorised(), options),
  tokens: ['undefined', 'one', 'proto', 'test', 'any-text-pattern', '2000-letters', 'asterisk', 'braces'],
  invalid: {
    none: [EMPTY_OBJECT, NO_BODY],
    'random-key': [MALFORMED, UNKNOWN_STATUS, ARRAY, NUMBER, NO_MEDIA_TYPE],
    'key-without-last-character': [EMPTY_OBJECT],
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
  tried(request) {
    const { body, pet, expects } = request;
    const sent = withoutRunNames(Buffer.from(body ?? '').toString());
    const others = () => [withAnotherHeader(request)];
    if (expectsOnly(400, request)) {
      const controls = ({ draft }: TrialTools) => [adding(request, draft({ status: 'available' }))];
      return [tried(`the body ${sent.slice(0, LONGEST_BODY)}`, { controls, others }, `the body ${sent}`)];
    }
    if (pet === undefined || !expects.includes(operations.createPet.success)) return [];
    const withOtherStatus = () => [
      adding(request, { ...pet, status: PET_STATUSES.find((each) => each !== pet.status) }),
    ];
    const withAnotherName = ({ draft }: TrialTools) => [adding(request, draft({ ...pet, name: undefined }))];
    const withAnotherCategory = ({ draft }: TrialTools) => [adding(request, draft({ ...pet, categoryId: undefined }))];
    const form = `the form of the body ${sent}`;
    const plain = { controls: () => [adding(request, pet)], others };
    return [
      ...(body === newPetText(pet) ? [] : [tried(form.slice(0, LONGEST_BODY), plain, form)]),
      tried(`a new pet ${statusText(pet.status)}`, { controls: withOtherStatus, others: withAnotherName }),
      tried(`the categoryId ${pet.categoryId}`, { controls: withAnotherCategory, others: withAnotherName }),
      tried(`the name ${JSON.stringify(withoutRunNames(pet.name))}`, {
        controls: withAnotherName,
        others: withOtherStatus,
      }),
    ];
  },
  vary: (request, { draft }) =>
    request.pet === undefined ? [] : [adding(request, draft({ ...request.pet, name: undefined }))],
};

function invalidBody(name: string, title: string, body: string): InvalidRequest {
  return {
    id: `before-body/${name}`,
    title: `the body: ${title}`,
    send: ({ api }, options) => api.createPet({ body, expects: [400] }, options),
  };
}

/** The same addition of another pet. */
function adding(request: ApiRequest, pet: NewPet): ApiRequest {
  return { ...request, ...createRequest(pet) };
}
