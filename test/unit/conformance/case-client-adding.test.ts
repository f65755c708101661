import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../src/conformance/budget.ts';
import type { CaseClient } from '../../../src/conformance/case-client.ts';
import { pet, petStore, petText, refusal, type Reply } from './fakes.ts';
import { inTurn, NEW, work } from './work-on.ts';

const post = (client: CaseClient) => client.add(NEW);
const postEither = (client: CaseClient) => client.addOrRefuse(NEW, 'CREATE-CATEGORY-INT64');

const spent = async (reply: Reply): Promise<number> => (await work(inTurn(reply), post)).fake.run.budget.spent();

describe('adding', () => {
  it('gives the animal, notes it and counts it', async () => {
    const { broken, fake } = await work(petStore(), post);
    expect(broken).toEqual([]);
    expect(fake.run.budget.spent()).toBe(1);
    expect(fake.records).toMatchObject([{ type: 'created', animal: { id: '1000', name: 'Rex', intended: true } }]);
    expect(fake.run.sightings.own()).toHaveLength(1);
  });

  it.each([200, 202, 204, 302, 400, 404, 409, 422, 500])('is not to be answered %i', async (status) => {
    const service = inTurn({ status, body: petText({ ...NEW, id: 5n }) });
    expect((await work(service, post)).broken).toEqual(['CREATE-OK']);
    const open = await work(service, (client) => client.add({ ...NEW, status: undefined }));
    expect(open.broken).toContain('CREATE-STATUS-OPTIONAL');
    expect((await work(service, (client) => client.add(NEW, 'CREATE-DUPLICATES'))).broken).toEqual([
      'CREATE-DUPLICATES',
    ]);
  });

  it('gives back to the budget only what was certainly not added', async () => {
    expect(await spent(refusal(400))).toBe(0);
    // A server error does not tell whether the animal was stored before it.
    expect(await spent(refusal(500))).toBe(1);
    expect(await spent({ failure: 'refused' })).toBe(0);
    expect(await spent({ failure: 'answer-timeout' })).toBe(1);
    expect(await spent({ failure: 'cut-short' })).toBe(1);
    expect(await spent({ status: 302 })).toBe(1);
  });

  it('sends nothing where the budget is spent', async () => {
    const { stop, fake, left } = await work(petStore(), post, { budget: createBudget(0) });
    expect(left).toBe(true);
    expect(stop).toMatchObject({ outcome: 'not-verified', supply: expect.stringContaining('PETSTORE_MAX_CREATES') });
    expect(fake.sent).toEqual([]);
  });

  it('sends nothing under the profile read-only', async () => {
    const { stop, fake } = await work(petStore(), post, {}, { profile: 'read-only' });
    expect(stop?.outcome).toBe('not-applicable');
    expect(fake.sent).toEqual([]);
  });
});

describe('adding what may be refused', () => {
  it('is right with 201 and the animal, and with 400 and an Error', async () => {
    expect((await work(petStore(), postEither)).broken).toEqual([]);
    const refused = await work(() => refusal(400), postEither);
    expect(refused).toMatchObject({ broken: [], left: false });
    expect(refused.held).toContain('ERROR-CODE');
  });

  it('is wrong with 400 and no Error', async () => {
    expect((await work(() => ({ status: 400, body: '{}' }), postEither)).broken).toEqual(['ERROR-OBJECT']);
  });

  it('is wrong with an animal that is another', async () => {
    expect(
      (await work(() => ({ status: 201, body: petText(pet(5n, { name: 'Rex', categoryId: 2n })) }), postEither)).broken,
    ).toEqual(['CREATE-KEEPS-CATEGORY']);
  });

  it.each([302, 404, 409, 422, 500])('is wrong with %i', async (status) => {
    expect((await work(() => refusal(status), postEither)).broken).toEqual(['CREATE-CATEGORY-INT64']);
  });

  it('is wrong with another success than 201', async () => {
    expect((await work(() => ({ status: 200, body: petText({ ...NEW, id: 5n }) }), postEither)).broken).toEqual([
      'CREATE-OK',
    ]);
  });
});
