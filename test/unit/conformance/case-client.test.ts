import { describe, expect, it } from 'vitest';
import type { CaseClient } from '../../../src/conformance/case-client.ts';
import type { Run } from '../../../src/conformance/run.ts';
import { errorText, fakeRun, pageReply, pet, petStore, petText, refusal, type Service } from './fakes.ts';
import { inTurn, NEW, work } from './work-on.ts';

const listTwice = async (client: CaseClient): Promise<void> => {
  await client.list();
  await client.list();
};

const listingOnly: Service = (request) => (request.operation === 'listPets' ? pageReply([]) : refusal(401));

describe('the valid key', () => {
  it.each([401, 403])('refused with %i by an operation that never takes it leaves the case open', async (status) => {
    const { left, stop, broken } = await work(
      () => refusal(status),
      (client) => client.list(),
    );
    expect(left).toBe(true);
    expect(stop).toMatchObject({ outcome: 'not-verified', supply: expect.stringContaining('PETSTORE_API_KEY') });
    expect(broken).toEqual([]);
  });

  it('refused by an operation that took it before is a violation', async () => {
    expect((await work(inTurn(pageReply([]), refusal(401)), listTwice)).broken).toEqual(['AUTH-VALID-KEY']);
    expect((await work(inTurn(pageReply([]), refusal(403)), listTwice)).broken).toEqual(['LIST-OK']);
  });

  it('may be taken by one operation and not by another', async () => {
    const { broken, stop } = await work(listingOnly, async (client) => {
      await client.list();
      await client.read(1n);
    });
    expect(stop?.reason).toContain('getPet');
    expect(broken).toEqual([]);
  });
});

describe('listing', () => {
  it.each<[Parameters<CaseClient['list']>[0], string]>([
    [{}, 'LIST-OK'],
    [{ limit: 5 }, 'LIST-LIMIT-RANGE'],
    [{ status: 'sold' }, 'LIST-STATUS-VALUES'],
    [{ limit: 5, status: 'sold' }, 'LIST-LIMIT-RANGE'],
  ])('with %j is answered 200, which is judged as %s', async (query, requirement) => {
    expect((await work(petStore(), (client) => client.list(query))).held).toContain(requirement);
    for (const status of [204, 301, 400, 403, 404, 422, 500]) {
      const { broken, left } = await work(inTurn(pageReply([]), { status, body: '[]' }), async (client) => {
        await client.list();
        await client.list(query);
      });
      expect([left, broken]).toEqual([true, [requirement]]);
    }
  });
});

/** Adds an animal to three, and reads it on a service that then denies it and lists only the first so many. */
const denied = (listed: number) => {
  const store = petStore([pet(1n), pet(2n), pet(3n)]);
  let added = false;
  const service: Service = (request, serial) => {
    if (request.operation === 'getPet') return refusal(404);
    added ||= request.method === 'POST';
    const path = added && request.operation === 'listPets' ? `/pets?limit=${listed}` : request.path;
    return store({ ...request, path }, serial);
  };
  return work(
    service,
    async (client) => {
      await client.list();
      await client.read((await client.add(NEW)).pet.id);
    },
    {},
    { settle: '0' },
  );
};

describe('reading one', () => {
  it('gives the animal asked for', async () => {
    expect((await work(petStore([pet(7n)]), (client) => client.read(7n))).broken).toEqual([]);
  });

  it('is not to give another', async () => {
    const rounded = inTurn({ body: petText(pet(2n ** 53n)) });
    expect((await work(rounded, (client) => client.read(2n ** 53n + 1n))).broken).toEqual(['GET-SAME']);
  });

  it.each([204, 400, 410, 500])('is not to be answered %i', async (status) => {
    expect((await work(inTurn({ status, body: '{}' }), (client) => client.read(7n))).broken).toEqual(['GET-OK']);
  });

  it('is wrong with a 404 for an animal that the list shows', async () => {
    expect((await denied(4)).broken).toEqual(['GET-OK']);
  });

  it('is right with a 404 for an animal that a complete list does not show either: adding it is wrong', async () => {
    expect((await denied(2)).broken).toEqual(['CREATE-STORED']);
  });

  it('is wrong with a 404 where the list may be capped and proves no absence', async () => {
    expect((await denied(3)).broken).toEqual(['GET-OK']);
  });

  it('of an animal of others is wrong with a 404 while the list still shows it', async () => {
    const listed = pageReply([pet(7n)]);
    const found = await work(
      ({ path }) => (path.startsWith('/pets?') ? listed : refusal(404)),
      (client) => client.read(7n),
    );
    expect(found.broken).toEqual(['GET-OK']);
  });

  it('of an animal of others is not judged where the list does not show it any more', async () => {
    const found = await work(
      ({ path }) => (path.startsWith('/pets?') ? pageReply([]) : refusal(404)),
      (client) => client.read(7n),
    );
    expect(found.broken).toEqual([]);
  });
});

const sendEmpty = async (client: CaseClient): Promise<unknown> =>
  client.refused('CREATE-REFUSES-EMPTY', await client.post('', 'named'), 400);

const refuse = async (client: CaseClient, run: Run): Promise<unknown> =>
  client.refused(
    'AUTH-MISSING-LIST',
    await client.send(
      { method: 'GET', path: '/pets', operation: 'listPets', credential: run.credentials.none },
      'named',
    ),
    401,
  );

describe('a refusal', () => {
  it('has its status and an Error', async () => {
    const { broken, held, fake } = await work(() => refusal(400), sendEmpty);
    expect(broken).toEqual([]);
    expect(held).toContain('CREATE-REFUSES-EMPTY');
    expect(fake.run.budget.spent()).toBe(0);
  });

  it.each([200, 201, 404, 415, 422, 500])('is not to be answered %i', async (status) => {
    expect((await work(() => ({ status, body: errorText(status) }), sendEmpty)).broken).toEqual([
      'CREATE-REFUSES-EMPTY',
    ]);
  });

  it('that added an animal is noted as not intended', async () => {
    const { fake } = await work(() => ({ status: 201, body: '{"id": 77}' }), sendEmpty);
    expect(fake.records).toMatchObject([{ type: 'created', animal: { id: '77', intended: false } }]);
    expect(fake.run.budget.spent()).toBe(1);
  });

  it('of a missing key should say how to authenticate', async () => {
    const { run } = fakeRun(petStore());
    expect(
      (
        await work(
          () => refusal(401),
          (client) => refuse(client, run),
        )
      ).broken,
    ).toEqual([]);
    expect(
      (
        await work(
          () => ({ status: 401, body: errorText(401) }),
          (client) => refuse(client, run),
        )
      ).broken,
    ).toEqual(['AUTH-CHALLENGE']);
    expect(
      (
        await work(
          () => refusal(403),
          (client) => refuse(client, run),
        )
      ).broken,
    ).toEqual(['AUTH-MISSING-LIST']);
  });
});
