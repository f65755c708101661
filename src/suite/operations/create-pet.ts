import { operations } from '../../contract/operations.ts';
import { type NewPet, PET_STATUSES } from '../../contract/pet.ts';
import { type ApiRequest, expectsOnly } from '../api-request.ts';
import { newPetText } from '../bodies/new-pet-text.ts';
import { withoutRunNames } from '../bodies/run-names.ts';
import { isValidKey } from '../keys/credentials.ts';
import { createRequest } from './requests.ts';
import { type InvalidRequest, type OperationDefinition, statusText, withAnotherHeader } from './operation.ts';
import { triedValue, type TrialTools } from './tried-value.ts';

const EMPTY_OBJECT = invalidBody('empty-object', 'an empty object', '{}');
// Neither JSON nor UTF-8.
const MALFORMED = invalidBody('malformed', 'malformed JSON', Buffer.from('{"name":"\u00ff', 'latin1'));
const NAME_ALONE = invalidBody('name', 'a name alone', '{"name":"Rex"}');
const CATEGORY_ALONE = invalidBody('category', 'a categoryId alone', '{"categoryId":1}');
const NAME_AND_UNKNOWN_STATUS = invalidBody(
  'name-and-status',
  'a name and an unknown status',
  '{"name":"Rex","status":"lost"}',
);
const NO_BODY = invalidBody('no-body', 'no body', '');
const NUMBER = invalidBody('number', 'a number', '12');
// Longer than a service may expect, and shorter than any limit of size.
const UNKNOWN_STATUS = invalidBody('unknown-status', 'a long unknown status', `{"status":"${'lost'.repeat(200)}"}`);
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
  tokens: [
    'token-undefined',
    'token-one',
    'token-proto',
    'token-test',
    'token-any-text-pattern',
    'token-2000-letters',
    'token-asterisk',
    'token-braces',
  ],
  invalid: {
    none: [NUMBER, NO_BODY, MALFORMED],
    'random-key': [MALFORMED, UNKNOWN_STATUS, NUMBER, NO_MEDIA_TYPE],
    'key-without-last-character': [EMPTY_OBJECT],
  },
  connectionSteps: [
    { requirement: 'CREATE-REFUSES-MALFORMED', status: 400, send: MALFORMED.send },
    { requirement: 'CREATE-REFUSES-MISSING', status: 400, send: NAME_ALONE.send },
    { requirement: 'CREATE-REFUSES-MISSING', status: 400, send: CATEGORY_ALONE.send },
    { requirement: 'CREATE-REFUSES-MALFORMED', status: 400, send: MALFORMED.send },
    // No other body lacks a categoryId and has a wrong status, and no other rejected body is sent without Accept.
    {
      requirement: 'CREATE-REFUSES-SEVERAL',
      status: 400,
      send: (tools, options) => NAME_AND_UNKNOWN_STATUS.send(tools, { ...options, omits: ['Accept'] }),
    },
    {
      requirement: 'CREATE-OK',
      status: 201,
      send: ({ api, pets }, options) => api.createPet(pets.valid({ status: pets.acceptedStatus() }), options),
    },
  ],
  triedValues(request) {
    const { body, pet, expects } = request;
    const sent = withoutRunNames(Buffer.from(body ?? '').toString());
    const others = () => [withAnotherHeader(request)];
    // The same body ends a request with a wrong key too, if the service reads it before the key.
    if (expectsOnly(400, request) || (expectsOnly(401, request) && body !== undefined && pet === undefined)) {
      const controls = ({ draft }: TrialTools) => [adding(request, draft({ status: 'available' }))];
      const label = sent === '' ? 'an empty body' : `the body ${sent.slice(0, LONGEST_BODY)}`;
      const { headers, omits, contentType, chunked, credential } = request;
      const isPlain = [headers, omits, contentType, chunked].every((each) => each === undefined);
      const requests = { controls, others, sharedControl: isPlain ? credential.id : undefined };
      return [triedValue(label, requests, `the body ${sent}`)];
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
      ...(body === newPetText(pet) ? [] : [triedValue(form.slice(0, LONGEST_BODY), plain, form)]),
      triedValue(`a new pet ${statusText(pet.status)}`, { controls: withOtherStatus, others: withAnotherName }),
      triedValue(`the categoryId ${pet.categoryId}`, { controls: withAnotherCategory, others: withAnotherName }),
      triedValue(`the name ${JSON.stringify(withoutRunNames(pet.name))}`, {
        controls: withAnotherName,
        others: withOtherStatus,
      }),
    ];
  },
  vary: (request, { draft }) =>
    request.pet === undefined ? [] : [adding(request, draft({ ...request.pet, name: undefined }))],
};

function invalidBody(name: string, title: string, body: string | Uint8Array): InvalidRequest {
  return {
    id: `before-body/${name}`,
    title: `the body: ${title}`,
    send: ({ api }, options) => api.createPet({ body, expects: [400] }, options),
  };
}

/** The same addition of another pet. With a wrong key it must be rejected too. */
function adding(request: ApiRequest, pet: NewPet): ApiRequest {
  const { expects, ...added } = createRequest(pet);
  return { ...request, ...added, expects: isValidKey(request.credential) ? expects : request.expects };
}
