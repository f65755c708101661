import { expect, it } from 'vitest';
import { boundRequests, watchTarget } from '../../../../src/suite/execution/client-guards.ts';
import type { TransportFailureKind } from '../../../../src/http/exchange.ts';
import { fakeRun, listRequest } from '../fakes.ts';

const DEAD: TransportFailureKind = 'response-timeout';
const dead = (times: number): readonly TransportFailureKind[] => Array.from({ length: times }, () => DEAD);

it.each<[title: string, failures: readonly (TransportFailureKind | null)[], concurrency: number, sent: number]>([
  ['every request, where all are answered', [], 1, 12],
  ['no more after five in a row without a response', dead(5), 1, 5],
  ['no more after as many as are under way at a time', dead(12), 8, 8],
  ['every request, where no five in a row fail', [...dead(4), null, ...dead(4)], 1, 12],
  ['every request, where responses break off', Array.from({ length: 12 }, () => 'cut-short'), 1, 12],
  ['every request, where responses are not HTTP', Array.from({ length: 12 }, () => 'not-http'), 1, 12],
  ['every request, where responses cannot be decoded', Array.from({ length: 12 }, () => 'undecodable'), 1, 12],
])('a watched target gets %s', async (_, failures, concurrency, count) => {
  const { run, sent } = fakeRun((__, serial) => {
    const failure = failures[serial - 1] ?? null;
    return failure === null ? { body: '[]' } : { failure };
  });
  const client = watchTarget(run.client, concurrency);
  const connection = client.openConnection();
  for (let time = 0; time < 12; time += 1) {
    const request = { ...listRequest, path: `/pets?limit=${time}` };
    const {
      result,
      request: responded,
      attempts,
    } = await (time % 2 === 0 ? client : connection).send(request, 'some/case');
    expect(responded).toBe(request);
    // What is not sent fails like the last that was.
    const failure = failures[Math.min(time, count - 1)] ?? null;
    expect(result.kind === 'no-response' ? result.failure.kind : null).toBe(failure);
    // A request that was not sent has no attempt, so it can have added no pet.
    expect(attempts).toHaveLength(time < count ? 1 : 0);
  }
  expect(sent).toHaveLength(count);
});

it('a bounded client sends as many requests as it may, and fails the others', async () => {
  const { run, sent } = fakeRun(() => ({ body: '[]' }));
  const client = boundRequests(run.client, 2);
  const send = () => client.send(listRequest, 'some/case');
  expect([(await send()).result.kind, client.isSpent()]).toEqual(['response', false]);
  expect([(await send()).result.kind, client.isSpent()]).toEqual(['response', true]);
  const { result } = await client.openConnection().send(listRequest, 'some/case');
  expect(result.kind === 'no-response' ? result.failure.kind : null).toBe('request-limit');
  expect(sent).toHaveLength(2);
});

it.each([
  [true, 3],
  [false, 1],
])('a bounded client sends a disturbed request again unless it is sent only once: %s', async (isRetried, count) => {
  const { run, sent } = fakeRun(() => ({ failure: 'closed-before-response' }));
  await boundRequests(run.client, 9).send({ ...listRequest, isRetried }, 'some/case');
  expect(sent).toHaveLength(count);
});
