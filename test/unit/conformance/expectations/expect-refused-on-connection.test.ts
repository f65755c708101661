import { describe, expect, it } from 'vitest';
import { createCaseClient } from '../../../../src/conformance/case-client.ts';
import { expectRefusedOnConnection } from '../../../../src/conformance/expectations/expect-refused-on-connection.ts';
import type { Run } from '../../../../src/conformance/run.ts';
import type { OutgoingRequest } from '../../../../src/target/answer.ts';
import { court, credentials, fakeRun, isLeft, pageReply, petStore, refusal, type Service } from '../fakes.ts';

const list = { method: 'GET', path: '/pets', operation: 'listPets' } as const;
const add = { method: 'POST', path: '/pets', operation: 'createPet', body: '{"name":"Rex","categoryId":1}' } as const;

async function expectOn(
  service: Service,
  request: Omit<OutgoingRequest, 'credential'> = list,
  changes: Partial<Run> = {},
) {
  const fake = fakeRun(service, changes);
  const { judge, judgements, verdicts, stop } = court(['AUTH-EVERY-REQUEST']);
  const client = createCaseClient(fake.run, judge);
  const left = await isLeft(() =>
    expectRefusedOnConnection(fake.run, client, judge, request, 'key-without-last-character'),
  );
  const own = judgements().filter(({ requirement }) => requirement === 'AUTH-EVERY-REQUEST');
  return { left, fake, stop: stop(), verdicts: verdicts(), outcomes: own.map(({ outcome }) => outcome) };
}

/** A store that keeps its connections: each second request goes on the connection of the one before. */
const keeping =
  (service: Service): Service =>
  (request, serial) => ({
    ...service(request, serial),
    connection: serial % 2 === 0 ? 'reused' : 'fresh',
  });

/** A store that checks no key on a connection that it has accepted before. */
const trusting = keeping((_, serial) =>
  serial % 2 === 0 ? pageReply([]) : petStore()({ ...list, credential: credentials.valid }, serial),
);

/** A store that keeps only the second connection that was opened to it. */
const keepingTheSecond: Service = (request, serial) => ({
  ...petStore()(request, serial),
  connection: serial === 4 ? 'reused' : 'fresh',
});

describe('a refused request that follows an accepted one on its connection', () => {
  it('is refused', async () => {
    const { outcomes, fake, left } = await expectOn(keeping(petStore()));
    expect(left).toBe(false);
    expect(outcomes).toEqual(['satisfied']);
    expect(fake.sent.map(({ credential }) => credential.id)).toEqual(['valid', 'key-without-last-character']);
  });

  it('is not to be accepted', async () => {
    expect((await expectOn(trusting)).outcomes).toEqual(['violated']);
  });

  it.each([400, 403, 500])('is not to be answered %i', async (status) => {
    const service = keeping((_, serial) => (serial % 2 === 0 ? refusal(status) : pageReply([])));
    expect((await expectOn(service)).outcomes).toEqual(['violated']);
  });

  it('needs an Error', async () => {
    const service = keeping((_, serial) => (serial % 2 === 0 ? { status: 401, body: '{}' } : pageReply([])));
    const { outcomes, verdicts } = await expectOn(service);
    expect(outcomes).toEqual(['satisfied']);
    expect(verdicts).toContain('ERROR-OBJECT violated');
  });

  it('may add an animal, which counts only if it is not refused', async () => {
    const refused = await expectOn(keeping(petStore()), add);
    expect(refused.outcomes).toEqual(['satisfied']);
    expect(refused.fake.run.budget.spent()).toBe(0);
    const accepted = await expectOn(
      keeping((_, serial) => (serial % 2 === 0 ? { status: 201, body: '{"id":5}' } : pageReply([]))),
      add,
    );
    expect(accepted.outcomes).toEqual(['violated']);
    expect(accepted.fake.run.budget.spent()).toBe(1);
    expect(accepted.fake.records).toMatchObject([{ type: 'created', animal: { id: '5', intended: false } }]);
  });
});

describe('where it cannot be tried', () => {
  it('it does not apply to a service that closes its connections, tried three times', async () => {
    const { left, stop, fake, outcomes } = await expectOn(petStore());
    expect(left).toBe(true);
    expect(stop?.outcome).toBe('not-applicable');
    expect(fake.sent).toHaveLength(6);
    expect(outcomes).toEqual([]);
  });

  it('it is tried again where a connection was closed once', async () => {
    expect((await expectOn(keepingTheSecond)).outcomes).toEqual(['satisfied']);
  });

  it('it is not verified where the key is refused', async () => {
    const { left, stop, outcomes } = await expectOn(() => refusal(401));
    expect(left).toBe(true);
    expect(stop).toMatchObject({ outcome: 'not-verified', supply: expect.stringContaining('PETSTORE_API_KEY') });
    expect(outcomes).toEqual([]);
  });

  it('it is not verified where nothing answers', async () => {
    const { stop, outcomes } = await expectOn(() => ({ failure: 'answer-timeout' }));
    expect(stop?.outcome).toBe('not-verified');
    expect(outcomes).toEqual([]);
  });

  it('it does not apply to a key of which the credential cannot be made', async () => {
    const { 'key-without-last-character': _, ...rest } = credentials;
    const { stop, fake } = await expectOn(petStore(), list, { credentials: rest });
    expect(stop?.outcome).toBe('not-applicable');
    expect(fake.sent).toEqual([]);
  });
});

it('the accepted request is judged like every other', async () => {
  const failing = keeping((_, serial) => (serial % 2 === 0 ? refusal(401) : refusal(500)));
  expect((await expectOn(failing)).verdicts).toContain('LIST-OK violated');
});

it.each<[string, Service, number]>([
  ['that was reused', keeping(petStore()), 1],
  ['that the service closed', petStore(), 3],
  ['on which the key was refused', () => refusal(401), 1],
  ['on which nothing was answered', () => ({ failure: 'answer-timeout' }), 1],
])('a connection %s is closed in the end', async (_, service, times) => {
  const { run } = fakeRun(service);
  const { judge } = court(['AUTH-EVERY-REQUEST']);
  let closed = 0;
  const openConnection = () => ({ ...run.client.openConnection(), close: () => void (closed += 1) });
  const client = { ...run.client, openConnection };
  await isLeft(() =>
    expectRefusedOnConnection(
      { ...run, client },
      createCaseClient(run, judge),
      judge,
      list,
      'key-without-last-character',
    ),
  );
  expect(closed).toBe(times);
});
