import { type NewPet, PET_STATUSES, type PetStatus } from '../src/contract/pet.ts';
import { ANY_MEDIA_TYPE, type ListQuery, type RawBody, type RequestOptions } from '../src/suite/api-request.ts';
import { escapedNewPet, newPetText, spacedNewPet } from '../src/suite/bodies/new-pet-text.ts';
import { defineCases } from '../src/suite/case.ts';
import { CREDENTIALS } from '../src/suite/keys/credentials.ts';
import type { Page } from '../src/suite/responses/read-body.ts';
import { type CompleteResponse, describeStatus } from '../src/suite/responses/response.ts';

/** The header fields of a client that prefers one language and accepts any other, and any subtype of application. */
function languages(first: string) {
  return {
    headers: [
      ['Accept', 'application/*'],
      ['Accept-Language', `${first}, de;q=0.8, tlh;q=0.5, *;q=0.1`],
      // Browsers sent this for years. A service must still write UTF-8 (RFC 8259 section 8.1).
      ['Accept-Charset', 'iso-8859-1, utf-8;q=0.7, *;q=0.7'],
    ],
  } as const;
}

/** Header fields that accept JSON, or reject a content coding (RFC 9110 section 12.5), and the operations that try them. */
const FIELDS = [
  ['accept-absent', 'without Accept', { omits: ['Accept'] }, ['list', 'get', 'create']],
  ['accept-range', 'with Accept: application/*', { headers: [['Accept', 'application/*']] }, ['list']],
  // A service may read only the first language, and translate values if it knows this one.
  [
    'accept-weights',
    'with weights in Accept and Accept-Language',
    {
      headers: [
        ['Accept', 'text/html;q=0.3, application/json;q=0.9'],
        ['Accept-Language', 'de-DE, de;q=0.9, en;q=0.8'],
      ],
    },
    ['list', 'get'],
  ],
  ['accept-capitals', 'with ACCEPT: APPLICATION/JSON', { headers: [['ACCEPT', 'APPLICATION/JSON']] }, ['list']],
  ['any-media-type', 'with Accept: */*', ANY_MEDIA_TYPE, ['get', 'create']],
  // In Turkish, the capital of i is not I. These requests send pending, whose case a service must not change by this rule.
  ['languages', 'with a range in Accept, Accept-Language and Accept-Charset', languages('tr'), ['list', 'create']],
  // Arabic of Egypt has other digits. JSON has only the digits of ASCII (RFC 8259 section 6).
  ['languages', 'with a range in Accept, Accept-Language and Accept-Charset', languages('ar-EG'), ['get']],
  ['identity', 'with Accept-Encoding: identity', { headers: [['Accept-Encoding', 'identity']] }, ['list']],
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

/** Percent-encodes every ASCII character, alternately in capital and small digits, which mean the same (RFC 3986 section 2.1). */
function percentEscaped(text: string): string {
  return text.replaceAll(/./g, (character, index: number) => {
    const digits = character.charCodeAt(0).toString(16);
    return `%${index % 2 === 0 ? digits.toUpperCase() : digits}`;
  });
}

/** Escapes every second character of the id in a path. A digit after an escape does not belong to the escape. */
const ESCAPED_ID = {
  spell: (path) =>
    path.replace(/[^/]+$/, (id) =>
      id.replaceAll(/(.)(.?)/g, (_, escaped: string, plain: string) => percentEscaped(escaped) + plain),
    ),
} satisfies RequestOptions;

/** Escapes the values of a query. */
const ESCAPED_VALUES = {
  spell: (path) => path.replaceAll(/=([^&]+)/g, (_, value: string) => `=${percentEscaped(value)}`),
} satisfies RequestOptions;

/** The filters of the lists that try header fields, in turn. One list has none, because a service may fail with each filter. */
const FILTERS: readonly (PetStatus | undefined)[] = [...PET_STATUSES, undefined];

/** How often a query in another form is sent, if its page has other pets than that of the plain form. */
const SENDS_OF_QUERY = 3;

/** What each escaped query is, and whether a page shows that the service read it. Other cases judge each pet of a filtered list. */
const QUERIES: readonly (readonly [
  id: string,
  title: string,
  queryOf: (filter: PetStatus) => ListQuery,
  isRead: (page: Page, filter: PetStatus) => boolean,
])[] = [
  ['escaped-limit', 'limit', () => ({ limit: 1 }), ({ size }) => size === 1],
  [
    'escaped-filter',
    'status filter',
    (status) => ({ status }),
    ({ pets }, filter) => pets.filter(({ status }) => status === filter).length > pets.length / 2,
  ],
];

/** Bodies in another form that means the same (RFC 8259, RFC 9110 section 8.3.1), with the name of their pet. */
const BODIES: readonly (readonly [id: string, title: string, name: string | undefined, write: Write])[] = [
  [
    'white-space',
    'with white space between all tokens, and the last member first',
    undefined,
    (pet) => ({ body: spacedNewPet(pet) }),
  ],
  // The pairs of escapes start at an even and at an odd position, and one character is beyond plane 1, which some readers join wrongly.
  ['escapes', 'with only escapes in its strings', 'Zoë "R/x" 🐶 𠮷', (pet) => ({ body: escapedNewPet(pet) })],
  [
    'media-type-capitals',
    'with Content-Type: Application/JSON',
    undefined,
    (pet) => ({ body: newPetText(pet), contentType: 'Application/JSON' }),
  ],
];
type Write = (pet: NewPet) => Pick<RawBody, 'body' | 'contentType'>;

// RFC 9110, 9112, 3986 and 8259 allow these forms of a request. Only these cases send them.
export const cases = defineCases(({ testCase }) => {
  for (const [index, [id, title, options]] of fieldsFor('list').entries()) {
    const filter = FILTERS[index % FILTERS.length];
    testCase(
      `spellings/list/${id}`,
      `GET /pets ${title} MUST list pets`,
      // The filter must also list every pet each time, see list/status/*/repeated.
      { judges: ['LIST-SPELLINGS'], stage: 'names listing' },
      async ({ api, expect, run }) => {
        const filtered = filter === undefined ? {} : { status: run.workingFilter(filter) };
        const query = { ...filtered, limit: run.largeLimit() };
        const response = await api.listPets(query, options);
        const plain = () => api.listPets(query);
        await expect('LIST-SPELLINGS').matchesPlainForm(response, ({ status }) => status === 200, plain);
      },
    );
  }

  for (const [id, title, queryOf, isRead] of QUERIES) {
    testCase(
      `spellings/list/${id}`,
      `GET /pets MUST read a percent-encoded ${title}`,
      { judges: ['LIST-SPELLINGS'], needs: ['seed pets'] },
      async ({ api, expect, run }) => {
        const filter = run.workingFilter('sold');
        const query = queryOf(filter);
        const isRight = (each: CompleteResponse) => each.status === 200 && isRead(api.pageOf(each), filter);
        const sendPlain = () => api.listPets(query);
        let response = await api.listPets(query, ESCAPED_VALUES);
        let plain: CompleteResponse | null = null;
        // A service that hides some pets may show others in each list. So the form fails only if it fails each time beside a right list.
        for (let sends = 1; sends < SENDS_OF_QUERY && response.status === 200 && !isRight(response); sends += 1) {
          plain = await sendPlain();
          if (!isRight(plain)) break;
          response = await api.listPets(query, ESCAPED_VALUES);
        }
        await expect('LIST-SPELLINGS').matchesPlainForm(response, isRight, async () => plain ?? sendPlain());
      },
    );
  }

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
    `GET /pets/{petId} with a percent-encoded id MUST return 401 for ${CREDENTIALS['random-key'].title}`,
    // The case runs early, because --max-wrong-keys may leave out the last wrong keys, and no other case tries such a request.
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
      // A router may decode the word pets where the check of the key does not. A service that does not decode it has an unknown path here,
      // with any response.
      const inWord = await api.getPet(id, {
        ...options,
        spell: (path) => path.replace('/pets/', '/%70ets/'),
        expects: [],
      });
      expect('AUTH-FIRST').holds(!api.showsPet(inWord, id), {
        expected: 'no pet without a valid key',
        actual: describeStatus(inWord),
        responses: [inWord],
      });
    },
  );

  for (const [id, title, name, write] of BODIES) {
    testCase(
      `spellings/create/${id}`,
      `POST /pets MUST add a pet from a body ${title}`,
      { judges: ['CREATE-SPELLINGS'], needs: ['create'], mayCreate: 2, stage: 'forms' },
      async ({ api, pets, expect }) => {
        const pet = pets.valid({ name, status: pets.acceptedStatus() });
        const response = await api.createPet({ ...write(pet), expects: [201], pet });
        const plain = () => api.createPet(pet);
        await expect('CREATE-SPELLINGS').matchesPlainForm(response, isAdded, plain);
      },
    );
  }

  for (const [id, title, options] of fieldsFor('create')) {
    testCase(
      `spellings/create/${id}`,
      `POST /pets ${title} MUST add the pet`,
      { judges: ['CREATE-SPELLINGS'], needs: ['create'], mayCreate: 2, stage: 'forms' },
      async ({ api, pets, expect }) => {
        const pet = pets.valid({ status: pets.acceptedStatus('pending') });
        const response = await api.createPet(pet, options);
        const plain = () => api.createPet(pet);
        await expect('CREATE-SPELLINGS').matchesPlainForm(response, isAdded, plain);
      },
    );
  }

  testCase(
    'spellings/create/chunked',
    'POST /pets in chunks that cut a character MUST add the pet, keep its name, and leave the connection in order',
    {
      judges: ['CREATE-SPELLINGS'],
      feeds: ['LIST-OK'],
      needs: ['create'],
      mayCreate: 2,
      stage: 'forms',
      requestsInRow: 2,
    },
    async ({ api, pets, expect, run, onOneConnection, stopNotApplicable }) => {
      if (run.usesHttp10()) return stopNotApplicable('The service uses HTTP/1.0, which has no chunked encoding.');
      const pet = pets.valid({ word: 'Zoë', status: pets.acceptedStatus() });
      await onOneConnection(async (connection) => {
        const response = await api.createPet(pet, { chunked: true, connection });
        await expect('CREATE-SPELLINGS').matchesPlainForm(response, isAdded, () => api.createPet(pet));
        // The rest of the chunks must not become a part of the next request.
        await api.listPets({}, { connection });
      });
    },
  );
});

/** Whether the pet was added. The expectation compares its values with those that were sent. */
function isAdded({ status }: CompleteResponse): boolean {
  return status === 201;
}
