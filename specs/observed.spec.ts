import { LIMIT_DEFAULT, LIMIT_MAX } from '../src/contract/operations.ts';
import { rawJson, writeJson } from '../src/contract/json.ts';
import type { NewPet } from '../src/contract/pet.ts';
import { defineCases, RISKY_PROBE } from '../src/suite/case.ts';
import type { Pets } from '../src/suite/pets.ts';
import { describeFilterReach, describeResponse, describeOrder } from '../src/suite/responses/describe-behaviour.ts';
import { newPetMembers, newPetText, type RawBody } from '../src/suite/api-request.ts';
import { CREDENTIALS, KEY_FORMS } from '../src/suite/keys/credentials.ts';
import { describeId } from '../src/suite/responses/text-ids.ts';

/** Queries that the contract does not describe (parts 4.1 and 7), by the requirement that records the response. */
const QUERIES = [
  ...[
    ['limit/zero', 'limit=0'],
    ['limit/negative', 'limit=-1'],
    ['limit/above-100', 'limit=101'],
    ['limit/above-int64', 'limit=9223372036854775808'],
    ['limit/letters', 'limit=abc'],
    ['limit/empty', 'limit='],
    ['limit/fraction', 'limit=1.5'],
  ].map(([id, query]) => ({ id, query, requirement: 'OPEN-LIST-LIMIT-OUTSIDE' }) as const),
  ...[
    ['status/unknown', 'status=unknown'],
    ['status/upper-case', 'status=AVAILABLE'],
    ['status/empty', 'status='],
    ['status/two', 'status=available,sold'],
  ].map(([id, query]) => ({ id, query, requirement: 'OPEN-LIST-STATUS-UNKNOWN' }) as const),
  ...[
    ['query/limit-twice', 'limit=1&limit=2'],
    ['query/status-twice', 'status=sold&status=pending'],
    ['query/unknown', 'unknown=1'],
    ['query/page', 'page=2'],
  ].map(([id, query]) => ({ id, query, requirement: 'OPEN-LIST-PARAMETERS' }) as const),
];

const IDS = [
  ['letters', 'abc'],
  ['fraction', '1.5'],
  ['above-int64', '9223372036854775808'],
] as const;

/** Bodies and media types that the contract neither allows nor forbids (part 4.2). One pet tries both if the service accepts both. */
const BODIES_WITH_MEDIA_TYPE = [
  {
    id: 'unknown-field',
    title: 'an unknown field',
    requirement: 'OPEN-CREATE-FIELDS',
    write: (pet: NewPet) => writeJson({ ...newPetMembers(pet), colour: 'blue' }),
    mediaTypeId: 'none',
    contentType: null,
    options: RISKY_PROBE,
  },
  {
    id: 'duplicate-field',
    title: 'a duplicate field',
    requirement: 'OPEN-CREATE-FIELDS',
    write: (pet: NewPet) => newPetText(pet).replace('{', '{"name":"cf twice",'),
    mediaTypeId: 'text',
    contentType: 'text/plain',
    options: RISKY_PROBE,
  },
  {
    id: 'category-with-fraction',
    title: 'a categoryId with a zero fraction',
    requirement: 'OPEN-CREATE-INTEGER-FORM',
    write: (pet: NewPet) => writeJson({ ...newPetMembers(pet), categoryId: rawJson(`${pet.categoryId}.0`) }),
    mediaTypeId: 'charset',
    contentType: 'application/json; charset=utf-8',
    options: { needs: ['create'], stage: 'names' },
  },
] as const;

/** Bodies that the contract neither allows nor forbids. Each tries one pet alone. */
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
    options: { needs: ['create'], stage: 'names' },
  },
] as const;

const PAGING_HEADERS = /^(link|content-range|x-.*(total|count|page|next|limit|offset).*)$/;
const RATE_HEADERS = /^(x-)?rate-?limit/;

// The contract does not specify this behaviour. The cases record it and cannot fail a service.
export const cases = defineCases(({ testCase }) => {
  for (const { id, query, requirement } of QUERIES) {
    testCase(
      `observed/${id}`,
      `GET /pets?${query} MAY return any response`,
      // How many pets a page holds is compared with other runs.
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
    { judges: ['OPEN-LIST-ORDER'], needs: ['full catalogue'] },
    async ({ api, pets, observe }) => {
      const page = await api.sharePage({ limit: LIMIT_MAX });
      observe('OPEN-LIST-ORDER', describeOrder(page.pets, pets.own()), [page.response]);
    },
  );

  testCase(
    'observed/paging',
    'GET /pets MAY return paging headers, and MAY return fewer pets than the limit',
    { judges: ['OPEN-LIST-PAGING'], needs: ['full catalogue'] },
    async ({ api, observe, run }) => {
      const { response, size } = await api.sharePage({ limit: LIMIT_MAX });
      const paging = [...response.headers.keys()].filter((name) => PAGING_HEADERS.test(name));
      const known = run.knownBefore(response.sentAt, undefined);
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
        api.readPage({ limit: LIMIT_DEFAULT }),
        api.readPage({ limit: LIMIT_DEFAULT, status: 'sold' }),
      ]);
      const reach = {
        filtered: filtered.size,
        among: unfiltered.pets.filter(({ status }) => status === 'sold').length,
        known: run.knownBefore(filtered.response.sentAt, 'sold'),
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
      { judges: ['OPEN-OTHER-METHODS'], stage: 'names listing' },
      async ({ api, observe }) => {
        const response = await api.send({ method, path: '/pets', operation: 'other', expects: [] });
        observe('OPEN-OTHER-METHODS', `${method}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  testCase(
    'observed/moved-statuses',
    'Every operation MAY show that the service has moved pets to another status',
    { judges: ['OPEN-STATUS-MOVES'], needs: ['create', 'full catalogue'] },
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

  for (const { id, title, requirement, write, options } of BODIES) {
    testCase(
      `observed/create/${id}`,
      `POST /pets MAY accept a body with ${title}`,
      { judges: [requirement], ...options, mayCreate: 1 },
      async ({ api, pets, observe }) => {
        const response = await api.createPet({ body: write(pets.valid({ status: 'sold' })), expects: [] });
        observe(requirement, `${title}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  for (const { id, title, requirement, write, mediaTypeId, contentType, options } of BODIES_WITH_MEDIA_TYPE) {
    const bodyWithBoth = (pets: Pets): RawBody => {
      const pet = pets.valid({ name: `Rex ${mediaTypeId}`, status: 'sold' });
      return { body: write(pet), contentType, expects: [] };
    };

    testCase(
      `observed/create/${id}`,
      `POST /pets MAY accept a body with ${title}`,
      { judges: [requirement], ...options, mayCreate: 2 },
      async ({ api, pets, observe }) => {
        const alone = { body: write(pets.valid({ status: 'sold' })), expects: [] };
        const response = await api.createShared(bodyWithBoth(pets), alone);
        observe(requirement, `${title}: ${describeResponse(response)}`, [response]);
      },
    );

    const header = contentType === null ? 'no Content-Type' : `Content-Type: ${contentType}`;
    testCase(
      `observed/create/media-type/${mediaTypeId}`,
      `POST /pets MAY reject a body with ${header}`,
      { judges: ['OPEN-CREATE-CONTENT-TYPE'], ...options, mayCreate: 2 },
      async ({ api, pets, observe }) => {
        const alone = { body: newPetText(pets.valid({ status: 'sold' })), contentType, expects: [] };
        const response = await api.createShared(bodyWithBoth(pets), alone);
        const tried = contentType ?? 'no Content-Type';
        observe('OPEN-CREATE-CONTENT-TYPE', `${tried}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  testCase(
    'observed/create/no-damage',
    'POST /pets SHOULD NOT break the list or a read of another pet with a body that the contract does not specify',
    { judges: ['CREATE-NO-DAMAGE'], needs: ['create'], stage: 'one by one' },
    ({ expectNoDamage }) => expectNoDamage(),
  );
});
