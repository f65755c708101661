import { describe, expect, it } from 'vitest';
import { unmarkedBodies } from '../../../src/suite/new-pets.ts';
import type { NewPet, Pet } from '../../../src/contract/pet.ts';
import type { TestableId } from '../../../src/contract/requirements.ts';
import type { Credential } from '../../../src/http/request.ts';
import type { Api } from '../../../src/suite/api.ts';
import type { Reason } from '../../../src/suite/reasons.ts';
import { nothingFound } from '../../../src/suite/run.ts';
import type { CompleteResponse } from '../../../src/suite/responses/response.ts';
import {
  type CaseUnderTest,
  credentials,
  type Given,
  inTurn,
  pageReply,
  pet,
  pets,
  petStore,
  petText,
  errorReply,
  type Reply,
  responseTo,
  type Service,
  type Tried,
  tryCase,
} from './fakes.ts';

/** What a row may say beside the verdicts: how many requests were sent, which words were said, and what was given. */
interface More extends Given {
  readonly requests?: number;
  readonly says?: string;
}

type Row<Extra> = readonly [title: string, service: Service, verdicts: string, more?: More & Partial<Extra>];

/**
 * Tries an expectation on one service a row. Where a single requirement is cited, a verdict on it is its outcome alone.
 */
function judges<Extra = unknown>(
  title: string,
  cites: readonly [TestableId, ...TestableId[]],
  body: (tools: CaseUnderTest, more: More & Partial<Extra>) => unknown,
  rows: readonly Row<Extra>[],
  check: (tried: Tried, row: Row<Extra>) => void = () => undefined,
): void {
  describe(title, () => {
    it.each(rows.map((row) => ({ title: row[0], row })))('$title', async ({ row }) => {
      const [, service, verdicts, given] = row;
      const more: More & Partial<Extra> = given ?? {};
      const tried = await tryCase(service, (tools) => body(tools, more), { cites, ...more });
      expect(cites.length > 1 ? tried.verdicts : tried.verdicts.replaceAll(`${cites[0]} `, '')).toBe(verdicts);
      if (more.requests !== undefined) expect(tried.sent).toHaveLength(more.requests);
      if (more.says !== undefined) expect(tried.words).toContain(more.says);
      check(tried, row);
    });
  });
}

const NEW: NewPet = { name: 'Rex', categoryId: 1n, status: 'sold' };
const ADDED = petText({ ...NEW, id: 7n });

judges(
  'a response has a status',
  ['CREATE-NAMES'],
  async ({ api, expect: expecting }) => expecting('CREATE-NAMES').status(await api.createPet(NEW), 201),
  [
    ['it has', petStore(), 'satisfied'],
    ['it has another one, which the rule for the status does not judge again', inTurn(errorReply(400)), 'violated'],
    [
      'it has a wrong status of success, which the rule judges alone',
      inTurn({ body: ADDED }),
      'not-verified, CREATE-OK violated',
    ],
    [
      'it redirects to the pet that was added, which the rule judges alone',
      inTurn({ status: 303, headers: { location: ['/v1/pets/7'] } }),
      'not-verified, CREATE-OK violated',
    ],
    [
      'it redirects to a list that shows the added pet, which the rule judges alone',
      inTurn({ status: 303, headers: { location: ['/v1/pets'] } }, pageReply([{ ...NEW, id: 7n }])),
      'not-verified, CREATE-OK violated',
    ],
    [
      'it redirects to a page to sign in',
      inTurn({ status: 303, headers: { location: ['/login/7'] } }, pageReply([])),
      'violated',
    ],
  ],
);

judges(
  'a response has a status that a rule judges too',
  ['LIST-LIMIT-RANGE'],
  async ({ api, expect: expecting }) => expecting('LIST-LIMIT-RANGE').status(await api.listPets({ limit: 5 }), 200),
  [
    ['it has', petStore(), 'satisfied'],
    ['it has another status of success', inTurn({ ...pageReply([]), status: 202 }), 'violated'],
    ['it has another status', inTurn(errorReply(400)), 'violated'],
  ],
);

/** Its token has a space, which RFC 6750 does not allow. */
const OUTSIDE: Credential = { id: 'outside', label: '', authorization: 'Bearer a b', token: 'a b', shell: null };
const SATISFIED = 'AUTH-INVALID-LIST satisfied';

judges<{ readonly credential: Credential }>(
  'a credential is rejected',
  ['AUTH-INVALID-LIST', 'AUTH-MISSING-LIST'],
  async ({ api, expect: expecting }, { credential = credentials['random-key'] }) =>
    expecting('AUTH-INVALID-LIST').rejected(await api.listPets({}, { credential }), 401),
  [
    ['with 401', inTurn(errorReply(401)), SATISFIED],
    ['with 403', inTurn(errorReply(403)), 'AUTH-INVALID-LIST violated'],
    [
      'with 400, outside the alphabet of a token',
      inTurn(errorReply(400)),
      'AUTH-INVALID-LIST not-applicable',
      { credential: OUTSIDE },
    ],
    ['with 401, outside the alphabet of a token', inTurn(errorReply(401)), SATISFIED, { credential: OUTSIDE }],
    [
      'never, outside the alphabet of a token',
      inTurn(pageReply([])),
      'AUTH-INVALID-LIST violated',
      { credential: OUTSIDE },
    ],
    [
      'by a closed connection, outside the alphabet of a token',
      () => ({ failure: 'closed-before-response' }),
      'stopped not-applicable',
      { credential: OUTSIDE },
    ],
    ['by a closed connection', () => ({ failure: 'closed-before-response' }), 'stopped not-verified'],
  ],
);

describe('a body to reject', () => {
  const failedAdditions = { reason: 'No pet could be added.' };
  it.each<[title: string, status: number, failedAdditions: Reason | null, verdicts: string]>([
    ['is rejected', 400, null, 'CREATE-REFUSES-EMPTY satisfied'],
    ['is rejected as valid ones may be', 400, failedAdditions, 'CREATE-REFUSES-EMPTY not-verified'],
    ['fails as valid ones do', 500, failedAdditions, 'CREATE-REFUSES-EMPTY violated'],
  ])('%s: %i', async (_, status, failed, verdicts) => {
    const tried = await tryCase(
      inTurn(errorReply(status)),
      async ({ api, expect: expecting }) =>
        void expecting('CREATE-REFUSES-EMPTY').rejected(await api.createPet({ body: '', expects: [400] }), 400),
      { cites: ['CREATE-REFUSES-EMPTY'], run: { found: { ...nothingFound(), failedAdditions: failed } } },
    );
    expect(tried.verdicts).toBe(verdicts);
  });
});

it('a token outside the alphabet is rejected as any other if plain wrong keys get the same status', async () => {
  const tried = await tryCase(
    inTurn(errorReply(403), errorReply(403)),
    async ({ api, expect: expecting }) => {
      await api.listPets({}, { credential: credentials['random-key'] });
      expecting('AUTH-INVALID-LIST').rejected(await api.listPets({}, { credential: OUTSIDE }), 401);
    },
    { cites: ['AUTH-INVALID-LIST'] },
  );
  expect(tried.violated).toBe('AUTH-INVALID-LIST');
});

function listAtClosedConnection(credential: Credential): Promise<Tried> {
  return tryCase(
    () => ({ failure: 'closed-before-response' }),
    async ({ api }) => void (await api.listPets({}, { credential })),
  );
}

it('a closed connection is no disturbance only for a token outside the alphabet', async () => {
  const outside = await listAtClosedConnection(OUTSIDE);
  const wrong = await listAtClosedConnection(credentials['random-key']);
  expect([outside, wrong].map(({ sent }) => sent[0]?.mayBeClosed)).toEqual([true, false]);
  expect([outside, wrong].map(({ run }) => run.disturbed.all().length)).toEqual([0, 1]);
});

judges(
  'a pet is added or rejected',
  ['CREATE-CATEGORY-INT64'],
  async ({ api, expect: expecting }) => {
    const added = expecting('CREATE-CATEGORY-INT64').addedOrRejected(await api.createPet(NEW, { expects: [201, 400] }));
    if (added !== null)
      expecting('CREATE-CATEGORY-INT64').holds(added.pet.id === 7n, {
        expected: 'pet 7',
        actual: `pet ${added.pet.id}`,
        responses: [added.response],
      });
  },
  [
    ['it is added', inTurn({ status: 201, body: ADDED }), 'satisfied'],
    ['it is rejected', inTurn(errorReply(400)), 'satisfied', { says: 'status 400' }],
    ['it is rejected with another status', inTurn(errorReply(422)), 'violated', { says: 'status 422' }],
    [
      'it is added without a pet',
      inTurn({ status: 201, body: '{}' }, { body: '[]' }),
      'PET-OBJECT violated, stopped not-verified',
    ],
  ],
);

const FORM: NonNullable<Parameters<Api['listPets']>[1]> = { headers: [['Accept-Language', 'fr']] };

/** A service that sends one reply to the unusual form of a request, and another one to its plain form. */
const byForm =
  (unusual: Reply, plain: Reply): Service =>
  ({ headers }) =>
    headers === undefined ? plain : unusual;

judges(
  'the response to an unusual form is as right as that to the plain form',
  ['LIST-SPELLINGS'],
  async ({ api, expect: expecting }) => {
    const response = await api.listPets({}, FORM);
    await expecting('LIST-SPELLINGS').matchesPlainForm(
      response,
      ({ status, body }) => status === 200 && body.length > 1,
      () => api.listPets(),
    );
  },
  [
    ['it is', inTurn(pageReply([])), 'satisfied', { requests: 1 }],
    [
      'it is not',
      byForm(errorReply(400), pageReply([])),
      'violated',
      { says: 'status 400; the plain form gets status 200' },
    ],
    ['the plain form fails too', byForm(errorReply(400), errorReply(500)), 'not-verified', { requests: 2 }],
    ['the plain form is rejected too', inTurn(errorReply(400)), 'not-verified', { requests: 2 }],
    [
      'the plain form is rejected otherwise',
      byForm(errorReply(500), errorReply(400)),
      'LIST-OK violated, violated',
      { requests: 2, says: 'status 500; the plain form gets status 400' },
    ],
    [
      'its response is cut short',
      byForm({ status: 200, body: '[', failure: 'cut-short' }, pageReply([])),
      'ANSWER-COMPLETE violated, not-verified',
      { requests: 1 },
    ],
    [
      'the service asks for the plain form',
      inTurn({ status: 411 }),
      'not-applicable',
      { requests: 1, says: 'status 411' },
    ],
    ['the service redirects to the plain form', inTurn({ status: 308 }), 'not-applicable', { requests: 1 }],
    [
      'the plain form has a wrong status of success, as it has',
      byForm({ ...pageReply([]), status: 202 }, { ...pageReply([]), status: 202 }),
      'not-verified',
    ],
    [
      'only the plain form has a wrong status of success',
      byForm(errorReply(400), { ...pageReply([]), status: 202 }),
      'LIST-OK violated, violated',
    ],
  ],
);

const isOne = ({ content }: CompleteResponse) => content.kind === 'page' && content.page?.size === 1;

judges(
  'a page shows the same pets in an unusual form of the query',
  ['LIST-SPELLINGS'],
  async ({ api, expect: expecting }) => {
    const response = await api.listPets({ limit: 1 }, FORM);
    await expecting('LIST-SPELLINGS').matchesPlainForm(response, isOne, () => api.listPets({ limit: 1 }));
  },
  [
    ['it does', inTurn(pageReply([pet(7n)])), 'satisfied', { requests: 1 }],
    [
      'it shows others',
      byForm(pageReply([]), pageReply([pet(7n)])),
      'violated',
      { says: 'status 200 with 0 pets; the plain form gets status 200 with 1 pet: 7' },
    ],
    [
      'the plain form exceeds the limit too',
      inTurn(pageReply([pet(7n), pet(8n)])),
      'LIST-LIMIT-MAX violated, not-verified',
      { requests: 2 },
    ],
  ],
);

const WITHOUT_ID: Reply = { status: 201, body: petText(pet(7n, NEW)).replace('"id":7,', '') };

const shows = (more: Partial<Pet>): Reply => ({ status: 201, body: petText(pet(7n, { ...NEW, ...more })) });

judges(
  'an unusual form adds the pet that was sent',
  ['CREATE-SPELLINGS'],
  async ({ api, expect: expecting }) => {
    const response = await api.createPet(NEW, FORM);
    await expecting('CREATE-SPELLINGS').matchesPlainForm(
      response,
      (each) => each.status === 201 && api.petOf(each).pet.id === 7n,
      () => api.createPet(NEW),
    );
  },
  [
    ['it does', inTurn(shows({})), 'satisfied', { requests: 1 }],
    [
      'another value is stored',
      byForm(shows({ categoryId: 9n }), shows({})),
      'violated',
      { says: 'status 201 with categoryId 9; the plain form gets status 201' },
    ],
    [
      'the plain form stores the same wrong value',
      inTurn(shows({ name: 'REX' })),
      'CREATE-KEEPS-NAME violated, not-verified',
      { requests: 2 },
    ],
    [
      'it loses a value beside the one that the plain form loses',
      byForm(shows({ name: 'REX', categoryId: 9n }), shows({ categoryId: 9n })),
      'CREATE-KEEPS-CATEGORY violated, violated',
      { says: 'the plain form gets status 201 with categoryId 9' },
    ],
    [
      'it loses one of the values that the plain form loses',
      byForm(shows({ categoryId: 9n }), shows({ name: 'REX', categoryId: 9n })),
      'CREATE-KEEPS-CATEGORY violated, CREATE-KEEPS-NAME violated, not-verified',
      { requests: 2 },
    ],
    ['both are rejected, each otherwise', byForm(errorReply(400), errorReply(409)), 'not-verified', { requests: 2 }],
    [
      'it is rejected, and the plain form stores another value',
      byForm(errorReply(400), shows({ name: 'REX' })),
      'CREATE-KEEPS-NAME violated, violated',
    ],
    [
      'it is rejected, and the plain form shows no pet',
      (request, serial) =>
        request.method === 'GET' ? pageReply([]) : byForm(errorReply(400), WITHOUT_ID)(request, serial),
      'violated, PET-ID violated',
    ],
  ],
);

judges<{ readonly ids: readonly bigint[] }>(
  'pets have different ids',
  ['CREATE-DUPLICATES'],
  ({ expect: expecting }, { ids = [] }) =>
    expecting('CREATE-DUPLICATES').differentIds(ids.map((id) => ({ pet: pet(id), response: responseTo({}) }))),
  [
    ['they do', petStore(), 'satisfied', { ids: [1n, 2n] }],
    ['two have the same', petStore(), 'violated', { ids: [1n, 2n, 1n], says: 'ids 1, 2, 1' }],
  ],
);

/** A service that rejects every body; what appears in its catalogue at each request, by its body if it has one. */
function rejecting(
  appears: (body: string | null, serial: number) => Partial<Pet> | false = () => false,
  catalogue = pets(5),
): Service {
  const store = petStore(catalogue);
  return (request, serial) => {
    const fields = appears(request.method === 'POST' ? String(request.body) : null, serial);
    if (fields !== false) catalogue.push(pet(BigInt(100 + serial), fields));
    return request.method === 'POST' ? errorReply(400) : store(request, serial);
  };
}

/** A service that adds a pet for every body. */
function accepting(): Service {
  const service = rejecting((body) => body !== null && {});
  return (request, serial) => ({
    ...service(request, serial),
    ...(request.method === 'POST' ? { status: 201, body: '{}' } : {}),
  });
}

/** The bodies that bear no mark. */
const UNMARKED = unmarkedBodies({ acceptsUniqueCategory: false }).length;
const DEFAULTS: Partial<Pet> = { name: '', categoryId: 0n };

judges(
  'rejected bodies without a mark are not stored',
  ['CREATE-REFUSED-NOT-STORED'],
  ({ pets: ofRun, expectUnmarkedNotStored }) => expectUnmarkedNotStored(ofRun.unmarked()),
  [
    ['where nothing appears', rejecting(), 'satisfied', { requests: 2 + UNMARKED }],
    ['but by one of them', rejecting((body) => body === 'null' && DEFAULTS), 'violated', { says: 'the body is null' }],
    [
      'and accepted ones are not sent again',
      accepting(),
      'not-applicable',
      { requests: 2 + UNMARKED, says: 'The service or other clients add' },
    ],
    [
      'where another client adds with every fourth',
      rejecting((_, serial) => serial % (UNMARKED + 2) === 0 && {}),
      'not-applicable',
    ],
    ['where another client adds once', rejecting((_, serial) => serial === 2 && {}), 'not-applicable'],
    [
      'where other pets appear beside one of them',
      rejecting((body, serial) => body === 'null' && { name: `Stranger ${serial}` }),
      'not-applicable',
    ],
    ['where no page holds the catalogue', rejecting(undefined, pets(120)), 'not-applicable'],
    ['where the page lacks a pet of the run', rejecting(), 'not-applicable', { own: [pet(900n)] }],
    ['where the page shows the pets of the run', rejecting(), 'satisfied', { own: pets(2) }],
  ],
);

/** A service that keeps its connections: each second request uses the connection of the one before. */
const keeping =
  (service: Service): Service =>
  (request, serial) => ({ ...service(request, serial), connection: serial % 2 === 0 ? 'reused' : 'fresh' });

/** The same, which answers the first request of a connection with an empty page. */
const keptThen = (reply: Reply): Service => keeping((_, serial) => (serial % 2 === 0 ? reply : pageReply([])));

/** A service that keeps its connections, and rejects lists without a limit with a status. */
const demanding =
  (status: number): Service =>
  (request, serial) => ({
    ...(request.path === '/pets' && request.credential.id === 'valid'
      ? errorReply(status)
      : petStore()(request, serial)),
    connection: serial === 0 ? 'fresh' : 'reused',
  });

const adding = { adds: true, added: [{ type: 'addition', addition: { id: '5', intended: false } }] };
const BODY = { body: '{"name":"Rex","categoryId":1}', expects: [400] } as const;

judges<{ readonly adds: boolean; readonly added: readonly object[] }>(
  'a bad key is rejected on a connection on which a good one was accepted',
  ['AUTH-EVERY-REQUEST'],
  async ({ api, expect: expecting, afterAcceptedRequest }, { adds = false }) => {
    const response = await afterAcceptedRequest((onConnection) => {
      const options = { ...onConnection, credential: credentials['random-key'] };
      return adds ? api.createPet(BODY, options) : api.listPets({}, options);
    });
    expecting('AUTH-EVERY-REQUEST').rejected(response, 401);
  },
  [
    ['rejected', keeping(petStore()), 'satisfied', { requests: 2 }],
    ['rejected, after a list with the limit that the service demands', demanding(400), 'satisfied, LIST-OK violated'],
    ['rejected, after a list with a limit where one without fails', demanding(500), 'satisfied, LIST-OK violated'],
    [
      'rejected, after a list in another form',
      keeping((_, serial) => (serial % 2 === 0 ? errorReply(401) : { body: '{"rows":[],"columns":[]}' })),
      'satisfied, PETS-ARRAY violated',
    ],
    [
      'every list fails',
      () => errorReply(500),
      'LIST-LIMIT-RANGE violated, LIST-OK violated, stopped not-verified',
      { requests: 2 },
    ],
    ['accepted', keptThen(pageReply([])), 'violated'],
    ['400', keptThen(errorReply(400)), 'violated'],
    ['an addition accepted', keptThen({ status: 201, body: '{"id":5}' }), 'violated', adding],
    ['connections are closed', petStore(), 'stopped not-applicable', { requests: 6 }],
    ['the good key is rejected', () => errorReply(401), 'stopped not-verified', { says: 'PETSTORE_API_KEY' }],
    ['no response', () => ({ failure: 'response-timeout' }), 'stopped not-verified'],
  ],
  ({ run, records, openConnections }, [, , , { added } = {}]) => {
    expect(openConnections()).toBe(0);
    if (added === undefined) return;
    expect(records.filter(({ type }) => type === 'addition')).toMatchObject(added);
    expect(run.budget.spent()).toBe(added.length);
  },
);

it('the accepted request can be another one than a list', async () => {
  const { sent, verdicts } = await tryCase(keeping(petStore(pets(1))), ({ api, afterAcceptedRequest }) =>
    afterAcceptedRequest(
      (onConnection) => api.listPets({}, { ...onConnection, credential: credentials.none }),
      (onConnection) => api.getPet(1n, onConnection),
    ),
  );
  expect([verdicts, sent.map(({ path }) => path)]).toEqual(['', ['/pets/1', '/pets']]);
});

/** Answers by the id that is asked for, and by how many were asked for before. */
const byId =
  (reply: (id: bigint, serial: number) => Reply): Service =>
  ({ path }, serial) =>
    reply(BigInt(path.slice('/pets/'.length)), serial);

const found = (id: bigint): Reply => ({ body: petText(pet(id)) });
const notFound = byId(() => errorReply(404));
const constant = (reply: Reply): Service => byId(() => reply);
const NOT_FOUND = 'GET-UNKNOWN satisfied, GET-UNKNOWN-SIGN not-applicable';
const WRONG = 'GET-UNKNOWN violated, GET-UNKNOWN-SIGN not-applicable';
const BOTH = 'GET-UNKNOWN satisfied, GET-UNKNOWN-SIGN satisfied';
const AS_INVALID = 'GET-UNKNOWN not-applicable, GET-UNKNOWN-SIGN violated';
const TOO_DEEP = `{"id":1,"name":"Rex","categoryId":1,"x":${'['.repeat(1001)}${']'.repeat(1001)}}`;
const LARGE = 2n ** 53n + 1n;
/** First this body for the large id, then no such pet. */
const once = (body: string, status = 200): Service => inTurn({ body, status }, errorReply(404));

interface UnknownId {
  readonly first: bigint;
}

judges<UnknownId>(
  'an id that no pet has is not found',
  ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'],
  async ({ api, pets: ofRun, expect: expecting }, { first }) => {
    const drawn = ofRun.unknownIds('positive');
    const responses = await api.getUnknown(first === undefined ? drawn : [first, ...drawn]);
    expecting('GET-UNKNOWN').notFound(responses);
    expecting('GET-UNKNOWN-SIGN').notInvalid(responses);
  },
  [
    ['drawn', notFound, NOT_FOUND, { requests: 1 }],
    ['-1', notFound, BOTH, { first: -1n }],
    ['400', constant(errorReply(400)), WRONG],
    ['200 without a pet', constant({ body: '{"id":1}' }), WRONG],
    ['another pet', byId((id) => found(id + 1n)), WRONG, { requests: 1 }],
    ['403', constant(errorReply(403)), 'stopped not-verified'],
    ['zero is invalid', constant(errorReply(400)), AS_INVALID, { first: 0n }],
    ['a real pet once', byId((id, serial) => (serial === 1 ? found(id) : errorReply(404))), NOT_FOUND, { requests: 2 }],
    [
      'real pets each time, after an id that was not drawn',
      byId(found),
      WRONG,
      { first: 1n, says: '3 ids that should be unknown' },
    ],
    ['that large id', once(petText(pet(LARGE))), NOT_FOUND, { first: LARGE, requests: 2 }],
    ['an invalid pet with that id', once(`{"id":${LARGE},"name":null}`), NOT_FOUND, { first: LARGE, requests: 2 }],
    [
      'a pet with that id in a wrapper',
      once(`{"data":${petText(pet(LARGE))}}`),
      NOT_FOUND,
      { first: LARGE, requests: 2 },
    ],
    ['its neighbour in a wrapper', once(`{"data":${petText(pet(LARGE - 1n))}}`), WRONG, { first: LARGE, requests: 1 }],
    ['its neighbour', once(petText(pet(LARGE - 1n))), WRONG, { first: LARGE, requests: 1 }],
    ['nested too deep to be read', once(TOO_DEEP), 'stopped not-verified', { first: 1n }],
  ],
  ({ sent }) => expect(new Set(sent.map(({ path }) => path)).size).toBe(sent.length),
);
