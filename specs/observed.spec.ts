import { rawJson, writeJson } from '../src/contract/json.ts';
import { defineCases } from '../src/suite/case.ts';
import { describeFilterReach, describeResponse, describeOrder } from '../src/suite/describe-behaviour.ts';
import { newPetMembers, newPetText } from '../src/suite/api-request.ts';

const LIMITS = [
  ['zero', '0'],
  ['negative', '-1'],
  ['above-100', '101'],
  ['thousand', '1000'],
  ['above-int64', '9223372036854775808'],
  ['letters', 'abc'],
  ['empty', ''],
  ['fraction', '1.5'],
  ['exponent', '1e1'],
  ['space', '%205'],
] as const;

const STATUSES = [
  ['unknown', 'unknown'],
  ['upper-case', 'AVAILABLE'],
  ['capital', 'Sold'],
  ['empty', ''],
  ['two', 'available,sold'],
  ['space', '%20sold'],
  ['null', 'null'],
] as const;

const QUERIES = [
  ['limit-twice', 'limit=1&limit=2'],
  ['status-twice', 'status=sold&status=pending'],
  ['unknown', 'unknown=1'],
  ['offset', 'offset=1'],
  ['page', 'page=2'],
  ['upper-case', 'LIMIT=1'],
] as const;

const IDS = [
  ['letters', 'abc'],
  ['fraction', '1.5'],
  ['above-int64', '9223372036854775808'],
  ['below-int64', '-9223372036854775809'],
  ['plus', '%2B1'],
  ['exponent', '1e1'],
  ['space', '%20'],
] as const;

const MEDIA_TYPES = [
  ['none', null],
  ['text', 'text/plain'],
  ['form', 'application/x-www-form-urlencoded'],
  ['charset', 'application/json; charset=utf-8'],
] as const;

const PAGING_HEADERS = /^(link|content-range|x-.*(total|count|page|next|limit|offset).*)$/;
const RATE_HEADERS = /^(x-)?rate-?limit/;
const FILTERED = 20;

// What the contract leaves open: recorded, and no case can fail the service.
export const cases = defineCases(({ testCase }) => {
  for (const [id, limit] of LIMITS) {
    testCase(
      `observed/limit/${id}`,
      `GET /pets?limit=${limit} MAY be answered in any way`,
      { judges: ['OPEN-LIST-LIMIT-OUTSIDE'], stage: 'full catalogue' },
      async ({ api, observe }) => {
        const response = await api.listPets(`limit=${limit}`);
        observe('OPEN-LIST-LIMIT-OUTSIDE', `limit=${limit}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  for (const [id, status] of STATUSES) {
    testCase(
      `observed/status/${id}`,
      `GET /pets?status=${status} MAY be answered in any way`,
      { judges: ['OPEN-LIST-STATUS-UNKNOWN'], stage: 'full catalogue' },
      async ({ api, observe }) => {
        const response = await api.listPets(`status=${status}`);
        observe('OPEN-LIST-STATUS-UNKNOWN', `status=${status}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  for (const [id, query] of QUERIES) {
    testCase(
      `observed/query/${id}`,
      `GET /pets?${query} MAY be answered in any way`,
      { judges: ['OPEN-LIST-PARAMETERS'], stage: 'full catalogue' },
      async ({ api, observe }) => {
        const response = await api.listPets(query);
        observe('OPEN-LIST-PARAMETERS', `${query}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  testCase(
    'observed/order',
    'GET /pets MAY list pets in any order',
    { judges: ['OPEN-LIST-ORDER'], needs: ['full catalogue'], stage: 'full catalogue' },
    async ({ api, pets, observe }) => {
      const page = await api.readPage({ limit: 100 });
      observe('OPEN-LIST-ORDER', describeOrder(page.pets, pets.own()), [page.response]);
    },
  );

  testCase(
    'observed/paging',
    'GET /pets MAY send paging metadata, and MAY cap its pages',
    { judges: ['OPEN-LIST-PAGING'], needs: ['full catalogue'], stage: 'full catalogue' },
    async ({ api, observe, run }) => {
      const { response, size } = await api.readPage({ limit: 100 });
      const paging = [...response.headers.keys()].filter((name) => PAGING_HEADERS.test(name));
      const known = run.knownBefore(response.sentAt, undefined);
      const capped = size < Math.min(known, 100) ? `; the limit 100 gave ${size} of ${known} known pets` : '';
      const headers = paging.length === 0 ? 'no paging headers' : `the headers ${paging.join(', ')}`;
      observe('OPEN-LIST-PAGING', `${headers}${capped}`, [response]);
    },
  );

  testCase(
    'observed/filter-reach',
    'GET /pets?status=sold MAY find matches beyond the page without it',
    { judges: ['OPEN-LIST-FILTER'], needs: ['full catalogue'], stage: 'full catalogue' },
    async ({ api, observe, run }) => {
      const [unfiltered, filtered] = await Promise.all([
        api.readPage({ limit: FILTERED }),
        api.readPage({ limit: FILTERED, status: 'sold' }),
      ]);
      const reach = {
        filtered: filtered.size,
        among: unfiltered.pets.filter(({ status }) => status === 'sold').length,
        known: run.knownBefore(filtered.response.sentAt, 'sold'),
      };
      observe('OPEN-LIST-FILTER', describeFilterReach(reach, FILTERED), [unfiltered.response, filtered.response]);
    },
  );

  for (const [id, petId] of IDS) {
    testCase(
      `observed/pet-id/${id}`,
      `GET /pets/${petId} MAY be answered in any way`,
      { judges: ['OPEN-GET-ID-FORM'], needs: ['getPet'], stage: 'names listing' },
      async ({ api, observe }) => {
        const response = await api.getPet(petId);
        observe('OPEN-GET-ID-FORM', `${petId}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  for (const id of ['raw-key-without-scheme', 'lower-case-scheme'] as const) {
    testCase(
      `observed/key/${id}`,
      `GET /pets MAY accept the valid key as ${id}`,
      { judges: ['OPEN-AUTH-FORMS'], stage: 'names listing' },
      async ({ api, observe, run }) => {
        const response = await api.listPets({}, { credential: run.credential(id), isSpecified: false });
        observe('OPEN-AUTH-FORMS', `${id}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  testCase(
    'observed/key/query',
    'GET /pets MAY accept the valid key in the query',
    { judges: ['OPEN-AUTH-FORMS'], stage: 'names listing' },
    async ({ api, observe, run }) => {
      const query = `api_key=${encodeURIComponent(run.configuration.apiKey)}`;
      const response = await api.listPets(query, { credential: run.credential('none'), isSpecified: false });
      observe('OPEN-AUTH-FORMS', `key in the query: ${describeResponse(response)}`, [response]);
    },
  );

  for (const [id, method] of [
    ['options', 'OPTIONS'],
    ['head', 'HEAD'],
  ] as const) {
    testCase(
      `observed/method/${id}`,
      `${method} /pets MAY be answered in any way`,
      { judges: ['OPEN-OTHER-METHODS'], stage: 'names listing' },
      async ({ api, observe }) => {
        const response = await api.send(method, '/pets');
        observe('OPEN-OTHER-METHODS', `${method}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  testCase(
    'observed/rate-limit',
    'Every operation MAY limit the rate of requests',
    { judges: ['OPEN-RATE-LIMIT'], stage: 'names listing' },
    async ({ api, observe, run }) => {
      const { response } = await api.readPage({ limit: 1 });
      const names = [...response.headers.keys()].filter((name) => RATE_HEADERS.test(name));
      const limited = run.limitedResponses();
      const headers = names.length === 0 ? '' : `; the headers ${names.join(', ')}`;
      const isSilent = limited === 0 && names.length === 0;
      observe(
        'OPEN-RATE-LIMIT',
        isSilent ? 'no sign of a rate limit' : `${limited} responses of 429 so far${headers}`,
        [response],
      );
    },
  );

  testCase(
    'observed/create/unknown-field',
    'POST /pets MAY accept an unknown field',
    { judges: ['OPEN-CREATE-FIELDS'], needs: ['create'], mayCreate: 1 },
    async ({ api, pets, observe }) => {
      const body = writeJson({ ...newPetMembers(pets.valid({ status: 'sold' })), colour: 'blue' });
      const response = await api.createPet({ body, expects: [] });
      observe('OPEN-CREATE-FIELDS', `an unknown field: ${describeResponse(response)}`, [response]);
    },
  );

  testCase(
    'observed/create/duplicate-field',
    'POST /pets MAY accept a field that is given twice',
    { judges: ['OPEN-CREATE-FIELDS'], needs: ['create'], mayCreate: 1 },
    async ({ api, pets, observe }) => {
      const body = newPetText(pets.valid({ status: 'sold' })).replace('{', '{"name":"cf twice",');
      const response = await api.createPet({ body, expects: [] });
      observe('OPEN-CREATE-FIELDS', `the name given twice: ${describeResponse(response)}`, [response]);
    },
  );

  for (const [id, title, suffix] of [
    ['fraction', 'a zero fraction', '.0'],
    ['exponent', 'an exponent', 'e0'],
  ] as const) {
    testCase(
      `observed/create/category-with-${id}`,
      `POST /pets MAY accept a categoryId with ${title}`,
      { judges: ['OPEN-CREATE-INTEGER-FORM'], needs: ['create'], mayCreate: 1 },
      async ({ api, pets, observe }) => {
        const pet = pets.valid({ status: 'sold' });
        const body = writeJson({ ...newPetMembers(pet), categoryId: rawJson(`${pet.categoryId}${suffix}`) });
        const response = await api.createPet({ body, expects: [] });
        observe('OPEN-CREATE-INTEGER-FORM', `${title}: ${describeResponse(response)}`, [response]);
      },
    );
  }

  for (const [id, contentType] of MEDIA_TYPES) {
    testCase(
      `observed/create/media-type/${id}`,
      `POST /pets MAY reject a body ${contentType === null ? 'without a media type' : `labelled ${contentType}`}`,
      { judges: ['OPEN-CREATE-CONTENT-TYPE'], needs: ['create'], mayCreate: 1 },
      async ({ api, pets, observe }) => {
        const body = newPetText(pets.valid({ status: 'sold' }));
        const response = await api.createPet({ body, expects: [] }, { contentType });
        const sent = contentType ?? 'no media type';
        observe('OPEN-CREATE-CONTENT-TYPE', `${sent}: ${describeResponse(response)}`, [response]);
      },
    );
  }
});
