import { LIMIT_DEFAULT, LIMIT_MAX } from '../src/contract/operations.ts';
import { rawJson, writeJson } from '../src/contract/json.ts';
import type { NewPet } from '../src/contract/pet.ts';
import { defineCases, RISKY_PROBE } from '../src/suite/case.ts';
import type { Pets } from '../src/suite/pets.ts';
import { describeFilterReach, describeResponse, describeOrder } from '../src/suite/responses/describe-behaviour.ts';
import type { RawBody } from '../src/suite/api-request.ts';
import { newPetMembers, newPetText } from '../src/suite/bodies/new-pet-text.ts';
import { CREDENTIALS, KEY_FORMS } from '../src/suite/keys/credentials.ts';
import { describeId } from '../src/suite/responses/text-ids.ts';

/** Queries that the contract does not describe (parts 4.1 and 7), with the requirement that records the response. */
const QUERIES = [
  ['OPEN-LIST-LIMIT-OUTSIDE', 'limit/zero', 'limit=0'],
  ['OPEN-LIST-LIMIT-OUTSIDE', 'limit/negative', 'limit=-1'],
  ['OPEN-LIST-LIMIT-OUTSIDE', 'limit/above-100', 'limit=101'],
  ['OPEN-LIST-LIMIT-OUTSIDE', 'limit/above-int64', 'limit=9223372036854775808'],
  ['OPEN-LIST-LIMIT-OUTSIDE', 'limit/letters', 'limit=abc'],
  ['OPEN-LIST-LIMIT-OUTSIDE', 'limit/empty', 'limit='],
  ['OPEN-LIST-LIMIT-OUTSIDE', 'limit/fraction', 'limit=1.5'],
  ['OPEN-LIST-STATUS-UNKNOWN', 'status/unknown', 'status=unknown'],
  ['OPEN-LIST-STATUS-UNKNOWN', 'status/upper-case', 'status=AVAILABLE'],
  ['OPEN-LIST-STATUS-UNKNOWN', 'status/empty', 'status='],
  ['OPEN-LIST-STATUS-UNKNOWN', 'status/two', 'status=available,sold'],
  ['OPEN-LIST-PARAMETERS', 'query/limit-twice', 'limit=1&limit=2'],
  ['OPEN-LIST-PARAMETERS', 'query/status-twice', 'status=sold&status=pending'],
  ['OPEN-LIST-PARAMETERS', 'query/unknown', 'unknown=1'],
  ['OPEN-LIST-PARAMETERS', 'query/page', 'page=2'],
] as const;

const IDS = [
  ['letters', 'abc'],
  ['fraction', '1.5'],
  ['above-int64', '9223372036854775808'],
] as const;

/** These cases start together after the main stage, so they share one page. */
const SHARES_FULL_PAGE = { needs: ['full catalogue'], stage: 'generated' } as const;
const ORDINARY = { needs: ['create'], stage: 'forms' } as const;

/** Bodies that the contract neither allows nor forbids (part 4.2). */
const UNKNOWN_FIELD = {
  id: 'unknown-field',
  title: 'an unknown field',
  requirement: 'OPEN-CREATE-FIELDS',
  write: (pet: NewPet) => writeJson({ ...newPetMembers(pet), colour: 'blue' }),
  options: RISKY_PROBE,
} as const;
const DUPLICATE_FIELD = {
  id: 'duplicate-field',
  title: 'a duplicate field',
  requirement: 'OPEN-CREATE-FIELDS',
  write: (pet: NewPet) => newPetText(pet).replace('{', '{"name":"cf twice",'),
  options: RISKY_PROBE,
} as const;
const ZERO_FRACTION = {
  id: 'category-with-fraction',
  title: 'a categoryId with a zero fraction',
  requirement: 'OPEN-CREATE-INTEGER-FORM',
  write: (pet: NewPet) => writeJson({ ...newPetMembers(pet), categoryId: rawJson(`${pet.categoryId}.0`) }),
  options: ORDINARY,
} as const;
const BODIES = [
  {
    id: 'byte-order-mark',
    title: 'a byte-order mark before it',
    requirement: 'OPEN-CREATE-MALFORMED',
    write: (pet: NewPet) => `\ufeff${newPetText(pet)}`,
    options: RISKY_PROBE,
  },
  {
    id: 'category-with-exponent',
    title: 'a categoryId with an exponent',
    requirement: 'OPEN-CREATE-INTEGER-FORM',
    write: (pet: NewPet) => writeJson({ ...newPetMembers(pet), categoryId: rawJson(`${pet.categoryId}e0`) }),
    options: ORDINARY,
  },
  UNKNOWN_FIELD,
  DUPLICATE_FIELD,
  ZERO_FRACTION,
] as const;

/** UTF-8 cannot encode half of a surrogate pair, so a service cannot return the name unchanged. */
const NO_UNICODE = 'Rex \uD800 Junior';

/** Media types that the contract does not describe. One pet tries each with a body and a name, if the service accepts all of them. */
const NO_MEDIA_TYPE = { id: 'none', contentType: null, body: UNKNOWN_FIELD, name: NO_UNICODE } as const;
const MEDIA_TYPES = [
  NO_MEDIA_TYPE,
  { id: 'text', contentType: 'text/plain', body: DUPLICATE_FIELD, name: 'Rex text' },
  { id: 'charset', contentType: 'application/json; charset=utf-8', body: ZERO_FRACTION, name: 'Rex charset' },
] as const;

const PAGING_HEADERS = /^(link|content-range|x-.*(total|count|page|next|limit|offset).*)$/;
const RATE_HEADERS = /^(x-)?rate-?limit/;

// The contract does not specify this behaviour. The cases record it and cannot fail a service.
export const cases = defineCases(({ testCase }) => {
  for (const [requirement, id, query] of QUERIES) {
    testCase(
      `observed/${id}`,
      `GET /pets?${query} MAY return any response`,
      // `diff` compares the number of pets on the page with other runs.
      { judges: [requirement], needs: ['full catalogue'] },
      async ({ api, observe }) => {
        const response = await api.listPets(query);
        observe(requirement, `${query}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  testCase(
    'observed/order',
    'GET /pets MAY list pets in any order',
    { judges: ['OPEN-LIST-ORDER'], ...SHARES_FULL_PAGE },
    async ({ api, pets, observe }) => {
      const page = await api.sharePage({ limit: LIMIT_MAX });
      observe('OPEN-LIST-ORDER', describeOrder(page.pets, pets.own()), [page.response]);
    },
  );

  testCase(
    'observed/paging',
    'GET /pets MAY return paging headers, and MAY return fewer pets than the limit',
    { judges: ['OPEN-LIST-PAGING'], ...SHARES_FULL_PAGE },
    async ({ api, observe, run }) => {
      const { response, size } = await api.sharePage({ limit: LIMIT_MAX });
      const paging = [...response.headers.keys()].filter((name) => PAGING_HEADERS.test(name));
      const known = run.countKnownBefore(response.sentAt, undefined);
      const capped =
        size < Math.min(known, LIMIT_MAX) ? `; limit=${LIMIT_MAX} returned ${size} of ${known} known pets` : '';
      const headers = paging.length === 0 ? 'no paging headers' : `the headers ${paging.join(', ')}`;
      observe('OPEN-LIST-PAGING', `${headers}${capped}`, [response]);
    },
  );

  testCase(
    'observed/filter-reach',
    'GET /pets?status=sold MAY list pets that are not on the unfiltered page',
    { judges: ['OPEN-LIST-FILTER'], needs: ['full catalogue'] },
    async ({ api, observe, run }) => {
      const [unfiltered, filtered] = await Promise.all([
        api.sharePage({ limit: LIMIT_DEFAULT }),
        api.sharePage({ limit: LIMIT_DEFAULT, status: 'sold' }),
      ]);
      const reach = {
        filtered: filtered.size,
        among: unfiltered.pets.filter(({ status }) => status === 'sold').length,
        known: run.countKnownBefore(filtered.response.sentAt, 'sold'),
      };
      observe('OPEN-LIST-FILTER', describeFilterReach(reach, LIMIT_DEFAULT), [unfiltered.response, filtered.response]);
    },
  );

  for (const [id, petId] of IDS) {
    testCase(
      `observed/pet-id/${id}`,
      `GET /pets/${petId} MAY return any response`,
      { judges: ['OPEN-GET-ID-FORM'], needs: ['getPet'], stage: 'names listing' },
      async ({ api, observe }) => {
        const response = await api.getPet(petId);
        observe('OPEN-GET-ID-FORM', `${petId}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  for (const id of KEY_FORMS) {
    testCase(
      `observed/key/${id}`,
      `GET /pets MAY accept ${CREDENTIALS[id].title}`,
      { judges: ['OPEN-AUTH-FORMS'], stage: 'names listing' },
      async ({ api, observe, run }) => {
        const response = await api.listPets({}, { credential: run.credential(id), expects: [] });
        observe('OPEN-AUTH-FORMS', `${id}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  testCase(
    'observed/key/query',
    'GET /pets MAY accept the valid key in the query',
    { judges: ['OPEN-AUTH-FORMS'], stage: 'names listing' },
    async ({ api, observe, run }) => {
      const query = `api_key=${encodeURIComponent(run.apiKey)}`;
      const response = await api.listPets(query, { credential: run.credential('none'), expects: [] });
      observe('OPEN-AUTH-FORMS', `key in the query: ${describeResponse(response)}`, [response]);
    },
  );

  testCase(
    'observed/key/header',
    'GET /pets MAY accept the valid key in the header X-API-Key',
    { judges: ['OPEN-AUTH-FORMS'], stage: 'names listing' },
    async ({ api, observe, run }) => {
      const headers = [['X-API-Key', run.apiKey]] as const;
      const response = await api.listPets({}, { credential: run.credential('none'), headers, expects: [] });
      observe('OPEN-AUTH-FORMS', `key in the header X-API-Key: ${describeResponse(response)}`, [response]);
    },
  );

  for (const [id, method] of [
    ['options', 'OPTIONS'],
    ['head', 'HEAD'],
  ] as const) {
    testCase(
      `observed/method/${id}`,
      `${method} /pets MAY return any response`,
      { judges: ['OPEN-OTHER-METHODS'] },
      async ({ api, observe }) => {
        const response = await api.send({ method, path: '/pets', operation: 'other', expects: [] });
        observe('OPEN-OTHER-METHODS', `${method}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  testCase(
    'observed/moved-statuses',
    'Every operation MAY show pets that the service has moved to another status',
    { judges: ['OPEN-STATUS-MOVES'], ...SHARES_FULL_PAGE, needs: ['create', 'full catalogue'] },
    async ({ api, observe, run }) => {
      const { response } = await api.sharePage({ limit: LIMIT_MAX });
      const moves = run
        .movedPets()
        .map(({ pet, movedTo }) => `pet ${describeId(pet.id)} to ${movedTo.join(', then ')}`);
      const more = moves.length > 3 ? ` and ${moves.length - 3} more` : '';
      observe('OPEN-STATUS-MOVES', moves.length === 0 ? 'none seen' : `${moves.slice(0, 3).join(', ')}${more}`, [
        response,
      ]);
    },
  );

  testCase(
    'observed/rate-limit',
    'Every operation MAY limit the rate of requests',
    { judges: ['OPEN-RATE-LIMIT'], stage: 'names listing' },
    async ({ api, observe, run }) => {
      const { response } = await api.sharePage({ limit: LIMIT_MAX });
      const names = [...response.headers.keys()].filter((name) => RATE_HEADERS.test(name));
      const limited = run.disturbances()['429'] ?? 0;
      const headers = names.length === 0 ? '' : `; the headers ${names.join(', ')}`;
      const isSilent = limited === 0 && names.length === 0;
      observe(
        'OPEN-RATE-LIMIT',
        isSilent ? 'no sign of a rate limit' : `${limited} responses with status 429 so far${headers}`,
        [response],
      );
    },
  );

  for (const body of BODIES) {
    const { id, title, requirement, write, options } = body;
    const mediaType = MEDIA_TYPES.find((each) => each.body === body);
    testCase(
      `observed/create/${id}`,
      `POST /pets MAY accept a body with ${title}`,
      { judges: [requirement], ...options, mayCreate: mediaType === undefined ? 1 : 2 },
      async ({ api, pets, observe }) => {
        const alone = { body: write(pets.valid({ status: pets.acceptedStatus() })), expects: [] };
        const response = await (mediaType === undefined
          ? api.createPet(alone)
          : api.createShared(bodyWithAll(pets, mediaType), alone));
        observe(requirement, `${title}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  for (const mediaType of MEDIA_TYPES) {
    const { id, contentType, body } = mediaType;
    const header = contentType === null ? 'no Content-Type' : `Content-Type: ${contentType}`;
    testCase(
      `observed/create/media-type/${id}`,
      `POST /pets MAY reject a body with ${header}`,
      { judges: ['OPEN-CREATE-CONTENT-TYPE'], ...body.options, mayCreate: 2 },
      async ({ api, pets, observe }) => {
        const alone = { body: newPetText(pets.valid({ status: pets.acceptedStatus() })), contentType, expects: [] };
        const response = await api.createShared(bodyWithAll(pets, mediaType), alone);
        observe('OPEN-CREATE-CONTENT-TYPE', `${contentType ?? header}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  testCase(
    'create/open-name/lone-surrogate',
    'POST /pets MAY return any response to a name that is not Unicode text: half of a surrogate pair',
    { judges: ['OPEN-CREATE-NAMES'], ...RISKY_PROBE, mayCreate: 2 },
    async ({ api, pets, observe }) => {
      const alone = { body: newPetText(pets.valid({ name: NO_UNICODE, status: pets.acceptedStatus() })), expects: [] };
      const response = await api.createShared(bodyWithAll(pets, NO_MEDIA_TYPE), alone);
      const accepted = response.status === 201 ? 'accepted' : `status ${response.status}`;
      observe('OPEN-CREATE-NAMES', `half of a surrogate pair: ${accepted}`, [response]);
    },
  );

  testCase(
    'observed/create/no-damage',
    'POST /pets SHOULD NOT break the list or the read of another pet, whatever body it accepts',
    { judges: ['CREATE-NO-DAMAGE'], needs: ['create'], stage: 'after risky probes' },
    ({ expectNoDamage }) => expectNoDamage(),
  );
});

/** A body in an unspecified form, with an unspecified media type, and a name. */
function bodyWithAll(pets: Pets, { contentType, body, name }: (typeof MEDIA_TYPES)[number]): RawBody {
  return { body: body.write(pets.valid({ name, status: pets.acceptedStatus() })), contentType, expects: [] };
}
