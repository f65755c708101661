import { isPage } from '../../../../src/suite/history.ts';
import { describe, expect, it } from 'vitest';
import { requirements } from '../../../../src/contract/requirements.ts';
import { responseRules, requirementsNotRead } from '../../../../src/suite/rules/response-rules.ts';
import type { ListQuery } from '../../../../src/suite/api-request.ts';
import type { NewPet, Pet } from '../../../../src/contract/pet.ts';
import type { TransportFailureKind } from '../../../../src/http/failure-kinds.ts';
import { errorReply, inTurn, pageReply, pet, pets, petText, type Reply, tryCase, type Tried } from '../fakes.ts';

/** Judges a reply to a request for the pet with this id. */
const read = (reply: Reply, id = 1n): Promise<Tried> => tryCase(inTurn(reply), ({ api }) => api.readPet(id));

/** Judges a reply to a list request. */
const listed = (reply: Reply, query: ListQuery = { limit: 100 }): Promise<Tried> =>
  tryCase(inTurn(reply), ({ api }) => api.readPage(query));

/** What is violated, with the places in the body. */
const places = ({ judgements }: Tried): string =>
  judgements
    .flatMap((each) => (each.outcome === 'violated' ? [`${each.requirement} ${each.pointer ?? ''}`] : []))
    .join();

const REX = '{"id":1,"name":"Rex","categoryId":1}';

const ALL_THREE = 'PET-ID /id,PET-NAME /name,PET-STATUS /status';
const typed = (...types: readonly string[]): Reply => ({ body: REX, headers: { 'content-type': types } });
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('the response to reading one', () => {
  it.each<[what: string, reply: Reply, violated: string, id?: bigint]>([
    ['JSON with a parameter', typed('Application/JSON ; charset="utf-8"'), ''],
    ['its media type twice', typed('application/json', 'application/json'), ''],
    ['no media type', typed(), 'ANSWER-MEDIA-TYPE '],
    ['a kind of JSON', typed('application/problem+json'), 'ANSWER-MEDIA-TYPE '],
    ['no media type at all', typed('application/json charset=utf-8'), 'ANSWER-MEDIA-TYPE '],
    ['two media types', typed('application/json', 'text/plain'), 'ANSWER-MEDIA-TYPE '],
    ['white space around', { body: ` \r\n\t${REX} \n` }, ''],
    ['text after it', { body: `${REX} x` }, 'ANSWER-JSON '],
    ['text alone', { body: 'Rex' }, 'ANSWER-JSON '],
    ['a byte-order mark', { body: `\uFEFF${REX}` }, 'ANSWER-NO-BOM '],
    ['a key twice', { body: `${REX.slice(0, -1)},"a":{"b":1,"b":2}}` }, 'ANSWER-UNIQUE-KEYS /a/b'],
    ['nesting as deep as the run reads', { body: deep(1000) }, 'PET-OBJECT '],
    ['null', { body: 'null' }, 'PET-OBJECT '],
    ['another form of numbers', { body: '{"id":12.0,"name":"Rex","categoryId":1e1,"status":"sold"}' }, '', 12n],
    ['another field', { body: '{"id":1,"name":"Rex","categoryId":1,"tags":null}' }, ''],
    ['another id', { body: petText(pet(2n ** 53n)) }, 'GET-SAME /id', 2n ** 53n + 1n],
    ['no id', { body: '{"name":"Rex","categoryId":1}' }, 'PET-ID /id'],
    ['no name', { body: '{"id":1,"categoryId":1}' }, 'PET-NAME /name'],
    ['no int64', { body: petText(pet(1n, { categoryId: 2n ** 63n })) }, 'PET-CATEGORY /categoryId'],
    ['three faults', { body: '{"id":"1","name":1,"categoryId":1,"status":"Sold"}' }, ALL_THREE],
  ])('with %s', async (_, reply, violated, id) => {
    const tried = await read(reply, id);
    expect(places(tried)).toBe(violated);
    expect(tried.verdicts.endsWith('stopped not-verified')).toBe(violated.startsWith('PET') || reply.body === 'Rex');
  });

  it.each<[framing: Readonly<Record<string, readonly string[]>>, violated: string]>([
    [{}, ''],
    [{ 'content-length': ['0'] }, ''],
    [{ 'content-length': ['2'] }, 'ANSWER-NO-CONTENT '],
    [{ 'transfer-encoding': ['chunked'] }, 'ANSWER-NO-CONTENT '],
  ])('with status 204 and %j', async (headers, violated) => {
    const options = { method: 'OPTIONS', path: '/pets', operation: 'other', expects: [] } as const;
    const tried = await tryCase(inTurn({ status: 204, body: '', headers }), ({ api }) => api.send(options));
    expect(places(tried)).toBe(violated);
    expect(tried.satisfied.includes('ANSWER-NO-CONTENT')).toBe(violated === '');
  });

  it('that is nested too deep for the suite is no violation', async () => {
    const { verdicts, words } = await read({ body: deep(100_000) });
    expect(verdicts).toBe('stopped not-verified');
    expect(words).toContain('nested deeper than 1000 levels');
  });
});

describe('an Error', () => {
  it.each<[body: string, violated: string, status?: 400 | 404]>([
    ['{"code":"not_found","message":"No such pet.","status":404}', ''],
    ['{"code":"a","message":"b","status":4.04e2}', ''],
    ['{"code":"a","message":"b","status":404,"details":{"code":1},"type":null}', ''],
    ['{"message":"b","status":404}', 'ERROR-CODE'],
    ['{"code":"a","status":404}', 'ERROR-MESSAGE'],
    ['{"code":"a","message":"b"}', 'ERROR-STATUS'],
    ['{"code":"a","message":"b","status":404}', 'ERROR-STATUS', 400],
    ['{"code":1,"message":2,"status":"3"}', 'ERROR-CODE ERROR-MESSAGE ERROR-STATUS'],
    ['{}', 'ERROR-CODE ERROR-MESSAGE ERROR-STATUS'],
    ['{"error":"No such pet."}', 'ERROR-CODE ERROR-MESSAGE ERROR-STATUS'],
    ['{"error":{"code":"a","message":"b","status":404}}', 'ERROR-OBJECT'],
    ['{"error":{"code":"a","message":"b"}}', 'ERROR-OBJECT ERROR-STATUS'],
    ['{"errors":[{"code":"a","message":"b","status":404},{"code":"c"}]}', 'ERROR-OBJECT'],
    ['null', 'ERROR-OBJECT'],
  ])('%s violates %j', async (body, violated, status = 404) => {
    const tried = await tryCase(
      inTurn({ status, body }),
      async ({ api, expect: expecting }) =>
        expecting('GET-UNKNOWN').rejected(await api.getPet(1n, { expects: [status] }), status),
      { cites: ['GET-UNKNOWN'] },
    );
    expect(tried.violated).toBe(violated);
    expect(tried.satisfied).toContain('GET-UNKNOWN');
  });
});

it.each([
  ['{"error":{"code":"a","message":"b"}}', 'absent, read from the member error'],
  ['{"code":"a","message":"b"}', 'absent'],
  ['{"errors":{"status":["is invalid"]}}', 'absent'],
])('what %j lacks is said with the place of the Error', async (body, actual) => {
  const tried = await tryCase(inTurn({ status: 404, body }), ({ api }) => api.getPet(1n, { expects: [404] }));
  const found = tried.judgements.find(({ requirement }) => requirement === 'ERROR-STATUS');
  expect(found?.actual).toBe(actual);
});

describe('a rejection with another status than that of the contract', () => {
  const BODY = '{"name":1,"categoryId":1}';
  it.each<[status: number, reply: Omit<Reply, 'status'>, violated: string]>([
    [422, { body: '{"code":"a","message":"b","status":422}' }, ''],
    [422, { body: '{"code":"a","message":"b","status":400}' }, ''],
    [422, { body: '{"code":"a","message":"b","status":500}' }, 'ERROR-STATUS'],
    [422, { body: '{"detail":"b"}' }, 'ERROR-CODE ERROR-MESSAGE ERROR-STATUS'],
    [409, { body: 'name must be a string' }, 'ANSWER-JSON'],
    [413, { body: 'too large' }, 'CREATE-SMALL-BODIES'],
    [500, { body: 'TypeError' }, ''],
    [302, { body: 'Found', headers: { location: ['/login'] } }, ''],
  ])('%i with %j violates %j, and verifies nothing', async (status, reply, violated) => {
    const tried = await tryCase(
      inTurn({ status, ...reply }),
      async ({ api, expect: expecting }) =>
        expecting('CREATE-REFUSES-NAME-TYPE').rejected(await api.createPet({ body: BODY, expects: [400] }), 400),
      { cites: ['CREATE-REFUSES-NAME-TYPE'] },
    );
    const others = tried.violated.split(' ').filter((id) => id !== 'CREATE-REFUSES-NAME-TYPE');
    expect(others.join(' ')).toBe(violated);
    expect(tried.satisfied.filter((id) => id.startsWith('ERROR'))).toEqual([]);
  });

  it.each<[what: string, status: number, id: bigint | undefined]>([
    ['a negative id that the service rejects', 400, -1n],
    ['a valid read', 404, undefined],
  ])('%s is no rejection of what the contract names', async (_, status, id) => {
    const tried = await tryCase(inTurn({ status, body: '{}' }), ({ api }) =>
      id === undefined ? api.getPet(1n, { expects: [200, 404] }) : api.getPet(id, { expects: [404] }),
    );
    expect(tried.violated.includes('ERROR-CODE')).toBe(id === undefined);
  });
});

describe('an array of pets', () => {
  it.each([
    ['[]', ''],
    [`[${REX}]`, ''],
    ['{"pets":5}', 'PETS-ARRAY '],
    [`[${REX},{"id":"2","name":"Tom","categoryId":1}]`, 'PET-ID /1/id'],
    [`[${REX},null]`, 'PET-OBJECT /1'],
    [`[{"pet":${REX}}]`, 'PET-OBJECT /0'],
    ['[{"Id":1,"Name":"Rex","CategoryId":1}]', 'PET-ID /0/id,PET-NAME /0/name,PET-CATEGORY /0/categoryId'],
    ['[{"attributes":{"name":"Rex"}}]', 'PET-ID /0/id,PET-NAME /0/name,PET-CATEGORY /0/categoryId'],
    ['[{"Id":1,"pet":{"Name":"Rex"}}]', 'PET-OBJECT /0'],
    ['[{"pet":{"id":"1","name":"Rex","categoryId":1}}]', 'PET-OBJECT /0,PET-ID /0/pet/id'],
    [
      '[{"id":1,"attributes":{"name":"Rex","categoryId":1,"status":null}}]',
      'PET-NAME /0/name,PET-CATEGORY /0/categoryId,PET-STATUS /0/attributes/status',
    ],
  ])('%s violates %j', async (body, violated) => {
    const tried = await listed({ body });
    expect(places(tried)).toBe(violated);
    // What is no array ends the case, and is no page of the history.
    expect(tried.verdicts.includes('stopped not-verified')).toBe(violated.startsWith('PETS'));
    expect(tried.run.history.entries.some(isPage)).not.toBe(violated.startsWith('PETS'));
  });
});

it('pets in envelopes on a page are read, and verify nothing', async () => {
  const tried = await listed({ body: `{"pets":[{"pet":${REX}}]}` });
  expect(tried.run.history.entries[0]).toMatchObject({ pets: [{ id: 1n, name: 'Rex', categoryId: 1n }] });
  expect(tried.satisfied).not.toContain('PET-ID');
});

it('a pet in the place of a page is read as a page of one pet', async () => {
  const tried = await listed({ body: REX }, { limit: 1, status: 'pending' });
  expect(places(tried)).toBe('PETS-ARRAY ,LIST-STATUS-FILTER /0/status');
  expect(tried.run.history.entries[0]).toMatchObject({ size: 1, makeshift: expect.any(String) });
});

const SOLD: ListQuery = { limit: 100, status: 'sold' };
const DISTINCT = 'LIST-IDS-DISTINCT';

describe('a page', () => {
  it.each<[title: string, shown: readonly Pet[] | string, query: ListQuery, violated: string, held: string]>([
    ['at its limit, which proves nothing', pets(5), { limit: 5 }, '', DISTINCT],
    ['at the default limit, which proves nothing', pets(20), {}, '', DISTINCT],
    ['above its limit', pets(6), { limit: 5 }, 'LIST-LIMIT-MAX ', DISTINCT],
    ['above its limit by what is no pet', `[null,${REX}]`, { limit: 1 }, 'PET-OBJECT /0,LIST-LIMIT-MAX ', ''],
    ['above the default limit', pets(21), {}, 'LIST-LIMIT-DEFAULT ', DISTINCT],
    ['of its status', pets(3), SOLD, '', `${DISTINCT} LIST-STATUS-FILTER`],
    ['that is empty', '[]', SOLD, '', ''],
    ['with another status', pets(1, { status: 'pending' }), SOLD, 'LIST-STATUS-FILTER /0/status', ''],
    [
      'with an element without an id that has another status',
      '[{"id":null,"name":"Rex","categoryId":1,"status":"pending"}]',
      SOLD,
      'PET-ID /0/id,LIST-STATUS-FILTER /0/status',
      '',
    ],
    [
      'with an element without an id that has its status',
      '[{"id":null,"name":"Rex","categoryId":1,"status":"sold"}]',
      SOLD,
      'PET-ID /0/id',
      '',
    ],
    ['with ids that a double holds as one', [pet(2n ** 53n), pet(2n ** 53n + 1n)], { limit: 9 }, '', DISTINCT],
    [
      'with an id twice behind what is no pet',
      `[null,${REX},${REX}]`,
      { limit: 9 },
      'PET-OBJECT /0,LIST-IDS-DISTINCT /2/id',
      '',
    ],
  ])('%s', async (_, shown, query, violated, held) => {
    const tried = await listed(typeof shown === 'string' ? { body: shown } : pageReply(shown), query);
    expect(places(tried)).toBe(violated);
    expect(
      [...tried.satisfied]
        .filter((id) => PAGE_RULES.has(id))
        .sort()
        .join(' '),
    ).toBe(held);
  });
});

const PAGE_RULES = new Set(['LIST-LIMIT-MAX', 'LIST-LIMIT-DEFAULT', 'LIST-STATUS-FILTER', 'LIST-IDS-DISTINCT']);

const SENT: NewPet = { name: 'Rex', categoryId: 2n ** 53n + 1n, status: 'sold' };
const LETTERS = 'Zo\u00eb \u{1F436} <b>&\'"';

describe('an added pet', () => {
  it.each<[title: string, sent: Partial<NewPet>, given: Partial<Pet>, violated: string]>([
    ['as it was sent', {}, {}, ''],
    ['with a name of any characters', { name: LETTERS }, {}, ''],
    ['with another form of these', { name: LETTERS }, { name: LETTERS.normalize('NFD') }, 'CREATE-KEEPS-NAME'],
    ['with a rounded category', {}, { categoryId: 2n ** 53n }, 'CREATE-KEEPS-CATEGORY'],
    ['with another status', {}, { status: 'available' }, 'CREATE-KEEPS-STATUS'],
    ['sent without a status, and given with one', { status: undefined }, { status: 'available' }, ''],
  ])('%s', async (_, fields, given, violated) => {
    const sent = { ...SENT, ...fields };
    const { run, violated: found } = await tryCase(
      inTurn({ status: 201, body: petText({ ...sent, id: 7n, ...given }) }),
      ({ api }) => api.addPet(sent),
    );
    expect(found).toBe(violated);
    expect(run.knowledge.find(7n)).toMatchObject({ isOwn: true, firstKnownAt: expect.closeTo(3000, -2) as number });
  });
});

it.each([
  [413, 1024, 'CREATE-SMALL-BODIES'],
  [414, 20, 'CREATE-SMALL-BODIES'],
  [413, 1025, ''],
  [400, 20, ''],
])('a status %i for a body of %i bytes violates %j', async (status, bytes, violated) => {
  const body = 'x'.repeat(bytes);
  const tried = await tryCase(
    () => errorReply(status),
    ({ api }) => api.createPet({ body, expects: [] }),
  );
  expect(tried.violated).toBe(violated);
  expect(tried.satisfied.includes('CREATE-SMALL-BODIES')).toBe(status === 400);
});

const NO_RESOLUTION = /did not arrive complete\.\n$/;

/** The requirement that each failure violates, or the advice to the operator. */
const FAILURES: readonly (readonly [kind: TransportFailureKind, violated: string, howToResolve: RegExp])[] = [
  ['cut-short', 'ANSWER-COMPLETE', NO_RESOLUTION],
  ['undecodable', 'ANSWER-JSON', NO_RESOLUTION],
  ['refused', '', /PETSTORE_BASE_URL/],
  ['tls', '', /certificate/],
  ['closed-before-response', '', /log of the service/],
  ['response-timeout', '', /PETSTORE_REQUEST_TIMEOUT/],
  ['stray-bytes', '', /longer than its Content-Length/],
  ['too-large', '', /--max-body-size/],
  ['head-too-large', '', /--max-header-size/],
  ['request-limit', '', /--max-requests/],
  ['body-reset', '', /reset/],
  ['proxy', '', /--use-env-proxy/],
  ['rate-limited', '', /PETSTORE_CONCURRENCY/],
  ['run-deadline', '', /PETSTORE_DEADLINE/],
  ['interrupted', '', /Run again/],
];

describe('a response that did not arrive', () => {
  it.each(FAILURES)('by %s violates %j, and ends the case', async (failure, violated, howToResolve) => {
    for (const query of [{}, 'limit=0']) {
      const tried = await tryCase(inTurn({ failure }), ({ api }) => api.listPets(query));
      expect(tried.violated).toBe(violated);
      expect(tried.verdicts).toMatch(/stopped not-verified$/);
      expect(tried.words).toContain(`It failed: ${failure}.`);
      expect(tried.words).toMatch(howToResolve);
      expect(tried.records.at(-1)).toMatchObject({ type: 'stopped', exchanges: ['x1'] });
    }
  });
});

describe('the status of a response that arrived', () => {
  const complete = ['ANSWER-COMPLETE'];
  const allowed = ['ANSWER-COMPLETE', 'ANSWER-NO-SERVER-ERROR'];
  it.each<[status: number, query: string | ListQuery, violated: string, held: readonly string[]]>([
    [499, 'limit=0', '', allowed],
    [500, 'limit=0', 'ANSWER-NO-SERVER-ERROR violated', complete],
  ])('%i where the contract is silent (%j) violates: %s', async (status, query, verdicts, held) => {
    const tried = await tryCase(inTurn({ status }), ({ api }) => api.listPets(query));
    expect(tried.verdicts).toBe(verdicts);
    expect(tried.satisfied).toEqual(held);
  });
});

it('the rules are those of the requirement table, each once', () => {
  const rules = responseRules.map(({ requirement }) => requirement);
  const rows = requirements.flatMap((row) => ('rule' in row && row.rule === 'response' ? [row.id] : []));
  expect(rules.toSorted()).toEqual(rows.toSorted());
});

function notRead(content: Parameters<typeof requirementsNotRead>[0]['content'], sent?: NewPet): readonly string[] {
  return requirementsNotRead({ content, request: sent === undefined ? {} : { pet: sent } });
}

it('a body that is not JSON leaves open what it could show', () => {
  const body = { kind: 'not-json', described: 'error', problem: 'text', isTooComplex: false, pet: null } as const;
  expect(notRead(body)).toEqual(['ERROR-OBJECT', 'ERROR-CODE', 'ERROR-MESSAGE', 'ERROR-STATUS']);
  expect(notRead({ ...body, described: 'page' })).toContain('PETS-ARRAY');
  expect(notRead({ ...body, described: 'pet' })).not.toContain('CREATE-KEEPS-NAME');
  expect(notRead({ ...body, described: 'pet' }, pet(1n))).toContain('CREATE-KEEPS-NAME');
  expect(notRead({ ...body, isTooComplex: true })).toEqual([]);
  expect(notRead({ kind: 'undescribed' })).toEqual([]);
});
