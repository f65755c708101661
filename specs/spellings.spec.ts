import { LIMIT_MAX } from '../src/contract/operations.ts';
import { type Pet, PET_STATUSES, type PetStatus } from '../src/contract/pet.ts';
import type { RequestOptions } from '../src/suite/api-request.ts';
import { ANY_MEDIA_TYPE, escapedNewPet, newPetText, spacedNewPet } from '../src/suite/api-request.ts';
import { defineCases } from '../src/suite/case.ts';
import { CREDENTIALS } from '../src/suite/keys/credentials.ts';
import type { CompleteResponse } from '../src/suite/responses/response.ts';

/** Header fields that accept JSON, or reject a content coding (RFC 9110 section 12.5), and the operations that try them. */
const FIELDS = [
  ['accept-absent', 'without Accept', { omits: ['Accept'] }, ['list', 'get', 'create']],
  ['accept-range', 'with Accept: application/*', { headers: [['Accept', 'application/*']] }, ['list']],
  [
    'accept-weights',
    'with weights in Accept',
    { headers: [['Accept', 'text/html;q=0.3, application/json;q=0.9']] },
    ['list', 'get'],
  ],
  ['accept-capitals', 'with ACCEPT: APPLICATION/JSON', { headers: [['ACCEPT', 'APPLICATION/JSON']] }, ['list']],
  ['any-media-type', 'with Accept: */*', ANY_MEDIA_TYPE, ['get', 'create']],
  ['identity', 'with Accept-Encoding: identity', { headers: [['Accept-Encoding', 'identity']] }, ['list']],
  [
    'languages',
    'with Accept-Language and Accept-Charset',
    {
      headers: [
        ['Accept-Language', 'de, tlh;q=0.8, *;q=0.1'],
        // As browsers sent it for years. A service must write UTF-8 all the same (RFC 8259 section 8.1).
        ['Accept-Charset', 'iso-8859-1, utf-8;q=0.7, *;q=0.7'],
      ],
    },
    ['list', 'get', 'create'],
  ],
  ['expect-continue', 'with Expect: 100-continue', { headers: [['Expect', '100-continue']] }, ['create']],
  [
    'lower-case',
    'with field names in lower case',
    { spellName: (name: string) => name.toLowerCase() },
    ['list', 'create'],
  ],
  [
    'odd-case',
    'with field names in odd case',
    { spellName: (name: string) => name.replaceAll(/[aeiou]/gi, (letter) => letter.toUpperCase()) },
    ['get'],
  ],
] as const satisfies readonly (readonly [string, string, RequestOptions, readonly ('list' | 'get' | 'create')[]])[];

/** The rows for an operation. */
function fieldsFor(operation: 'list' | 'get' | 'create') {
  return FIELDS.filter(([, , , operations]) => operations.some((each) => each === operation));
}

/** Percent-encodes every ASCII character (RFC 3986 section 2.1). */
function percentEscaped(text: string): string {
  return text.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Escapes the id in a path. */
const ESCAPED_ID = { spell: (path) => path.replace(/[^/]+$/, (id) => percentEscaped(id)) } satisfies RequestOptions;

/** Escapes the values of a query. */
const ESCAPED_VALUES = {
  spell: (path) => path.replaceAll(/=([^&]+)/g, (_, value: string) => `=${percentEscaped(value)}`),
} satisfies RequestOptions;

// RFC 9110, 9112, 3986 and 8259 allow these forms of a request. Only these cases send them.
export const cases = defineCases(({ testCase }) => {
  for (const [index, [id, title, options]] of fieldsFor('list').entries()) {
    const query = { status: PET_STATUSES[index % PET_STATUSES.length] ?? 'sold', limit: LIMIT_MAX };
    testCase(
      `spellings/list/${id}`,
      `GET /pets ${title} MUST list pets`,
      // The filter must also list every pet each time, see list/status/*/repeated.
      { judges: ['LIST-SPELLINGS'], stage: 'names listing' },
      async ({ api, expect }) => {
        const response = await api.listPets(query, options);
        const plain = () => api.listPets(query);
        await expect('LIST-SPELLINGS').matchesPlainForm(response, ({ status }) => status === 200, plain);
      },
    );
  }

  testCase(
    'spellings/list/escaped-limit',
    'GET /pets MUST read a percent-encoded limit',
    { judges: ['LIST-SPELLINGS'], needs: ['seed pets'] },
    async ({ api, expect }) => {
      const response = await api.listPets({ limit: 1 }, ESCAPED_VALUES);
      const plain = () => api.listPets({ limit: 1 });
      await expect('LIST-SPELLINGS').matchesPlainForm(
        response,
        (each) => each.status === 200 && api.pageOf(each).size === 1,
        plain,
      );
    },
  );

  testCase(
    'spellings/list/escaped-filter',
    'GET /pets MUST read a percent-encoded status filter',
    { judges: ['LIST-SPELLINGS'], needs: ['seed pets'] },
    async ({ api, expect }) => {
      const query = { status: 'sold', limit: LIMIT_MAX } as const;
      const response = await api.listPets(query, ESCAPED_VALUES);
      await expect('LIST-SPELLINGS').matchesPlainForm(
        response,
        (each) => each.status === 200 && isFiltered(api.pageOf(each).pets, query.status),
        () => api.listPets(query),
      );
    },
  );

  for (const [id, title, options] of [
    ...fieldsFor('get'),
    ['escaped-id', 'with a percent-encoded id', ESCAPED_ID],
  ] as const) {
    testCase(
      `spellings/get/${id}`,
      `GET /pets/{petId} ${title} MUST return the pet`,
      { judges: ['GET-SPELLINGS'], needs: ['any pets', 'getPet'] },
      async ({ api, pets, expect }) => {
        const wanted = pets.any();
        const response = await api.getPet(wanted.id, options);
        const plain = () => api.getPet(wanted.id);
        await expect('GET-SPELLINGS').matchesPlainForm(response, (each) => api.showsPet(each, wanted.id), plain);
      },
    );
  }

  testCase(
    'spellings/auth/escaped-id/random-key',
    `GET /pets/{petId} with a percent-encoded id MUST reject ${CREDENTIALS['random-key'].title} with 401`,
    // No earlier case tries such a request, so the case runs early: --max-wrong-keys may leave out the last wrong keys.
    {
      judges: ['AUTH-FIRST'],
      needs: [{ credential: 'random-key' }, 'any pets', 'getPet'],
      stage: 'small catalogue',
    },
    async ({ api, pets, expect, run }) => {
      const id = pets.anyId();
      const options = { credential: run.credential('random-key') };
      const response = await api.getPet(id, { ...options, ...ESCAPED_ID });
      const plain = () => api.getPet(id, options);
      await expect('AUTH-FIRST').matchesPlainForm(response, ({ status }) => status === 401, plain);
    },
  );

  for (const [id, title, write, name] of [
    ['white-space', 'with white space between all tokens, and the last member first', spacedNewPet, 'Rex Spaced'],
    ['escapes', 'with only escapes in its strings', escapedNewPet, 'Zoë "Rex" 🐶'],
  ] as const) {
    testCase(
      `spellings/create/${id}`,
      `POST /pets MUST add a pet from a body ${title}`,
      { judges: ['CREATE-SPELLINGS'], needs: ['create'], mayCreate: 2, stage: 'names' },
      async ({ api, pets, expect }) => {
        const pet = pets.valid({ name, status: pets.accepted() });
        const response = await api.createPet({ body: write(pet), expects: [201], pet });
        await expect('CREATE-SPELLINGS').matchesPlainForm(
          response,
          (each) => each.status === 201 && api.petOf(each).pet.name === pet.name,
          () => api.createPet(pet),
        );
      },
    );
  }

  for (const [id, title, options] of fieldsFor('create')) {
    testCase(
      `spellings/create/${id}`,
      `POST /pets ${title} MUST add the pet`,
      { judges: ['CREATE-SPELLINGS'], needs: ['create'], mayCreate: 2, stage: 'names' },
      async ({ api, pets, expect }) => {
        const pet = pets.valid({ status: pets.accepted() });
        const response = await api.createPet(pet, options);
        const plain = () => api.createPet(pet);
        await expect('CREATE-SPELLINGS').matchesPlainForm(response, ({ status }) => status === 201, plain);
      },
    );
  }

  testCase(
    'spellings/create/media-type-capitals',
    'POST /pets with Content-Type: Application/JSON MUST add the pet',
    { judges: ['CREATE-SPELLINGS'], needs: ['create'], mayCreate: 2, stage: 'names' },
    async ({ api, pets, expect }) => {
      const pet = pets.valid({ status: pets.accepted() });
      const response = await api.createPet({
        body: newPetText(pet),
        contentType: 'Application/JSON',
        expects: [201],
        pet,
      });
      const plain = () => api.createPet(pet);
      await expect('CREATE-SPELLINGS').matchesPlainForm(response, ({ status }) => status === 201, plain);
    },
  );

  testCase(
    'spellings/create/chunked',
    'POST /pets in chunks, the first of which ends inside a character, MUST add the pet and keep its name',
    { judges: ['CREATE-SPELLINGS'], needs: ['create'], mayCreate: 2, stage: 'names' },
    async ({ api, pets, expect, stopNotApplicable }) => {
      const { httpVersion } = await api.listPets({ limit: 1 });
      if (httpVersion === '1.0') return stopNotApplicable('The service uses HTTP/1.0, which has no chunked encoding.');
      const pet = pets.valid({ word: 'Zoë', status: pets.accepted() });
      const response = await api.createPet(pet, { chunked: true });
      const isRight = (each: CompleteResponse) => each.status === 201 && api.petOf(each).pet.name === pet.name;
      await expect('CREATE-SPELLINGS').matchesPlainForm(response, isRight, () => api.createPet(pet));
    },
  );
});

/** Whether the filter was read: most pets have its status. Other cases judge each pet of a filtered list. */
function isFiltered(pets: readonly Pet[], status: PetStatus): boolean {
  return pets.filter((pet) => pet.status === status).length > pets.length / 2;
}
