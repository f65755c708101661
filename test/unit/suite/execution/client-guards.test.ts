import { expect, it } from 'vitest';
import { boundRequests, type GuardedClient, watchTarget } from '../../../../src/suite/execution/client-guards.ts';
import { listRequest as list } from '../../../../src/suite/operations/list-pets.ts';
import type { TransportFailureKind } from '../../../../src/http/exchange.ts';
import { createApi } from '../../../../src/suite/api.ts';
import { createScope } from '../../../../src/suite/case-scope.ts';
import { type FakeRun, fakeRun, listRequest } from '../fakes.ts';

const DEAD: TransportFailureKind = 'response-timeout';
const dead = (times: number): readonly TransportFailureKind[] => Array.from({ length: times }, () => DEAD);
const NOT_SENT = /^The request was not sent( after|:)/;

/** A run whose requests fail in turn, where there is a failure. */
function failingRun(failures: readonly (TransportFailureKind | null)[]): FakeRun {
  return fakeRun((_, serial) => {
    const failure = failures[serial - 1] ?? null;
    return failure === null ? { body: '[]' } : { failure };
  });
}

/** Sends requests by the API of a case, until it stops. */
async function sendByCase({ run }: FakeRun, client: GuardedClient, times: number): Promise<void> {
  const guarded = { ...run, client };
  for (let time = 0; time < times; time += 1) {
    const scope = createScope(guarded, { caseId: `case/${time}`, attempt: 'first' });
    await createApi(guarded, scope)
      .send(list())
      .catch(() => undefined);
  }
}

it.each<[title: string, failures: readonly (TransportFailureKind | null)[], concurrency: number, sent: number]>([
  ['every request, where all are answered', [], 1, 12],
  ['no more after five in a row without a response', dead(5), 1, 5],
  ['no more after as many as are under way at a time', dead(12), 8, 8],
  ['every request, where no five in a row fail', [...dead(4), null, ...dead(4)], 1, 12],
  ['every request, where responses break off', Array.from({ length: 12 }, () => 'cut-short'), 1, 12],
  ['every request, where responses are not HTTP', Array.from({ length: 12 }, () => 'not-http'), 1, 12],
  ['every request, where responses cannot be decoded', Array.from({ length: 12 }, () => 'undecodable'), 1, 12],
])('a watched target gets %s', async (_, failures, concurrency, count) => {
  const fake = failingRun(failures);
  await sendByCase(fake, watchTarget(fake.run.client, concurrency), 12);
  expect(fake.sent).toHaveLength(count);
});

it('counts failures on separate connections too, until a response arrives', async () => {
  const fake = failingRun([...dead(5), null]);
  const client = watchTarget(fake.run.client, 1);
  const connection = client.openConnection();
  for (let time = 0; time < 5; time += 1) {
    expect(client.obstacle()).toBeNull();
    await (time % 2 === 0 ? client : connection).send(listRequest, 'some/case');
  }
  expect(client.obstacle()?.reason).toMatch(NOT_SENT);
  await client.send(listRequest, 'some/case');
  expect(client.obstacle()).toBeNull();
});

it('a request that is not sent cites no exchange and says why', async () => {
  const fake = failingRun(dead(7));
  await sendByCase(fake, watchTarget(fake.run.client, 1), 7);
  const stops = fake.records.flatMap((record) => (record.type === 'stopped' ? [record] : []));
  expect(stops.map(({ exchanges }) => exchanges)).toEqual([['x1'], ['x2'], ['x3'], ['x4'], ['x5'], [], []]);
  expect(stops[5]).toMatchObject({
    reason: expect.stringMatching(NOT_SENT) as string,
    howToResolve: stops[4]?.howToResolve,
    cause: 'no-response',
  });
});

it('a target that was not asked because of a bound of the run is given that bound as the reason', async () => {
  const fake = failingRun(Array.from({ length: 6 }, () => 'request-limit'));
  await sendByCase(fake, watchTarget(fake.run.client, 1), 6);
  const stops = fake.records.flatMap((record) => (record.type === 'stopped' ? [record] : []));
  expect(stops[5]).toMatchObject({ reason: stops[4]?.reason, cause: 'max-requests', exchanges: [] });
});

it('a bounded client sends as many requests as it may, and no others', async () => {
  const fake = failingRun([]);
  const client = boundRequests(fake.run.client, 2);
  await sendByCase(fake, client, 1);
  expect(client.obstacle()).toBeNull();
  await sendByCase(fake, client, 2);
  expect(client.obstacle()).toMatchObject({ reason: expect.stringMatching(NOT_SENT) as string, cause: 'no-response' });
  expect(fake.sent).toHaveLength(2);
});

it('a bounded client sends nothing to a target that is gone', async () => {
  const fake = failingRun(dead(9));
  const client = watchTarget(fake.run.client, 1);
  await sendByCase(fake, client, 5);
  expect(boundRequests(client, 2).obstacle()).toEqual(client.obstacle());
});

it.each([
  [true, 3],
  [false, 1],
])('a bounded client sends a disturbed request again unless it is sent only once: %s', async (isRetried, count) => {
  const { run, sent } = fakeRun(() => ({ failure: 'closed-before-response' }));
  await boundRequests(run.client, 9).send({ ...listRequest, isRetried }, 'some/case');
  expect(sent).toHaveLength(count);
});
