import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../src/conformance/budget.ts';
import { storeState } from '../../../src/conformance/run-state.ts';
import { setUpCatalogue } from '../../../src/conformance/set-up.ts';
import { requirements } from '../../../src/contract/requirements.ts';
import type { Pet } from '../../../src/contract/pet.ts';
import { fakeRun, type FakeRun, type Given, pet, pets, petStore, refusal, type Reply, type Service } from './fakes.ts';

const READ_ONLY: Given = { flags: { profile: 'read-only' } };

/** Prepares a run; gives what the set-up found, sent and judged as broken. */
async function prepare(service: Service, { run = {}, flags = {} }: Given = {}) {
  const fake = fakeRun(service, run, flags);
  const prepared = await setUpCatalogue(fake.run);
  prepared.finish();
  const broken = fake.records.flatMap((record) =>
    record.type === 'judgement' && record.judgement.outcome === 'violated' ? [record.judgement.requirement] : [],
  );
  const posts = fake.sent.flatMap(({ method, body }) => (method === 'POST' ? [String(body)] : []));
  return { ...prepared, fake, posts, broken: [...new Set(broken)].sort().join(' ') };
}

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
const readsOf = ({ sent }: FakeRun): number => sent.filter(({ operation }) => operation === 'getPet').length;

describe('what the set-up finds', () => {
  const works = { target: null, adding: null, readingOne: 'works', anyCategory: true };
  const noKey = { target: null, adding: { supply: expect.stringContaining('PETSTORE_API_KEY') } };
  const unreachable = { target: { supply: expect.stringContaining('PETSTORE_BASE_URL') } };
  const onTheDay: Given = { run: { phase: 'on-the-day' } };
  const onTheDayAlone: Given = { ...onTheDay, ...READ_ONLY };
  it.each<[title: string, service: Service, found: object, broken: string, given?: Given]>([
    ['a service that keeps the contract', petStore(), works, ''],
    ['a key that may not add: 401', but(adds, refusal(401)), noKey, ''],
    [
      'a key that may only add',
      but(({ method }) => method === 'GET', refusal(403)),
      { target: null, adding: null },
      '',
    ],
    ['a key that is rejected at first', but((_, serial) => serial === 1, refusal(401)), works, 'AUTH-VALID-KEY'],
    [
      'no answer by reading one',
      ({ operation }) => (operation === 'getPet' ? { failure: 'answer-timeout' } : refusal(401)),
      { target: null },
      '',
    ],
    ['no answer twice', () => ({ failure: 'refused' }), unreachable, ''],
    ['a broken first answer', but((_, serial) => serial === 1, refusal(500)), works, 'LIST-OK'],
    ['reading one on its last day', petStore(pets(1)), { readingOne: 'works' }, '', onTheDay],
    ['no reading one on that day: 404', but(reads, refusal(404)), { readingOne: 'removed' }, '', onTheDayAlone],
    ['no animal to read on that day', petStore(), { readingOne: 'removed' }, '', onTheDayAlone],
    ['the time after it', petStore(pets(1)), { readingOne: 'removed' }, '', { run: { phase: 'after' } }],
    ['additions that end in 500', but(adds, refusal(500)), { target: null }, 'CREATE-CATEGORY-INT64'],
  ])('%s', async (_, service, found, broken, given = {}) => {
    const { setUp, fake, ...prepared } = await prepare(service, given);
    expect(setUp).toMatchObject(found);
    expect(prepared.broken).toBe(broken);
    // An addition that ends in a broken answer may have added an animal, and counts.
    if (broken === '') expect(fake.run.budget.spent()).toBe(fake.run.sightings.own().length);
    if (given.flags !== undefined) expect(prepared.posts).toEqual([]);
    if (given.run?.phase === 'after') expect(readsOf(fake)).toBe(0);
  });

  it('is judged under its own name, after it has read every filter before it adds anything', async () => {
    const { fake } = await prepare(petStore());
    const judged = fake.records.flatMap((record) => (record.type === 'kept' ? [record.caseId] : []));
    expect(new Set(judged)).toEqual(new Set(['set-up']));
    const before = fake.sent
      .slice(
        0,
        fake.sent.findIndex(({ method }) => method === 'POST'),
      )
      .map(({ path }) => path);
    const filters = ['', '&status=available', '&status=pending', '&status=sold'];
    expect(before).toEqual(expect.arrayContaining(filters.map((filter) => `/pets?limit=100${filter}`)));
    expect(before).toEqual(expect.arrayContaining(['/pets', '/pets?status=sold']));
  });
});

describe('a target that cannot be judged', () => {
  const ALL = ['GET /pets', 'GET /pets/ID', 'POST /pets'];
  it.each<[title: string, reply: Reply, sent: readonly string[], given?: Given]>([
    ['rejects the key: 401', refusal(401), ALL],
    ['rejects the key, read-only', refusal(401), ALL.slice(0, 2), READ_ONLY],
    ['rejects the key, with nothing to spend', refusal(401), ALL.slice(0, 2), { run: { budget: createBudget(0) } }],
    ['was waited for: no answer', { failure: 'answer-timeout' }, ALL.slice(0, 1)],
    ['cannot be reached', { failure: 'refused' }, ['GET /pets', 'GET /pets']],
  ])('%s', async (_, reply, sent, given = {}) => {
    const { setUp, broken, fake, violated } = await prepare(() => reply, given);
    expect(fake.sent.map(({ method, path }) => `${method} ${path.replace(/\d+$/, 'ID')}`)).toEqual(sent);
    expect(new Set(fake.sent.map(({ credential }) => credential.id))).toEqual(new Set(['valid']));
    expect([broken, fake.run.budget.spent(), violated()]).toEqual(['', 0, []]);
    expect(setUp.target).not.toBeNull();
    if (reply.status !== undefined) {
      expect(setUp.target?.reason).toBe('The configured key is rejected by every operation.');
      expect(setUp.target?.supply).toContain('PETSTORE_API_KEY');
    }
    const judged = fake.records.flatMap((record) => (record.type === 'judgement' ? [record.judgement] : []));
    // The rules for every response are not verified for the same reason.
    expect(judged.map(({ requirement, outcome, reason }) => `${requirement} ${outcome}: ${reason ?? ''}`)).toEqual(
      requirements.flatMap((row) =>
        'everyAnswer' in row ? [`${row.id} not-verified: ${setUp.target?.reason ?? ''}`] : [],
      ),
    );
    const second = fakeRun(petStore());
    const state = storeState(fake.run, setUp, violated());
    expect((await setUpCatalogue(second.run, state)).setUp.target).toEqual(setUp.target);
    expect(second.sent).toEqual([]);
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
  it.each<[title: string, service: Service, found: readonly number[], broken: string, first?: number, given?: Given]>([
    ['known ones', knowing([7, 9]), [7, 9], ''],
    ['those of other animals first', knowing([4711, 4712], withCategories(4711, 4712)), [4711, 4712], '', 4711],
    ['the configured one before all', knowing([1, 99], pets(1)), [99, 1], '', 99, CONFIGURED],
  ])('are found: %s', async (_, service, found, broken, first, given) => {
    const { setUp, posts, ...prepared } = await prepare(service, given);
    expect(setUp.categories).toEqual(found.map(BigInt));
    expect(setUp.adding).toBeNull();
    expect(prepared.broken).toBe(broken);
    if (first !== undefined) expect(posts[0]).toContain(`"categoryId":${first}`);
  });

  it.each<[title: string, service: Service, broken: string, adding: object, given?: Given]>([
    ['all', knowing([]), '', { supply: expect.stringContaining('PETSTORE_CATEGORY_ID') }],
    ['the configured one too', knowing([]), '', { reason: expect.stringContaining('99') }, CONFIGURED],
    ['most names', rejectingNames, 'CREATE-NAMES', { supply: null }],
  ])('are rejected: %s', async (_, service, broken, adding, given) => {
    const { setUp, ...prepared } = await prepare(service, given);
    expect(setUp).toMatchObject({ adding, starters: [] });
    expect(prepared.broken).toBe(broken);
  });
});

/** What a second try sends, and the rules that it saw kept, after a first one on a service that was broken. */
async function again(broken: Service, given: Given = {}) {
  const first = await prepare(broken, given);
  expect(first.broken).not.toBe('');
  const state = storeState(first.fake.run, first.setUp, first.violated());
  const second = fakeRun(petStore(pets(1)), {}, given.flags);
  const prepared = await setUpCatalogue(second.run, JSON.parse(JSON.stringify(state)));
  prepared.finish();
  const kept = second.records.flatMap((record) => (record.type === 'kept' ? Object.keys(record.rules) : []));
  return { sent: second.sent.map(({ method, path, body }) => `${method} ${path} ${String(body ?? '')}`), kept };
}

/** A service whose list of sold animals is broken until something is added. */
function brokenBeforeAdding(): Service {
  let added = false;
  return but(
    ({ method, path }) => {
      added ||= method === 'POST';
      return !added && path === '/pets?status=sold';
    },
    refusal(500),
    [],
  );
}

describe('a second try', () => {
  it.each<[title: string, broken: Service, sent: readonly RegExp[], kept: string | null, given?: Given]>([
    [
      'one of the additions, with another name',
      but(adds, refusal(500)),
      [/^POST \/pets \{"name":"[^"]+","categoryId":1,"status":"available"\}$/],
      'CREATE-OK',
    ],
    ['reading one', but(({ path }) => path === '/pets/1', refusal(500)), [/^GET \/pets\/1 $/], 'GET-OK', READ_ONLY],
    // What was violated in a smaller catalogue is not taken for unstable by what holds in a larger one.
    ['a page that was read before anything was added', brokenBeforeAdding(), [/^GET \/pets\?status=sold $/], null],
  ])('sends again what was violated: %s', async (_, broken, sent, kept, given) => {
    const second = await again(broken, given);
    expect(second.sent).toEqual(sent.map((pattern) => expect.stringMatching(pattern)));
    if (kept === null) expect(second.kept).toEqual([]);
    else expect(second.kept).toContain(kept);
  });

  it('goes on from what the first knew, and sends nothing for it', async () => {
    const first = await prepare(petStore(pets(1)));
    expect(first.violated()).toEqual([]);
    const state = storeState(first.fake.run, first.setUp, first.violated());
    const second = fakeRun(petStore());
    const { setUp } = await setUpCatalogue(second.run, structuredClone(state));
    expect(second.sent).toEqual([]);
    expect(setUp).toEqual(first.setUp);
    expect(storeState(second.run, setUp, [])).toEqual(state);
  });
});
