import { describe, expect, it } from 'vitest';
import { LIMIT_DEFAULT } from '../../../src/contract/operations.ts';
import { PET_STATUSES } from '../../../src/contract/pet.ts';
import { createBudget } from '../../../src/suite/budget.ts';
import { CaseStopped, createJudge } from '../../../src/suite/judge.ts';
import { seedPets } from '../../../src/suite/bodies/shared-pets.ts';
import { createFixtures, type Fixtures } from '../../../src/suite/fixtures.ts';
import type { Need } from '../../../src/suite/case.ts';
import type { RunRecord } from '../../../src/suite/records.ts';
import { requirements } from '../../../src/contract/requirements.ts';
import type { Pet } from '../../../src/contract/pet.ts';
import { fakeRun, type FakeRun, type Given, pet, pets, petStore, refusal, type Reply, type Service } from './fakes.ts';

const READ_ONLY: Given = { flags: { profile: 'read-only' } };

const isBroken = (record: RunRecord): record is Extract<RunRecord, { readonly type: 'judgement' | 'rule-violated' }> =>
  record.type === 'rule-violated' || (record.type === 'judgement' && record.judgement.outcome === 'violated');

/** Why a case that has these needs is stopped; null if it may run. */
async function stopOf(fixtures: Fixtures, { run }: FakeRun, ...needs: readonly Need[]) {
  const records: RunRecord[] = [];
  const judge = createJudge('some/case', [], (record) => void records.push(record));
  try {
    await fixtures.require(needs, judge);
    return null;
  } catch (error) {
    if (!(error instanceof CaseStopped)) throw error;
    expect(run).toBeDefined();
    return records.find((record) => record.type === 'stopped') ?? null;
  }
}

/** Makes fixtures; gives what they found, sent and judged as broken. */
async function make(service: Service, needs: readonly Need[], { run = {}, flags = {} }: Given = {}) {
  const fake = fakeRun(service, { creation: EMPTY(), ...run }, flags);
  const fixtures = createFixtures(fake.run, null);
  await fixtures.make(needs);
  const broken = fake.records.flatMap((record) => (isBroken(record) ? [record.judgement.requirement] : []));
  const posts = fake.sent.flatMap(({ method, body }) => (method === 'POST' ? [String(body)] : []));
  return { fake, fixtures, posts, broken: [...new Set(broken)].sort().join(' ') };
}

const EMPTY = () => ({
  current: { categories: [], acceptsUniqueCategory: false, seedPets: [], fillerIds: new Set<bigint>() },
});

/** A service that answers some requests in another way. */
function but(
  isOther: (request: Parameters<Service>[0], serial: number) => boolean,
  reply: Reply,
  catalogue = pets(1),
): Service {
  const store = petStore(catalogue);
  return (request, serial) => (isOther(request, serial) ? reply : store(request, serial));
}

const adds: Parameters<typeof but>[0] = ({ method }) => method === 'POST';
const reads: Parameters<typeof but>[0] = ({ operation }) => operation === 'getPet';

describe('what cases need', () => {
  const noKey = { outcome: 'not-verified', howToResolve: expect.stringContaining('PETSTORE_API_KEY') };
  const removed = { outcome: 'not-applicable', reason: expect.stringContaining('removed') };
  const onTheDay: Given = { run: { phase: 'on-the-day' } };
  const onTheDayAlone: Given = { ...onTheDay, ...READ_ONLY };
  it.each<[title: string, need: Need, service: Service, stop: object | null, broken?: string, given?: Given]>([
    ['adding', 'create', petStore(), null],
    ['adding, where the key may not: 401', 'create', but(adds, refusal(401)), noKey],
    ['adding, where the key may only add', 'create', but(({ method }) => method === 'GET', refusal(403)), null],
    ['adding, read-only', 'create', petStore(), { outcome: 'not-applicable' }, '', READ_ONLY],
    ['adding, answered 500', 'create', but(adds, refusal(500)), { outcome: 'not-verified' }, 'CREATE-CATEGORY-INT64'],
    ['a key that is rejected at first', 'full catalogue', but((_, n) => n === 1, refusal(401)), null, 'AUTH-VALID-KEY'],
    ['a broken first response', 'any pets', but((_, n) => n === 1, refusal(500)), null, 'LIST-OK'],
    ['pets, as far as any can be added', 'any pets', but(adds, refusal(401)), null],
    ['pets, read-only', 'any pets', petStore(), null, '', READ_ONLY],
    ['reading one', 'getPet', petStore(pets(1)), null],
    ['reading one on its last day', 'getPet', petStore(pets(1)), null, '', onTheDayAlone],
    ['reading one that is gone on that day', 'getPet', but(reads, refusal(404)), removed, '', onTheDayAlone],
    ['reading one on that day without any pet', 'getPet', petStore(), removed, '', onTheDayAlone],
    ['reading one after it', 'getPet', petStore(pets(1)), removed, '', { run: { phase: 'after' } }],
    ['a credential', { credential: 'random-key' }, petStore(), null],
  ])('%s', async (_, need, service, stop, broken = '', given = {}) => {
    const made = await make(service, [need], given);
    const found = await stopOf(made.fixtures, made.fake, need);
    if (stop === null) expect(found).toBeNull();
    else expect(found).toMatchObject(stop);
    expect(made.broken).toBe(broken);
    if (broken === '') expect(made.fake.run.budget.spent()).toBe(made.fake.run.known.own().length);
    if (given.flags !== undefined) expect(made.posts).toEqual([]);
  });

  it('a credential that the key does not have is not applicable', async () => {
    const { fake, fixtures } = await make(petStore(), []);
    const { 'key-case-swapped': _, ...credentials } = fake.run.credentials;
    const without = { ...fake, run: { ...fake.run, credentials } };
    const other = createFixtures(without.run, null);
    expect(await stopOf(fixtures, fake, { credential: 'key-case-swapped' })).toBeNull();
    expect(await stopOf(other, without, { credential: 'key-case-swapped' })).toMatchObject({
      outcome: 'not-applicable',
    });
  });

  it('is made at most once, and only if a case needs it', async () => {
    const nothing = await make(petStore(), []);
    expect(nothing.fake.sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /pets']);
    const { fake, fixtures, posts } = await make(petStore(), ['seed pets', 'create']);
    expect(posts).toHaveLength(seedPets.length + 3);
    await fixtures.make(['seed pets', 'any pets']);
    expect(await stopOf(fixtures, fake, 'create', 'seed pets')).toBeNull();
    expect(fake.sent.filter(({ method }) => method === 'POST')).toHaveLength(seedPets.length + 3);
    const { seedPets: added, acceptsUniqueCategory } = fake.run.creation.current;
    expect(acceptsUniqueCategory).toBe(true);
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([...PET_STATUSES, undefined]));
  });

  it('a full catalogue holds more than the largest page, as many of each status as can be', async () => {
    const { fake } = await make(petStore(), ['full catalogue']);
    const { known } = fake.run;
    expect(known.all()).toHaveLength(101);
    const counts = PET_STATUSES.map((status) => known.countBefore(Infinity, status));
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(known.pages.largestPage()).toBe(100);
    const large = await make(petStore(pets(300)), ['full catalogue']);
    const missing = (PET_STATUSES.length - 1) * (LIMIT_DEFAULT + 2);
    // The pet that finds a category has the status of the 300.
    expect(large.fake.run.known.own()).toHaveLength(Math.max(50, missing + 1));
  });
});

describe('a target that cannot be judged', () => {
  const ALL = ['GET /pets', 'GET /pets/ID', 'POST /pets'];
  it.each<[title: string, reply: Reply, sent: readonly string[], given?: Given]>([
    ['rejects the key: 401', refusal(401), ALL],
    ['rejects the key, read-only', refusal(401), ALL.slice(0, 2), READ_ONLY],
    ['rejects the key, with nothing to spend', refusal(401), ALL.slice(0, 2), { run: { budget: createBudget(0) } }],
    ['was waited for: no response', { failure: 'response-timeout' }, ALL.slice(0, 1)],
    ['cannot be reached: it was waited for', { failure: 'refused' }, ALL.slice(0, 1)],
  ])('%s', async (_, reply, sent, given = {}) => {
    const { fixtures, fake, broken } = await make(() => reply, ['create', 'full catalogue', 'getPet'], given);
    expect(fake.sent.map(({ method, path }) => `${method} ${path.replace(/\d+$/, 'ID')}`)).toEqual(sent);
    expect(new Set(fake.sent.map(({ credential }) => credential.id))).toEqual(new Set(['valid']));
    expect([broken, fake.run.budget.spent()]).toEqual(['', 0]);
    const target = await fixtures.target();
    const reason = reply.status === undefined ? /^It failed/ : /^The configured key is rejected by every operation\.$/;
    expect(target?.reason).toMatch(reason);
    expect(await stopOf(fixtures, fake)).toMatchObject({ outcome: 'not-verified', ...target });
    // The rules for every response are not verified for the same reason.
    const judged = fake.records.flatMap((record) => (record.type === 'judgement' ? [record.judgement] : []));
    expect(judged.map(({ requirement, outcome, reason: why }) => `${requirement} ${outcome}: ${why ?? ''}`)).toEqual(
      requirements.flatMap((row) => ('responseRule' in row ? [`${row.id} not-verified: ${target?.reason ?? ''}`] : [])),
    );
  });

  const HTML = { headers: { 'content-type': ['text/html; charset=utf-8'] } };
  it.each<[title: string, reply: Reply, isForeign: boolean]>([
    ['a redirect', { status: 302, headers: { location: ['/login?next=1'] } }, true],
    ['a page', { ...HTML, status: 200, body: '<p>' }, true],
    ['a forbidden page', { ...HTML, status: 403, body: '<p>' }, true],
    ['404', { status: 404, body: '{}' }, true],
    ['500', { status: 500, body: '{}' }, false],
    ['an empty list', { status: 200, body: '[]' }, false],
  ])('answers everything with %s: %o is no pet store: %s', async (_, reply, isForeign) => {
    const fake = fakeRun(() => reply);
    const target = await createFixtures(fake.run, null).target();
    expect([
      target?.reason.startsWith('The target gives every request the same response: status ') ?? false,
      fake.sent.length,
    ]).toEqual([isForeign, isForeign ? 3 : 1]);
  });

  it('is asked nothing if it is known already that it cannot be reached', async () => {
    const fake = fakeRun(petStore());
    const obstacle = { reason: 'It is gone.', howToResolve: 'Start it.' };
    const fixtures = createFixtures(fake.run, obstacle);
    await fixtures.make(['create']);
    expect([await fixtures.target(), fake.sent]).toEqual([obstacle, []]);
  });
});

/** A store that knows only some categories. */
function knowing(categories: readonly number[], catalogue: Pet[] = []): Service {
  return but(
    ({ body }) => {
      const sent = /"categoryId":(-?\d+)/.exec(String(body ?? ''))?.[1];
      return sent !== undefined && !categories.includes(Number(sent));
    },
    refusal(400),
    catalogue,
  );
}

/** A store that takes only names of plain letters. */
const rejectingNames = but(({ body }) => /"name":"[^"]*[^A-Za-z"]/.test(String(body ?? '')), refusal(400), []);

const withCategories = (...categories: readonly number[]): Pet[] =>
  categories.map((categoryId, index) => pet(BigInt(index + 1), { categoryId: BigInt(categoryId) }));

const CONFIGURED: Given = { flags: { categoryId: '99' } };

describe('the categories', () => {
  it.each<[title: string, service: Service, found: readonly number[], first?: number, given?: Given]>([
    ['known ones', knowing([7, 9]), [7, 9]],
    ['those of other pets first', knowing([4711, 4712], withCategories(4711, 4712)), [4711, 4712], 4711],
    ['the configured one before all', knowing([1, 99], pets(1)), [99, 1], 99, CONFIGURED],
  ])('are found: %s', async (_, service, found, first, given) => {
    const { fake, fixtures, posts, broken } = await make(service, ['create'], given);
    expect(fake.run.creation.current.categories).toEqual(found.map(BigInt));
    expect([await stopOf(fixtures, fake, 'create'), broken]).toEqual([null, '']);
    if (first !== undefined) expect(posts[0]).toContain(`"categoryId":${first}`);
  });

  it.each<[title: string, service: Service, broken: string, stop: object, given?: Given]>([
    ['all', knowing([]), '', { howToResolve: expect.stringContaining('PETSTORE_CATEGORY_ID') }],
    ['the configured one too', knowing([]), '', { reason: expect.stringContaining('99') }, CONFIGURED],
    ['most names', rejectingNames, 'CREATE-NAMES', { howToResolve: null }],
  ])('are rejected: %s', async (_, service, broken, stop, given) => {
    const made = await make(service, ['seed pets'], given);
    expect(await stopOf(made.fixtures, made.fake, 'create')).toMatchObject(stop);
    expect([made.broken, made.fake.run.creation.current.seedPets]).toEqual([broken, []]);
  });
});

it('a second try sends once more what found a violation, and nothing else', async () => {
  let isBrokenNow = true;
  const store = petStore();
  const { fake, fixtures, broken } = await make(
    (request, serial) => (isBrokenNow && request.method === 'POST' ? refusal(500) : store(request, serial)),
    ['create'],
  );
  expect(broken).toBe('CREATE-CATEGORY-INT64');
  isBrokenNow = false;
  const before = { sent: fake.sent.length, records: fake.records.length };
  await fixtures.repeatViolated();
  expect(fake.sent.slice(before.sent).map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /pets']);
  const kept = fake.records
    .slice(before.records)
    .flatMap((record) => (record.type === 'rules-satisfied' ? Object.keys(record.rules) : []));
  expect(kept).toContain('CREATE-OK');
  const none = await make(petStore(), ['create']);
  const sent = none.fake.sent.length;
  await none.fixtures.repeatViolated();
  expect(none.fake.sent).toHaveLength(sent);
});

it('a second try of the first request sends it again', async () => {
  const { fake, fixtures, broken } = await make(
    but(({ operation }, serial) => operation === 'listPets' && serial === 1, { status: 200, body: '{}' }),
    ['any pets'],
    READ_ONLY,
  );
  expect(broken).toBe('PETS-ARRAY');
  const before = { sent: fake.sent.length, records: fake.records.length };
  await fixtures.repeatViolated();
  expect(fake.sent.slice(before.sent).map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /pets']);
  expect(fake.records.slice(before.records).filter(isBroken)).toEqual([]);
});
