import { operations } from '../../contract/operations.ts';
import { type ApiRequest, expectsOnly, type IdRange } from '../api-request.ts';
import { getRequest } from './requests.ts';
import { type InvalidRequest, type OperationDefinition, spelled, statusText } from './operation.ts';
import { triedValue, type TrialTools, type TriedValue } from './tried-value.ts';

const GREATEST_ID_IN_DOUBLES = 2n ** 53n;
const GREATEST_ID_IN_32_BITS = 2n ** 32n - 1n;
/** The most other requests of a trial, each with another path. */
const OTHER_PATHS = 3;

const MALFORMED_ID = malformedId('word', 'a word', 'abc');
// A framework may read the type of a parameter before it asks for the key.
const ID_ABOVE_INT64 = malformedId('above-int64', '2^64', String(2n ** 64n));

/** The read of one pet (part 4.3). */
export const getPet: OperationDefinition = {
  needs: ['any pets', 'getPet'],
  mayCreate: 0,
  send: ({ api, pets }, options) => api.getPet(pets.anyId(), options),
  tokens: [
    'token-none',
    'token-to-string',
    'token-parent-folder',
    'token-underscores',
    'token-signs',
    'token-signed-jwt',
    'token-slashes-behind',
    'token-apostrophe',
    'token-beyond-ascii',
  ],
  invalid: {
    none: [unknownId('exact'), MALFORMED_ID],
    'random-key': [unknownId('negative'), ID_ABOVE_INT64],
    'key-without-last-character': [unknownId('small')],
  },
  connectionSteps: [
    { requirement: 'GET-OK', status: 200, send: ({ api }, options, known) => api.getPet(known.id, options) },
    {
      requirement: 'GET-UNKNOWN',
      status: 404,
      send: ({ api }, options, _known, id) => api.getPet(id, { ...options, expects: [404] }),
    },
  ],
  triedValues(request, find) {
    const { petId, expects } = request;
    if (petId === undefined) return [];
    const isLarge = petId > GREATEST_ID_IN_DOUBLES;
    if (expectsOnly(404, request)) {
      if (petId < 0n)
        return [
          triedUnknown(request, 'negative', 'a negative id that no pet has'),
          ...(petId < -GREATEST_ID_IN_DOUBLES
            ? [triedUnknown(request, 'negative', 'an id below -2^53 that no pet has')]
            : []),
        ];
      if (isLarge) return [triedUnknown(request, 'exact', 'an id above 2^53 that no pet has')];
      if (petId > GREATEST_ID_IN_32_BITS) return [triedUnknown(request, 'wide', 'an id above 32 bits that no pet has')];
      return [triedUnknown(request, 'small', 'an id that no pet has')];
    }
    const pet = find(petId);
    if (pet === undefined || !expects.includes(operations.getPet.success)) return [];
    const reads = (isAlike: (id: bigint) => boolean) => ({
      controls: (tools: TrialTools) => otherReads(request, tools),
      others: (tools: TrialTools) => otherReads(request, tools, isAlike),
    });
    const status = reads((id) => find(id)?.status === pet.status);
    const large = reads((id) => id > GREATEST_ID_IN_DOUBLES);
    return [
      triedValue(`the read of a pet ${statusText(pet.status)}`, status),
      ...(isLarge ? [triedValue('the read of a pet with an id above 2^53', large)] : []),
    ];
  },
  vary: (request, tools) => (request.petId === undefined ? [] : otherReads(request, tools)),
};

function unknownId(range: IdRange): InvalidRequest {
  return {
    id: 'before-look-up',
    title: 'the id: an unknown id',
    send: ({ api, pets }, options) => api.getPet(pets.unknownId(range), options),
  };
}

function malformedId(slug: string, title: string, id: string): InvalidRequest {
  return {
    id: `before-look-up/${slug}`,
    title: `the id: ${title}`,
    send: ({ api }, options) => api.getPet(id, options),
  };
}

function triedUnknown(request: ApiRequest, range: IdRange, label: string): TriedValue {
  return triedValue(label, {
    controls: (tools) => otherReads(request, tools),
    others: (tools) =>
      Array.from({ length: OTHER_PATHS }, () => ({
        ...request,
        ...getRequest(tools.unknownId(range)),
        expects: request.expects,
      })),
  });
}

/** Reads of the other pets that the run added. */
function otherReads(
  request: ApiRequest,
  { own }: TrialTools,
  isAlike: (id: bigint) => boolean = () => true,
): readonly ApiRequest[] {
  const ids = own.map(({ id }) => id).filter((id) => id !== request.petId && isAlike(id));
  return ids.map((id) => spelled({ ...request, ...getRequest(id) }));
}
