import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../src/conformance/budget.ts';
import { storeState } from '../../../src/conformance/run-state.ts';
import { setUpCatalogue } from '../../../src/conformance/set-up.ts';
import { requirements } from '../../../src/contract/requirements.ts';
import { fakeRun, pet, petStore, refusal, type FakeRun, type Service } from './fakes.ts';
import { prepare } from './prepared-set-up.ts';

const EVERY_ANSWER = requirements.flatMap((row) => ('everyAnswer' in row ? [row.id] : []));
const reads = (fake: FakeRun): number => fake.sent.filter(({ operation }) => operation === 'getPet').length;

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

const HTML = { 'content-type': ['text/html'] };
/** Rejects the key as a gateway in front of the service does. */
const gateway: Service = () => ({ status: 401, headers: HTML, body: '<html>Sign in</html>' });

describe('a key that is rejected by every operation', () => {
  it.each<readonly [string, Service]>([
    ['401', () => refusal(401)],
    ['403', () => refusal(403)],
    ['a page of a gateway', gateway],
  ])('with %s ends the run, says what to set and reports no violation', async (_, service) => {
    const { setUp, broken, fake } = await prepare(service);
    expect(setUp.target?.reason).toBe('The configured key is rejected by every operation.');
    expect(setUp.target?.supply).toContain('PETSTORE_API_KEY');
    expect(fake.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /pets',
      expect.stringMatching(/^GET \/pets\/\d+$/),
      'POST /pets',
    ]);
    expect(new Set(fake.sent.map(({ credential }) => credential.id))).toEqual(new Set(['valid']));
    expect(fake.run.budget.spent()).toBe(0);
    expect(broken).toEqual([]);
  });

  it('leaves the rules for every response not verified for the same reason', async () => {
    const { setUp, fake } = await prepare(gateway);
    const judged = fake.records.flatMap((record) => (record.type === 'judgement' ? [record.judgement] : []));
    expect(judged).toHaveLength(EVERY_ANSWER.length);
    expect(judged.map(({ requirement }) => requirement)).toEqual(EVERY_ANSWER);
    expect(new Set(judged.map(({ outcome, reason }) => `${outcome}: ${reason ?? ''}`))).toEqual(
      new Set([`not-verified: ${setUp.target?.reason ?? ''}`]),
    );
  });

  it('is tried with no operation that may add where the run adds nothing', async () => {
    const readOnly = await prepare(() => refusal(401), {}, { profile: 'read-only' });
    expect(readOnly.setUp.target).not.toBeNull();
    expect(readOnly.posts).toEqual([]);
    const spent = await prepare(() => refusal(401), { budget: createBudget(0) });
    expect(spent.setUp.target).not.toBeNull();
    expect(spent.posts).toEqual([]);
  });

  it.each(['on-the-day', 'after'] as const)('is not tried by reading one that may be removed: %s', async (phase) => {
    const { setUp, fake } = await prepare(() => refusal(401), { phase });
    expect(setUp.target).not.toBeNull();
    expect(reads(fake)).toBe(0);
  });

  it('sends nothing in a second try', async () => {
    const first = await prepare(gateway);
    expect(first.violated()).toEqual([]);
    const second = fakeRun(gateway);
    const { setUp } = await setUpCatalogue(second.run, storeState(first.fake.run, first.setUp, []));
    expect(setUp.target).toEqual(first.setUp.target);
    expect(second.sent).toEqual([]);
  });
});

describe('a key that is rejected', () => {
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

/** Rejects the key, but for reading one, whose responses are broken. */
const brokenReading: Service = (request) =>
  request.operation === 'getPet' ? { status: 404, headers: HTML, body: '{}' } : refusal(401);

describe('a key that is rejected at first', () => {
  it('and accepted by reading one is tried with nothing else, and the first response is judged', async () => {
    const store = petStore([pet(1n)]);
    const { setUp, broken, fake } = await prepare((request, serial) =>
      serial === 1 ? refusal(401) : store(request, serial),
    );
    expect(setUp).toMatchObject({ target: null, adding: null });
    expect(fake.sent.slice(0, 3).map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
    expect(broken).toEqual(['AUTH-VALID-KEY']);
  });

  it('and accepted by adding goes on with the pet that this added', async () => {
    const store = petStore();
    const { setUp, broken, fake, posts } = await prepare((request, serial) =>
      request.method === 'GET' ? refusal(403) : store(request, serial),
    );
    expect(setUp.target).toBeNull();
    expect(fake.run.sightings.own()).toHaveLength(posts.length);
    expect(fake.run.budget.spent()).toBe(posts.length);
    expect(broken).toEqual([]);
  });

  it('goes on where another operation gives no response', async () => {
    const { setUp, broken } = await prepare((request) =>
      request.operation === 'getPet' ? { failure: 'answer-timeout' } : refusal(401),
    );
    expect(setUp.target).toBeNull();
    expect(broken).toEqual([]);
  });

  it('and answered by a broken response of another operation is judged, and tried again', async () => {
    const { broken } = await prepare(brokenReading);
    expect(broken).toContain('ANSWER-MEDIA-TYPE');
    expect((await again(brokenReading)).sent).toContainEqual(expect.stringMatching(/^GET \/pets\/\d+ $/));
  });
});

describe('a target that cannot be judged', () => {
  it('is one that gave no response before, to which nothing is sent', async () => {
    const fake = fakeRun(petStore());
    const unreachable = { reason: 'The target gave no response within 3 s.', supply: null };
    const { setUp } = await setUpCatalogue(fake.run, null, unreachable);
    expect(setUp.target).toEqual(unreachable);
    expect(fake.sent).toEqual([]);
  });

  it.each(['connect-timeout', 'answer-timeout', 'rate-limited'] as const)(
    'is one that was waited for already: %s',
    async (failure) => {
      const { setUp, fake } = await prepare(() => ({ failure }));
      expect(setUp.target).not.toBeNull();
      expect(fake.sent).toHaveLength(1);
    },
  );

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

it('the very first answer is judged like every other', async () => {
  const store = petStore();
  const { broken } = await prepare((request, serial) => (serial === 1 ? refusal(500) : store(request, serial)));
  expect(broken).toEqual(['LIST-OK']);
});

const gone: Service = (request, serial) =>
  request.operation === 'getPet' ? refusal(404) : petStore([pet(1n)])(request, serial);

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
