import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/conformance/run.ts';
import { storeState } from '../../src/conformance/run-state.ts';
import { setUpCatalogue } from '../../src/conformance/set-up.ts';
import type { Pet } from '../../src/contract/pet.ts';
import { fakeRun, pet, petStore, refusal, type FakeRun, type Service } from './fakes.ts';

/** Prepares a run; gives what the set-up found and what it judged as broken. */
async function prepare(service: Service, changes: Partial<Run> = {}, flags: Readonly<Record<string, string>> = {}) {
  const fake = fakeRun(service, changes, flags);
  const prepared = await setUpCatalogue(fake.run);
  prepared.finish();
  const broken = fake.records.flatMap((record) =>
    record.type === 'judgement' && record.judgement.outcome === 'violated' ? [record.judgement.requirement] : [],
  );
  return { ...prepared, fake, broken, posts: postsOf(fake) };
}

const postsOf = (fake: FakeRun) => fake.sent.filter(({ method }) => method === 'POST');

/** A store that knows only some categories. */
function knowing(categories: readonly number[], catalogue: Pet[] = []): Service {
  const store = petStore(catalogue);
  return (request, serial) => {
    const sent = /"categoryId":(-?\d+)/.exec(String(request.body ?? ''))?.[1];
    return sent === undefined || categories.includes(Number(sent)) ? store(request, serial) : refusal(400);
  };
}

/** A store that refuses the names in which something is found. */
function refusingNames(found: RegExp): Service {
  const store = petStore();
  return (request, serial) => {
    const name = /"name":"([^"]*)"/.exec(String(request.body ?? ''))?.[1];
    return name !== undefined && found.test(name) ? refusal(400) : store(request, serial);
  };
}

describe('setting up on a service that keeps the contract', () => {
  it('finds categories and adds animals of every status and without one', async () => {
    const { setUp, broken } = await prepare(petStore());
    expect(setUp).toMatchObject({ target: null, adding: null, readingOne: 'works', anyCategory: true });
    expect(setUp.categories).toEqual([1n, 2n]);
    expect(new Set(setUp.starters.map(({ status }) => status))).toEqual(
      new Set(['available', 'pending', 'sold', undefined]),
    );
    expect(broken).toEqual([]);
  });

  it('reads every filter, with and without a limit, before it adds anything', async () => {
    const { fake } = await prepare(petStore());
    const before = fake.sent
      .slice(
        0,
        fake.sent.findIndex(({ method }) => method === 'POST'),
      )
      .map(({ path }) => path);
    for (const status of ['available', 'pending', 'sold']) {
      expect(before).toContain(`/pets?status=${status}`);
      expect(before).toContain(`/pets?limit=100&status=${status}`);
    }
    expect(before).toContain('/pets?limit=100');
    expect(new Set(before).size).toBe(8);
  });

  it('writes what it has judged under its own name', async () => {
    const { fake } = await prepare(petStore());
    const judged = fake.records.flatMap((record) => (record.type === 'kept' ? [record.caseId] : []));
    expect(new Set(judged)).toEqual(new Set(['set-up']));
  });

  it('adds nothing under the profile read-only', async () => {
    const { setUp, posts, broken } = await prepare(petStore([pet(1n)]), {}, { profile: 'read-only' });
    expect(posts).toEqual([]);
    expect(setUp).toMatchObject({
      starters: [],
      categories: [],
      adding: null,
      anyCategory: false,
      readingOne: 'works',
    });
    expect(broken).toEqual([]);
  });
});

describe('the categories', () => {
  it.each([
    [
      [7, 9],
      [7n, 9n],
    ],
    [[3], [3n]],
    [
      [2, 3, 4],
      [2n, 3n],
    ],
  ])('of which the service knows %j are found', async (known, found) => {
    const { setUp, broken } = await prepare(knowing(known));
    expect(setUp.categories.map(String)).toEqual(found.map(String));
    expect(setUp).toMatchObject({ adding: null, anyCategory: false });
    expect(broken).toEqual([]);
  });

  it('that other animals have are tried first', async () => {
    const { setUp, posts } = await prepare(
      knowing([4711, 4712], [pet(1n, { categoryId: 4711n }), pet(2n, { categoryId: 4712n })]),
    );
    expect(setUp.categories).toEqual([4711n, 4712n]);
    expect(String(posts[0]?.body)).toContain('4711');
  });

  it('are the first that is seen and the one farthest from zero, where others are seen too', async () => {
    const known = [4711, 4712, -5_000_000_000, 4713];
    const catalogue = known.map((categoryId, index) => pet(BigInt(index + 1), { categoryId: BigInt(categoryId) }));
    const { setUp } = await prepare(knowing(known, catalogue));
    expect(setUp.categories).toEqual([4711n, -5_000_000_000n]);
  });

  it('are those that were sent, whatever an answer shows', async () => {
    const store = petStore([pet(1n, { categoryId: 4711n })]);
    const { setUp, broken } = await prepare((request, serial) => {
      const body = String(request.body ?? '').replace('"categoryId":4711,', '"categoryId":5,');
      return store(request.body === undefined ? request : { ...request, body }, serial);
    });
    expect(setUp.categories).toEqual([4711n, 1n]);
    expect(new Set(broken)).toEqual(new Set(['CREATE-KEEPS-CATEGORY']));
  });

  it('that is configured is tried before all others', async () => {
    const { setUp, posts } = await prepare(knowing([1, 99], [pet(1n)]), {}, { categoryId: '99' });
    expect(setUp.categories).toEqual([99n, 1n]);
    expect(String(posts[0]?.body)).toContain('99');
  });

  it('being all refused, adding is not possible, and nobody is accused', async () => {
    const { setUp, broken, posts } = await prepare(knowing([]));
    expect(setUp.adding).toMatchObject({ supply: expect.stringContaining('PETSTORE_CATEGORY_ID') });
    expect(setUp.starters).toEqual([]);
    // Each category is tried with a plain name too, since it might have been the name that was refused.
    expect(posts).toHaveLength(20);
    expect(posts.filter(({ body }) => String(body).includes('"Luna"'))).toHaveLength(10);
    expect(broken).toEqual([]);
  });

  it('are not accused, but the names, where a plain name is accepted in the same category', async () => {
    const { setUp, broken } = await prepare(refusingNames(/[^A-Za-z]/));
    expect(broken).toEqual(['CREATE-NAMES']);
    expect(setUp.adding).toMatchObject({ reason: expect.stringContaining('names'), supply: null });
  });

  it('and the plain name being refused, nobody is accused', async () => {
    const { setUp, broken } = await prepare(refusingNames(/./));
    expect(broken).toEqual([]);
    expect(setUp.adding).toMatchObject({ supply: expect.stringContaining('PETSTORE_CATEGORY_ID') });
  });

  it('being all refused, the configured one is named', async () => {
    const { setUp } = await prepare(knowing([]), {}, { categoryId: '99' });
    expect(setUp.adding?.reason).toContain('99');
  });

  it.each([409, 422, 500])('are not to be refused with %i', async (status) => {
    const store = petStore();
    const { broken } = await prepare((request, serial) =>
      request.method === 'POST' ? refusal(status) : store(request, serial),
    );
    expect(broken).toContain('CREATE-CATEGORY-INT64');
  });
});

describe('a key that is refused', () => {
  it.each([401, 403])('everywhere with %i leaves all open, says what to set and accuses nobody', async (status) => {
    const { setUp, broken, posts } = await prepare(() => refusal(status));
    expect(setUp.target).toBeNull();
    expect(setUp.adding?.supply).toContain('PETSTORE_API_KEY');
    expect(posts.length).toBeLessThanOrEqual(2);
    expect(broken).toEqual([]);
  });

  it.each([401, 403])('for adding alone with %i leaves adding open', async (status) => {
    const store = petStore([pet(1n)]);
    const { setUp, broken, fake } = await prepare((request, serial) =>
      request.method === 'POST' ? refusal(status) : store(request, serial),
    );
    expect(setUp.adding?.supply).toContain('PETSTORE_API_KEY');
    expect(fake.run.rights.hasAccepted('listPets')).toBe(true);
    expect(broken).toEqual([]);
  });

  it('for listing alone does not keep it from adding', async () => {
    const store = petStore();
    const { setUp, broken } = await prepare((request, serial) =>
      request.operation === 'listPets' ? refusal(403) : store(request, serial),
    );
    expect(setUp).toMatchObject({ adding: null });
    expect(setUp.starters.length).toBeGreaterThan(0);
    expect(broken).toEqual([]);
  });
});

describe('a target that cannot be judged', () => {
  it('is one that does not answer twice', async () => {
    const { setUp, fake, broken } = await prepare(() => ({ failure: 'refused' }));
    expect(setUp.target).toMatchObject({ supply: expect.stringContaining('PETSTORE_BASE_URL') });
    expect(fake.sent).toHaveLength(2);
    expect(broken).toEqual([]);
  });

  it('is not one that answers the second time', async () => {
    const store = petStore();
    const { setUp } = await prepare((request, serial) =>
      serial === 1 ? { failure: 'refused' } : store(request, serial),
    );
    expect(setUp).toMatchObject({ target: null, adding: null });
  });

  it('is not one that breaks its answers off, which is a violation', async () => {
    const { setUp, broken } = await prepare(() => ({ failure: 'cut-short' }));
    expect(setUp.target).toBeNull();
    expect(broken).toContain('ANSWER-COMPLETE');
  });
});

it('the very first answer is judged as any other', async () => {
  const store = petStore();
  const { broken } = await prepare((request, serial) => (serial === 1 ? refusal(500) : store(request, serial)));
  expect(broken).toEqual(['LIST-OK']);
});

const gone: Service = (request, serial) =>
  request.operation === 'getPet' ? refusal(404) : petStore([pet(1n)])(request, serial);
const reads = (fake: FakeRun): number => fake.sent.filter(({ operation }) => operation === 'getPet').length;

describe('reading one', () => {
  it('before its removal is relied on, and its absence judged', async () => {
    expect((await prepare(petStore([pet(1n)]))).setUp.readingOne).toBe('works');
    const { setUp, broken } = await prepare(gone, {}, { profile: 'read-only' });
    expect(setUp.readingOne).toBe('works');
    expect(broken).toEqual(['GET-OK']);
  });

  it('after its removal is not asked for', async () => {
    const { setUp, fake } = await prepare(petStore([pet(1n)]), { phase: 'after' });
    expect(setUp.readingOne).toBe('removed');
    expect(reads(fake)).toBe(0);
  });

  it('on the day may work', async () => {
    const { setUp, broken } = await prepare(petStore([pet(1n)]), { phase: 'on-the-day' });
    expect(setUp.readingOne).toBe('works');
    expect(broken).toEqual([]);
  });

  it.each([404, 410, 400])('on the day may be gone with %i', async (status) => {
    const service: Service = (request, serial) =>
      request.operation === 'getPet' ? refusal(status) : petStore([pet(1n)])(request, serial);
    const { setUp, broken } = await prepare(service, { phase: 'on-the-day' }, { profile: 'read-only' });
    expect(setUp.readingOne).toBe('removed');
    expect(broken).toEqual([]);
  });

  it('on the day is taken for removed where no animal is known', async () => {
    const { setUp, fake } = await prepare(petStore(), { phase: 'on-the-day' }, { profile: 'read-only' });
    expect(setUp.readingOne).toBe('removed');
    expect(reads(fake)).toBe(0);
  });
});

/** What a second try sends, and the rules that it saw kept, after a first one on a service that was broken. */
async function again(broken: Service, flags: Readonly<Record<string, string>> = {}) {
  const first = await prepare(broken, {}, flags);
  expect(first.broken.length).toBeGreaterThan(0);
  const state = storeState(first.fake.run, first.setUp, first.violated());
  const second = fakeRun(petStore([pet(1n)]), {}, flags);
  const prepared = await setUpCatalogue(second.run, JSON.parse(JSON.stringify(state)));
  prepared.finish();
  const kept = second.records.flatMap((record) => (record.type === 'kept' ? Object.keys(record.rules) : []));
  return { sent: second.sent.map(({ method, path, body }) => `${method} ${path} ${String(body ?? '')}`), kept };
}

const failing = (method: string, path: RegExp): Service => {
  const store = petStore([pet(1n)]);
  return (request, serial) =>
    request.method === method && path.test(request.path) ? refusal(500) : store(request, serial);
};

describe('a second try', () => {
  it('goes on from what the first knew, and sends nothing for it', async () => {
    const first = await prepare(petStore([pet(1n)]));
    expect(first.violated()).toEqual([]);
    const state = storeState(first.fake.run, first.setUp, first.violated());
    const second = fakeRun(petStore());
    const { setUp } = await setUpCatalogue(second.run, structuredClone(state));
    expect(second.sent).toEqual([]);
    expect(setUp).toEqual(first.setUp);
    expect(second.run.sightings.find(1n)).toMatchObject({ own: false });
    expect(second.run.sightings.own().map((each) => each.pet)).toEqual(
      first.fake.run.sightings.own().map((each) => each.pet),
    );
    expect(second.run.sightings.largestPage()).toBe(first.fake.run.sightings.largestPage());
    expect(second.run.budget.spent()).toBe(first.fake.run.budget.spent());
    expect(second.run.rights.hasAccepted('createPet')).toBe(true);
  });

  it('sends again one addition of those that were violations, with another name', async () => {
    const { sent, kept } = await again(failing('POST', /pets/));
    expect(sent).toEqual([
      expect.stringMatching(/^POST \/pets \{"name":"[^"]+","categoryId":1,"status":"available"\}$/),
    ]);
    expect(kept).toContain('CREATE-OK');
  });

  it('reads an animal again', async () => {
    expect((await again(failing('GET', /^\/pets\/1$/), { profile: 'read-only' })).sent).toEqual(['GET /pets/1 ']);
  });

  it('takes nothing for unstable that was found before anything was added', async () => {
    const onlyEarly = ((service: Service): Service => {
      let added = false;
      return (request, serial) => {
        added ||= request.method === 'POST';
        return !added && request.path === '/pets?status=sold' ? refusal(500) : service(request, serial);
      };
    })(petStore());
    const { sent, kept } = await again(onlyEarly);
    expect([sent, kept]).toEqual([['GET /pets?status=sold '], []]);
  });

  it('takes it for unstable where the run adds nothing', async () => {
    const { sent, kept } = await again(failing('GET', /\?status=sold$/), { profile: 'read-only' });
    expect(sent).toEqual(['GET /pets?status=sold ']);
    expect(kept).toContain('LIST-STATUS-VALUES');
  });
});
