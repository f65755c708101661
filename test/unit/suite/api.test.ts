import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../src/suite/execution/budget.ts';
import { type Api, createApi } from '../../../src/suite/api.ts';
import { OLDEST } from '../../../src/suite/pets.ts';
import { createScope } from '../../../src/suite/case-scope.ts';
import type { Client } from '../../../src/http/client.ts';
import type { NewPet, Pet } from '../../../src/contract/pet.ts';
import type { TestableId } from '../../../src/contract/requirements.ts';
import type { OutgoingRequest } from '../../../src/http/request.ts';
import type { Lockouts } from '../../../src/suite/execution/lockouts.ts';
import type { Run } from '../../../src/suite/run.ts';
import {
  type CaseUnderTest,
  credentials,
  errorText,
  fakeRun,
  type Given,
  inTurn,
  pageReply,
  pet,
  pets,
  petStore,
  petText,
  errorReply,
  type Reply,
  type Service,
  tryCase,
  type Tried,
} from './fakes.ts';
import { added, page } from './rules/histories.ts';

const NEW: NewPet = { name: 'Rex', categoryId: 1n, status: 'sold' };
const STOPPED = 'stopped not-verified';

const LOST: Reply = { failure: 'closed-before-response' };
const petOf = (name: string, id: bigint): Reply => ({ status: 201, body: petText(pet(id, { ...NEW, name })) });

const list = ({ api }: CaseUnderTest) => api.readPage();
const read = ({ api }: CaseUnderTest) => api.readPet(7n);
const add = ({ api }: CaseUnderTest) => api.addPet(NEW);
const anyPet = ({ pets: all }: CaseUnderTest) => all.any();
const listAndRead = async (tools: CaseUnderTest): Promise<void> => {
  await list(tools);
  await read(tools);
};
const listTwice = async (tools: CaseUnderTest): Promise<void> => {
  await list(tools);
  await list(tools);
};

describe('the valid key, and reading one', () => {
  it.each<[title: string, body: (tools: CaseUnderTest) => unknown, service: Service, verdicts: string, says?: string]>([
    ['a key that is never taken: 401', list, () => errorReply(401), STOPPED, 'PETSTORE_API_KEY'],
    ['401 after it was taken', listTwice, inTurn(pageReply([]), errorReply(401)), STOPPED, 'accepts it elsewhere'],
    ['403 after it was taken', listTwice, inTurn(pageReply([]), errorReply(403)), `LIST-OK violated, ${STOPPED}`],
    ['401 by another operation', listAndRead, inTurn(pageReply([]), errorReply(401)), STOPPED, 'getPet'],
    ['the pet that is asked for', read, petStore(pets(7)), ''],
    ['500', read, inTurn({ status: 500, body: '{}' }), `GET-OK violated, ${STOPPED}`],
    // A rule judges it: another client may have removed the pet.
    ['404', read, petStore(), STOPPED, 'GET /pets/{petId} got status 404 instead of 200'],
  ])('%s', async (_, body, service, verdicts, says = '') => {
    const tried = await tryCase(service, body);
    expect(tried.verdicts).toBe(verdicts);
    expect(tried.words).toContain(says);
  });
});

it('a shared page is read by the client of its case', async () => {
  const bounded: string[] = [];
  const { run } = fakeRun(petStore());
  const client: Client = {
    ...run.client,
    send(request, caseId) {
      bounded.push(caseId);
      return run.client.send(request, caseId);
    },
  };
  const scope = createScope({ ...run, client }, { caseId: 'some/case', attempt: 'repeat' });
  await createApi(scope).sharePage({ limit: 10 });
  expect(bounded).toEqual(['some/case']);
  expect(run.history.entries).toMatchObject([{ caseId: 'some/case', attempt: 'repeat', size: 0 }]);
});

it('the lists of a status are the largest page with the filter, and without', async () => {
  for (const [status, paths] of [
    [undefined, ['/pets?limit=100']],
    ['sold', ['/pets?limit=100', '/pets?limit=100&status=sold']],
  ] as const) {
    const { sent } = await tryCase(petStore(), ({ api }) => api.readLists(status));
    expect(sent.map(({ path }) => path)).toEqual(paths);
  }
});

it('a wrong list for rules does not end a repeated case, but a missing response does', async () => {
  const ends = [errorReply(500), { failure: 'response-timeout' } as const].map(async (reply) => {
    const tried = await tryCase(
      () => reply,
      ({ api }) => api.readListsForRules('sold'),
      { attempt: 'second try' },
    );
    return tried.verdicts.includes('stopped not-verified');
  });
  expect(await Promise.all(ends)).toEqual([false, true]);
});

it('the first attempt of a case reads no list for rules', async () => {
  const tried = await tryCase(
    () => errorReply(500),
    ({ api }) => api.readListsForRules('sold'),
  );
  expect(tried.sent).toEqual([]);
});

it('a redirect to a path with a slash is violated, and the list behind it is read, but verifies nothing', async () => {
  const store = petStore(pets(7));
  const redirects: Service = (request, serial) =>
    request.path === '/pets' ? { status: 308, headers: { location: ['/v1/pets/'] } } : store(request, serial);
  const tried = await tryCase(redirects, listTwice);
  expect(tried.sent.map(({ path }) => path)).toEqual(['/pets', '/pets/', '/pets/']);
  expect(tried.verdicts).toBe('LIST-OK violated');
  // That of the redirect.
  expect(tried.satisfied).toEqual(['ANSWER-COMPLETE']);
  expect(tried.run.knowledge.find(7n)?.pet.name).toBe(pets(7).at(-1)?.name);
});

const limitIn = (path: string) => new URLSearchParams(path.replace(/.*\?/, '')).get('limit');

it.each<[most: number, asked: readonly number[], limits: readonly (string | null)[]]>([
  [99, [], ['100', '99']],
  [50, [], ['100', '99', '50']],
  [50, [20, 50, 60], ['100', '99', '50']],
  [60, [20, 60], ['100', '99', '60']],
  [20, [], ['100', '99', '50', null]],
])('if no limit above %i is accepted, the largest page is read that is: after %j', async (most, asked, limits) => {
  const store = petStore(pets(7));
  const service: Service = (request, serial) =>
    Number(limitIn(request.path)) > most ? errorReply(400) : store(request, serial);
  const tried = await tryCase(service, async ({ api }) => {
    for (const limit of asked) await api.listPets({ limit });
    const { pets: listed } = await api.readPage({ limit: 100, status: 'sold' });
    expect(listed).toHaveLength(7);
  });
  const sent = tried.sent.slice(asked.length).map(({ path }) => path);
  expect(sent.map(limitIn)).toEqual(limits);
  expect(sent.every((path) => path.includes('status=sold'))).toBe(true);
  expect(tried.violated).toBe('LIST-LIMIT-RANGE');
});

it('further parameters stand behind those of a request', async () => {
  const { sent } = await tryCase(petStore(), async ({ api }) => {
    await api.listPets({}, { parameters: 'debug=true' });
    await api.listPets({ limit: 5 }, { parameters: 'debug=true' });
  });
  expect(sent.map(({ path }) => path)).toEqual(['/pets?debug=true', '/pets?limit=5&debug=true']);
});

it('a wrong key counts only if its request is sent', async () => {
  const { run } = fakeRun(petStore(), { budget: createBudget(1, 0, 1) }, { maxWrongKeys: '1' });
  const scope = createScope(run, { caseId: 'some/case', attempt: 'first' });
  const api = createApi(scope);
  await api.createPet(NEW);
  const credential = run.credentials['random-key'];
  await expect(api.createPet(NEW, { credential })).rejects.toThrow('The run may add at most');
  expect((await api.listPets({}, { credential })).status).toBe(401);
  await expect(api.listPets({}, { credential })).rejects.toThrow('1 wrong keys');
});

it.each([
  ['goes on with the block of a firewall, although the client was locked out', "k'9", [403]],
  ['sends another wrong key again after a lockout', 'k9', [403, 401]],
] as const)('a case %s', async (_, token, statuses) => {
  const credential = { id: 'outside', label: '', authorization: `Bearer ${token}`, shell: null, token };
  const lockouts: Lockouts = {
    takeTurn: async () => null,
    check: async (_request, status) => (status === 403 ? 'over' : 'none'),
    count: () => 1,
  };
  const tried = await tryCase(
    (_request, serial) => errorReply(statuses[serial - 1] ?? 500),
    async ({ api }) => void (await api.listPets({}, { credential })),
    { run: { lockouts } },
  );
  expect(tried.sent).toHaveLength(statuses.length);
});

it.each([
  ['is judged once it was rejected ten times', 20, [401]],
  ['is sent again until it is accepted', 9, [200]],
])('a request with the right key, after lockouts that end, %s', async (_, rejections, judged) => {
  const lockouts: Lockouts = {
    takeTurn: async () => null,
    check: async (_request, status) => (status === 401 ? 'over' : 'none'),
    count: () => 1,
  };
  const service: Service = (_request, serial) => (serial > rejections ? { body: '[]' } : errorReply(401));
  const { run, sent } = await tryCase(service, async ({ api }) => void (await api.listPets()), { run: { lockouts } });
  const entries = run.history.entries.filter(({ request }) => request.expects.length > 0);
  expect([sent.length, entries.map(({ status }) => status)]).toEqual([10, judged]);
});

describe('an addition that cases share', () => {
  const BODY = { body: 'null', expects: [400] };
  const ALONE: NewPet = { ...NEW, name: 'Max' };
  const share = ({ api }: CaseUnderTest) =>
    Promise.allSettled([api.createShared(NEW, ALONE), api.createShared(NEW, ALONE)]);
  const other = petText(pet(9n, ALONE));

  it.each<[title: string, service: Service, isGiven: boolean, verdicts: string]>([
    ['is right', petStore(), true, ''],
    ['is rejected', inTurn(errorReply(400), petOf('Max', 8n), petOf('Max', 9n)), false, ''],
    ['fails', inTurn(errorReply(500), petOf('Max', 8n), petOf('Max', 9n)), false, ''],
    ['has no response', inTurn(LOST, petOf('Max', 8n), petOf('Max', 9n)), false, ''],
    ['is changed', inTurn(petOf('Max', 7n), petOf('Max', 8n), petOf('Max', 9n)), false, 'CREATE-KEEPS-NAME violated'],
  ])(
    'is sent once, and each case sends its part alone unless it is right: it %s',
    async (_, service, isGiven, verdicts) => {
      const tried = await tryCase(service, share);
      expect([tried.verdicts, tried.sent.length]).toEqual([verdicts, isGiven ? 1 : 3]);
      expect(tried.sent.slice(1).every(({ body }) => String(body).includes('Max'))).toBe(true);
      expect(tried.run.disturbed.all()).toEqual([]);
    },
  );

  it.each<[title: string, response: Reply, isGiven: boolean]>([
    ['rejected as it must be', errorReply(400), true],
    ['rejected with another status', errorReply(403), false],
    ['rejected without an Error', { status: 400, body: '{}' }, false],
    ['added', { status: 201, body: other }, false],
    ['rejected, with a byte-order mark', { ...errorReply(400), body: `\uFEFF${errorReply(400).body}` }, true],
  ])('of a faulty body with several parts is given to all only if it is %s', async (_, response, isGiven) => {
    const tried = await tryCase(
      () => response,
      ({ api }) => api.createShared(BODY, { body: '[]', expects: [400] }),
    );
    expect(tried.sent).toHaveLength(isGiven ? 1 : 2);
  });

  it('is left to a controlled trial if it is the only part and has no response', async () => {
    const { run } = await tryCase(
      () => ({ failure: 'closed-before-response' }),
      async ({ api }) => void (await api.createShared(BODY)),
    );
    const [{ request } = {}] = run.disturbed.all();
    expect(request?.body).toBe('null');
  });

  it.each([errorReply(400), errorReply(422), { status: 201, body: other }])(
    'is sent once if it is the only part, whatever the response is: %o',
    async (response) => {
      const tried = await tryCase(
        () => response,
        async ({ api }) => Promise.all([BODY, BODY].map((body) => api.createShared(body))),
      );
      expect(tried.sent).toHaveLength(1);
    },
  );

  it.each([
    ['first', 'Rex'],
    ['second try', 'Rex'],
    ['repeat', 'Max'],
    ['trial', 'Max'],
    ['soak', 'Max'],
  ] as const)('is sent for all cases of the %s attempt, or each part alone: %s', async (attempt, name) => {
    const { run, sent } = fakeRun(petStore());
    await createApi(createScope(run, { caseId: 'some/case', attempt })).createShared(NEW, ALONE);
    expect(sent.map(({ body }) => String(body))).toEqual([expect.stringContaining(name)]);
  });

  it.each<[title: string, ownBefore: number, phase: Run['phase'], methods: readonly string[]]>([
    ['at once', OLDEST, 'before', ['POST', 'GET']],
    ['at the end if it is one of the first, which the fixtures add', OLDEST - 1, 'before', ['POST']],
    ['not at all after the removal', OLDEST, 'after', ['POST']],
  ])('is read %s', async (_, ownBefore, phase, methods) => {
    const own = Array.from({ length: ownBefore }, (_own, index) => pet(BigInt(index + 100)));
    const tried = await tryCase(petStore(), ({ api }) => api.createShared(NEW), { own, run: { phase } });
    expect([tried.verdicts, tried.sent.map(({ method }) => method)]).toEqual(['', methods]);
  });

  it('is given to all cases although its read fails', async () => {
    const own = Array.from({ length: OLDEST }, (_own, index) => pet(BigInt(index + 100)));
    const fails: Reply = { status: 500, body: '{}' };
    const tried = await tryCase(inTurn(petOf('Rex', 8n), fails), ({ api }) => api.createShared(NEW), { own });
    expect([tried.verdicts, tried.sent.length]).toEqual(['GET-OK violated', 2]);
  });

  it('is another one with another body or media type', async () => {
    const luna = {
      body: '{"name":"Luna","categoryId":1,"status":"sold"}',
      expects: [201],
      pet: { ...NEW, name: 'Luna' },
    };
    const tried = await tryCase(petStore(), async ({ api }) => {
      await api.createShared(NEW);
      await api.createShared(luna);
      await api.createShared({ ...luna, contentType: 'text/plain' });
    });
    expect(tried.sent).toHaveLength(3);
  });
});

describe('a pet that was added for a wrong key', () => {
  it.each<[title: string, reply: Reply, path: string | undefined]>([
    ['is read by the id of the response', { status: 201, body: petText(pet(9n, NEW)) }, '/pets/9'],
    ['is read by its Location header', { status: 202, headers: { location: ['/v1/pets/9'] } }, '/pets/9'],
    ['is not read after a rejection', errorReply(401), undefined],
    ['is not read without an id', { status: 201, body: '{}' }, undefined],
  ])('%s', async (_, reply, path) => {
    const tried = await tryCase(inTurn(reply, { body: petText(pet(9n, NEW)) }), async (tools) => {
      const credential = tools.run.credential('random-key');
      await tools.api.createPet(tools.pets.unauthorised(), { credential });
    });
    expect(tried.sent[1]?.path).toBe(path);
    const isStored = path !== undefined;
    expect(tried.run.history.judge().catalogue.reads.has(9n)).toBe(isStored);
  });
});

const STATUSES = [200, 202, 403, 404];
const open = { ...NEW, status: undefined };

/** What is judged by the status of the response: the one that is right, and the body that belongs to it. */
describe('a valid request is not to be answered with another status', () => {
  it.each<[requirement: TestableId, right: number, body: string, send: (api: Api) => Promise<unknown>]>([
    ['LIST-OK', 200, '[]', (api) => api.readPage()],
    ['LIST-LIMIT-RANGE', 200, '[]', (api) => api.readPage({ limit: 5 })],
    ['LIST-STATUS-VALUES', 200, '[]', (api) => api.readPage({ status: 'sold' })],
    ['CREATE-OK', 201, petText({ ...NEW, id: 5n }), (api) => api.addPet(NEW)],
    ['CREATE-STATUS-OPTIONAL', 201, petText({ ...open, id: 5n }), (api) => api.addPet(open)],
  ])('%s demands %i', async (requirement, right, body, send) => {
    const trying = (status: number, operation = requirement) =>
      tryCase(
        inTurn({ status, body }),
        ({ whole, api }) => {
          // The key counts as accepted, so that a 403 is a judgement.
          whole.history.append(page({}, []));
          whole.history.append(added(pet(1n)));
          return send(api);
        },
        { cites: [operation] },
      );
    expect(await trying(right)).toMatchObject({ verdicts: '', satisfied: expect.arrayContaining([requirement]) });
    for (const status of STATUSES.filter((each) => each !== right)) {
      const { verdicts, satisfied } = await trying(status);
      // A case goes on with the body under another status of success, which satisfies nothing.
      expect(verdicts).toBe(status < 300 ? `${requirement} violated` : `${requirement} violated, ${STOPPED}`);
      if (status < 300) expect(satisfied).toEqual([]);
    }
  });
});

const violatedBy = ({ run }: Tried): readonly string[] => [...run.history.judge().violated];

describe('a pet under another status of success than 201', () => {
  const added5: Pet = { ...NEW, id: 5n };
  const changed: Pet = { ...added5, name: 'Other' };
  /** Adds the pet, and reads it back. */
  const readBack = async ({ api }: CaseUnderTest) => api.readPet((await api.addPet(NEW)).pet.id);

  it('is used, and verifies nothing by itself', async () => {
    const tried = await tryCase(inTurn({ status: 200, body: petText(added5) }, { body: petText(added5) }), readBack);
    expect(tried.verdicts).toBe('CREATE-OK violated');
    expect(tried.sent.map(({ path }) => path)).toEqual(['/pets', '/pets/5']);
    expect(tried.satisfied.filter((each) => each.startsWith('CREATE'))).toEqual([]);
    expect(tried.run.knowledge.own()).toEqual([added5]);
    expect(violatedBy(tried)).toEqual([]);
  });

  it.each<[title: string, status: number, created: Pet, read: Pet, violated: string, byHistory: readonly string[]]>([
    ['a name that was changed', 202, changed, changed, 'CREATE-KEEPS-NAME violated, CREATE-OK violated', []],
    ['a read of other values', 200, added5, changed, 'CREATE-OK violated', ['GET-SAME']],
  ])('shows further violations: %s', async (_, status, created, shown, violated, byHistory) => {
    const tried = await tryCase(inTurn({ status, body: petText(created) }, { body: petText(shown) }), readBack);
    expect(tried.verdicts).toBe(violated);
    expect(violatedBy(tried)).toEqual(byHistory);
  });

  it.each(['', '[]', 'null'])('is not read from %j', async (body) => {
    const tried = await tryCase(inTurn({ status: 200, body }, { body: '[]' }), ({ api }) => api.addPet(NEW));
    expect(tried.verdicts).toBe(`CREATE-OK violated, ${STOPPED}`);
  });
});

const pageOf = (...shown: readonly Pet[]): Reply => ({ body: `[${shown.map(petText).join()}]` });

describe('an addition whose response shows no pet', () => {
  const stored = pet(9n, NEW);
  const other = pet(4n, { name: 'Tom' });

  it.each<[title: string, reply: Reply, violated: string]>([
    ['no body', { status: 201 }, 'ANSWER-JSON violated'],
    ['a pet without an id', { status: 201, body: '{"name":"Rex","categoryId":1,"status":"sold"}' }, 'PET-ID violated'],
    ['a redirect', { status: 303 }, 'CREATE-OK violated'],
  ])('is found in the list by its name: %s', async (_, reply, violated) => {
    const tried = await tryCase(inTurn(reply, pageOf(other, stored)), ({ api }) => api.addPet(NEW));
    expect(tried.verdicts).toBe(violated);
    expect(tried.sent.map(({ path }) => path)).toEqual(['/pets', '/pets?limit=100']);
    expect(tried.run.knowledge.own()).toEqual([stored]);
    expect(tried.satisfied.filter((each) => each.startsWith('CREATE-KEEPS'))).toEqual([]);
  });

  it.each([
    ['another list', '/v1/pets', 303],
    ['a page to sign in', '/login/9', 303],
    ['the same request again', '/v1/pets/9', 307],
  ])('is looked for in the list after a redirect to %s', async (_, location, status) => {
    const tried = await tryCase(inTurn({ status, headers: { location: [location] } }, pageOf(other)), ({ api }) =>
      api.addPet(NEW),
    );
    expect(tried.verdicts).toBe(`CREATE-OK violated, ${STOPPED}`);
    expect(tried.run.knowledge.own()).toEqual([]);
  });

  it('is the one that its redirect leads to', async () => {
    const service = inTurn({ status: 303, body: 'See other', headers: { location: ['http://localhost/v1/pets/9'] } });
    const tried = await tryCase(service, ({ api }) => api.addPet(NEW));
    expect(tried.verdicts).toBe('CREATE-OK violated');
    expect(tried.sent).toHaveLength(1);
    expect(tried.run.knowledge.own()).toEqual([stored]);
    expect(tried.satisfied.filter((each) => each.startsWith('CREATE-KEEPS'))).toEqual([]);
  });

  it('has the values of its response, although that lacks the id', async () => {
    const changed = pet(9n, { ...NEW, name: 'REX' });
    const reply = { status: 201, body: '{"name":"REX","categoryId":1,"status":"sold"}' };
    const tried = await tryCase(inTurn(reply, pageOf(other, changed)), ({ api }) => api.addPet(NEW));
    expect(tried.verdicts).toBe('CREATE-KEEPS-NAME violated, PET-ID violated');
    expect(tried.run.knowledge.own()).toEqual([changed]);
  });

  it.each([
    ['Rex', 9n],
    ['Max', null],
  ])('is an element with a wrong status if that has its name: %s', async (name, id) => {
    const body = `[${petText({ ...stored, name }).replace(/"status":"[a-z]+"/, '"status":"SOLD"')}]`;
    const tried = await tryCase(inTurn({ status: 201 }, { body }), ({ api }) => api.createPet(NEW));
    expect(tried.run.knowledge.own()).toEqual(id === null ? [] : [{ ...NEW, id }]);
  });

  it('is another pet each time', async () => {
    const twin = { ...stored, id: 10n };
    const tried = await tryCase(
      inTurn({ status: 201 }, pageOf(stored), { status: 201 }, pageOf(stored, twin)),
      async ({ api }) => {
        await api.addPet(NEW);
        await api.addPet(NEW);
      },
    );
    expect(tried.run.knowledge.own()).toEqual([stored, twin]);
  });

  it.each([
    [undefined, 'ANSWER-JSON violated'],
    [JSON.stringify({ ...NEW, categoryId: Number(NEW.categoryId) }), 'PET-ID violated'],
  ])('has the id of its Location header, if the body is %j', async (body, verdicts) => {
    const headers = { location: ['/v1/pets/9'] };
    const reply = { status: 201, headers, ...(body === undefined ? {} : { body }) };
    const tried = await tryCase(inTurn(reply), ({ api }) => api.addPet(NEW));
    expect(tried.verdicts).toBe(verdicts);
    expect(tried.sent).toHaveLength(1);
    expect(tried.run.knowledge.own()).toEqual([stored]);
  });

  it('is read although a field is wrong, as the run knows it', async () => {
    const shown = petText(stored).replace(/"status":"[a-z]+"/, '"status":"SOLD"');
    const tried = await tryCase(inTurn({ status: 201, body: petText(stored) }, { body: shown }), async ({ api }) => {
      expect((await api.readPet((await api.addPet(NEW)).pet.id)).pet).toEqual(stored);
    });
    expect(tried.verdicts).toBe('PET-STATUS violated');
  });

  it('is looked for three times, unless a list has shown one', async () => {
    const tried = await tryCase(
      ({ method }) => (method === 'POST' ? { status: 201 } : pageOf(other)),
      async ({ api }) => {
        for (let count = 0; count < 5; count += 1) await api.createPet(NEW);
      },
    );
    expect(tried.sent.filter(({ method }) => method === 'GET')).toHaveLength(3);
  });
});

const CATEGORY = 'CREATE-CATEGORY-INT64';
const EMPTY = 'CREATE-REFUSES-EMPTY';
const MISSING = 'AUTH-MISSING-LIST';

const addEither = async ({ api, expect: expecting }: CaseUnderTest) =>
  expecting(CATEGORY).addedOrRejected(await api.createPet(NEW, { expects: [201, 400] }));
const sendEmpty = async ({ api, expect: expecting }: CaseUnderTest) =>
  expecting(EMPTY).rejected(await api.createPet({ body: '', expects: [400] }), 400);
const sendNoKey = async ({ api, expect: expecting }: CaseUnderTest) =>
  expecting(MISSING).rejected(await api.listPets({}, { credential: credentials.none }), 401);

describe('what may or must be rejected', () => {
  it.each<[title: string, body: (tools: CaseUnderTest) => unknown, cites: TestableId, reply: Reply, verdicts: string]>([
    ['added', addEither, CATEGORY, { status: 201, body: petText({ ...NEW, id: 5n }) }, ''],
    ['rejected', addEither, CATEGORY, errorReply(400), `${CATEGORY} satisfied`],
    ['200', addEither, CATEGORY, { body: petText({ ...NEW, id: 5n }) }, 'CREATE-OK violated'],
    ['404', addEither, CATEGORY, errorReply(404), `${CATEGORY} violated`],
    ['an empty body rejected', sendEmpty, EMPTY, errorReply(400), `${EMPTY} satisfied`],
    ['an empty body: 422', sendEmpty, EMPTY, errorReply(422), `${EMPTY} violated`],
    ['no key', sendNoKey, MISSING, errorReply(401), `${MISSING} satisfied`],
    [
      'no key, no challenge',
      sendNoKey,
      MISSING,
      { status: 401, body: errorText(401) },
      `AUTH-CHALLENGE violated, ${MISSING} satisfied`,
    ],
    ['no key: 403', sendNoKey, MISSING, errorReply(403), `${MISSING} violated`],
  ])('%s', async (_, body, cited, reply, verdicts) => {
    expect((await tryCase(inTurn(reply), body, { cites: [cited] })).verdicts).toBe(verdicts);
  });
});

const LONG = { ...NEW, name: 'R'.repeat(1001) };

describe('adding', () => {
  it.each<[title: string, service: Service, body: (tools: CaseUnderTest) => unknown, additions: readonly object[]]>([
    ['a pet', petStore(), add, [{ id: '1000', name: 'Rex', intended: true, outcome: 'created' }]],
    ['a long name', petStore(), ({ api }) => api.createPet(LONG), [{ id: '1000', name: 'R'.repeat(1000) }]],
    [
      'a pet whose response is cut short',
      inTurn({ status: 201, failure: 'cut-short' }),
      add,
      [{ id: null, name: 'Rex', outcome: 'claimed' }],
    ],
    [
      'by a body that was to be rejected',
      inTurn({ status: 201, body: petText({ ...NEW, id: 77n }) }),
      sendEmpty,
      [{ id: '77', intended: false, outcome: 'created' }],
    ],
    ['without a valid pet', inTurn({ status: 201, body: '{"id": 77}' }), add, [{ id: '77', outcome: 'created' }]],
    ['in a wrapper', inTurn({ status: 201, body: '{"data": {"_id": "a7"}}' }), add, [{ id: 'a7', outcome: 'created' }]],
    [
      'with another id before its own',
      inTurn({ status: 201, body: `{"owner": {"id": 1}, ${petText({ ...NEW, id: 2n }).slice(1)}` }),
      add,
      [{ id: '2', outcome: 'created' }],
    ],
    [
      'with an id after much else',
      inTurn({
        status: 201,
        body: `{"note": "${'\\"id\\": 5, '.repeat(10_000)}", ${petText({ ...NEW, id: 2n }).slice(1)}`,
      }),
      add,
      [{ id: '2', outcome: 'created' }],
    ],
    [
      'with an id in text alone',
      inTurn({ status: 200, body: 'added, "id": 5' }),
      add,
      [{ id: null, outcome: 'claimed' }],
    ],
    [
      'with an id in the Location header alone',
      inTurn({ status: 201, headers: { location: ['/v1/pets/5'] } }),
      add,
      [{ id: '5', outcome: 'created' }],
    ],
    ['by 204', inTurn({ status: 204 }), add, [{ id: null, name: 'Rex', outcome: 'claimed' }]],
    [
      'without a response',
      inTurn({ failure: 'response-timeout' }),
      add,
      [{ id: null, name: 'Rex', sentAt: '2030-01-01T00:00:00.000Z', outcome: 'unknown' }],
    ],
    ['by a server error', inTurn(errorReply(500)), add, [{ id: null, name: 'Rex', outcome: 'unknown' }]],
    ['by a redirect', inTurn({ status: 303 }), add, [{ id: null, name: 'Rex', outcome: 'unknown' }]],
    [
      'by a redirect to the pet',
      inTurn({ status: 303, headers: { location: ['/v1/pets/5'] } }),
      add,
      [{ id: '5', name: 'Rex', outcome: 'created' }],
    ],
    ['by no connection', inTurn({ failure: 'refused' }), add, []],
    ['by a rejection', inTurn(errorReply(400)), add, []],
  ])('%s is recorded', async (_, service, body, additions) => {
    const { records } = await tryCase(service, body, { cites: [EMPTY] });
    expect(records.flatMap((record) => (record.type === 'addition' ? [record.addition] : []))).toMatchObject(additions);
  });

  it.each<[title: string, given: Given, verdicts: string, says: string]>([
    ['where the budget is spent', { run: { budget: createBudget(0) } }, STOPPED, 'PETSTORE_MAX_CREATES'],
    ['under the profile read-only', { flags: { profile: 'read-only' } }, 'stopped not-applicable', 'read-only'],
  ])('sends nothing %s', async (_, given, verdicts, says) => {
    const tried = await tryCase(petStore(), add, given);
    expect(tried.verdicts).toBe(verdicts);
    expect(tried.words).toContain(says);
    expect(tried.sent).toEqual([]);
  });

  it('sends a wrong key under the profile read-only only with a body that must be rejected', async () => {
    const flags = { profile: 'read-only' };
    const options = { credential: credentials['random-key'] };
    const valid = await tryCase(petStore(), ({ api }) => api.createPet(NEW, options), { flags });
    expect(valid.sent).toEqual([]);
    const invalid = await tryCase(petStore(), ({ api }) => api.createPet({ body: '{}', expects: [400] }, options), {
      flags,
    });
    expect(invalid.sent).toHaveLength(1);
  });

  it('sends no more bodies that must be rejected when a third of the budget was added for them, and they are judged', async () => {
    const wrong = { body: '', expects: [400] };
    const tried = await tryCase(
      inTurn({ status: 201, body: petText({ ...NEW, id: 5n }) }),
      async ({ api, expect: expecting }) => {
        for (let count = 0; count < 3; count += 1) await api.createPet(wrong);
        expecting(EMPTY).rejected(await api.createPet(wrong), 400);
        await api.createPet(NEW);
        await api.createPet(wrong);
      },
      { cites: [EMPTY], run: { budget: createBudget(9) } },
    );
    expect(tried.sent).toHaveLength(5);
    expect(tried.words).toContain('Requests that the service must reject may have added up to 4 pets');
    expect(tried.words).not.toContain('--max-creates');
  });

  it.each([
    [
      4,
      'Requests that the service must reject may have added up to 4 pets: they were not rejected with a status of 4xx.',
    ],
    [1, 'and this case would exceed that.'],
  ])('says what used up the budget where %i of 9 pets were added for wrong requests', async (wrong, says) => {
    const budget = createBudget(9);
    const tried = await tryCase(
      petStore(),
      async ({ api }) => {
        await api.createPet(NEW);
        for (let count = 0; count < 8; count += 1)
          if (budget.reserve('cases', count < wrong)) budget.countAdditions(1, count < wrong);
        await api.createPet(NEW);
      },
      { run: { budget } },
    );
    expect(tried.words).toContain(says);
    expect(tried.words).toContain('PETSTORE_MAX_CREATES');
  });

  it('advises no greater limit where no request got a pet', async () => {
    const budget = createBudget(1);
    budget.reserve();
    const { words } = await tryCase(petStore(), add, { run: { budget } });
    expect(words).toContain('and no creation of a pet succeeded.');
    expect(words).not.toContain('PETSTORE_MAX_CREATES');
  });

  it.each<[title: string, lockouts: Pick<Lockouts, 'takeTurn' | 'check'>]>([
    ['lasts', { takeTurn: async () => null, check: async () => 'lasting' }],
    ['comes again and again', { takeTurn: async () => 'Too often.', check: async () => 'none' }],
  ])('names a lockout that %s as the cause, so the kinds of later requests are not verified', async (_, lockouts) => {
    const { records } = await tryCase(petStore(), list, { run: { lockouts: { ...lockouts, count: () => 1 } } });
    expect(records.filter(({ type }) => type === 'stopped')).toMatchObject([
      { outcome: 'not-verified', cause: 'lockout' },
    ]);
  });

  it('names the request whose response cannot be used', async () => {
    const { words } = await tryCase(inTurn({ status: 409 }), add, { cites: ['CREATE-OK'] });
    expect(words).toContain('POST /pets got status 409 instead of 201, so the case could not continue.');
  });

  it.each([
    [201, '[]', '201 with an array of 0'],
    [201, '', '201 without a body'],
    [201, '{"name":"Rex","categoryId":1}', '201 with an object'],
    [200, '{"id":{"value":1},"name":"Rex","categoryId":1}', '200 with an object'],
  ])('says what came instead of a pet: %i with %s', async (status, body, came) => {
    const { words } = await tryCase(inTurn({ status, body }), add, { cites: ['CREATE-OK'] });
    expect(words).toContain(`POST /pets got ${came}, which shows no pet, so the case could not continue.`);
  });

  it('advises to add a pet only where a list can be read', async () => {
    expect((await tryCase(petStore(), anyPet)).words).toContain('it could not read one in a list, or create one');
    const listFirst = async (tools: CaseUnderTest): Promise<void> => {
      await list(tools);
      anyPet(tools);
    };
    expect((await tryCase(petStore(), listFirst)).words).toContain('Add a pet to the catalogue.');
  });

  // After a server error or a repeated request, it is unknown whether the pet was stored.
  it.each<[title: string, attempts: number, reply: Reply, body: (tools: CaseUnderTest) => unknown, spent: number]>([
    ['201', 1, { status: 201 }, add, 1],
    ['201 to the second of two', 2, { status: 201 }, add, 2],
    ['400 to the second of two', 2, errorReply(400), add, 1],
    ['500', 1, errorReply(500), add, 1],
    ['no response', 1, { failure: 'response-timeout' }, add, 1],
    ['201 to a body that was to be rejected', 2, { status: 201, body: '{"id":5}' }, sendEmpty, 2],
    ['a page', 2, { body: '[]' }, list, 0],
  ])('%s, sent %i times', async (_, attempts, reply, body, spent) => {
    const fake = fakeRun(inTurn(reply));
    const repeating = async (request: OutgoingRequest, caseId: string) => {
      const sent = await fake.run.client.send(request, caseId);
      const before = sent.attempts.map((each) => ({ ...each, status: 503 }));
      return { ...sent, attempts: [...Array.from({ length: attempts - 1 }, () => before).flat(), ...sent.attempts] };
    };
    const client = { ...fake.run.client, send: repeating };
    const { run } = await tryCase(inTurn(reply), body, { cites: [EMPTY], run: { client } });
    expect(run.budget.spent()).toBe(spent);
  });
});

it('a list with wrong statuses shows the pets that the run knows', async () => {
  const listed =
    '[{"id":5,"name":"Rex","categoryId":1,"status":"Sold"},{"id":6,"name":"Tom","categoryId":1,"status":"Sold"}]';
  const service = inTurn(petOf('Rex', 5n), { body: listed });
  const tried = await tryCase(service, async ({ api }) => {
    await api.addPet(NEW);
    const { pets: shown, size } = await api.readPage({ limit: 100 });
    expect(shown).toEqual([{ ...NEW, id: 5n }]);
    expect(size).toBe(2);
  });
  expect(tried.violated).toBe('PET-STATUS');
});
