import { describe, expect, it } from 'vitest';
import { watchTarget, type WatchedClient } from '../../../src/conformance/watch-target.ts';
import type { Answer } from '../../../src/target/answer.ts';
import type { TransportFailureKind } from '../../../src/target/exchange.ts';
import { fakeRun, listRequest, type FakeRun, type Reply } from './fakes.ts';

const DEAD: TransportFailureKind = 'answer-timeout';

/** A client whose answers fail as listed, in turn; `null` is an answer, and what comes after the list too. */
function watched(
  failures: readonly (TransportFailureKind | null)[],
  concurrency = 1,
): FakeRun & { readonly client: WatchedClient } {
  const fake = fakeRun((_, serial): Reply => {
    const failure = failures[serial - 1] ?? null;
    return failure === null ? { body: '[]' } : { failure };
  });
  return { ...fake, client: watchTarget(fake.run.client, concurrency) };
}

async function send(client: WatchedClient, times: number): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let time = 0; time < times; time += 1) answers.push(await client.send(listRequest, 'some/case'));
  return answers;
}

const five = Array.from({ length: 5 }, () => DEAD);

describe('watchTarget', () => {
  it('passes requests and answers on, and counts them', async () => {
    const { client, sent } = watched([]);
    const [answer] = await send(client, 3);
    expect(answer?.result.kind).toBe('answered');
    expect(sent).toHaveLength(3);
    expect(client.sentCount()).toBe(3);
  });

  it('sends no more once five requests in a row had no answer', async () => {
    const { client, sent } = watched(five);
    const answers = await send(client, 8);
    expect(sent).toHaveLength(5);
    expect(client.sentCount()).toBe(5);
    expect(answers.map(({ result }) => result.kind === 'unanswered' && result.failure.kind)).toEqual(
      Array.from({ length: 8 }, () => DEAD),
    );
  });

  it('gives the request that was not sent with the last failure', async () => {
    const { client } = watched(five);
    await send(client, 5);
    const request = { ...listRequest, path: '/pets?limit=3' };
    const answer = await client.send(request, 'some/case');
    expect(answer.request).toBe(request);
    expect(answer.result.kind).toBe('unanswered');
  });

  it('bears as many failures as requests are under way at a time', async () => {
    const { client, sent } = watched([...five, DEAD, DEAD], 8);
    await send(client, 12);
    expect(sent).toHaveLength(12);
  });

  it('counts anew after an answer', async () => {
    const { client, sent } = watched([DEAD, DEAD, DEAD, DEAD, null, DEAD, DEAD, DEAD, DEAD, null]);
    await send(client, 12);
    expect(sent).toHaveLength(12);
  });

  it.each<TransportFailureKind>(['cut-short', 'not-http', 'undecodable'])(
    'takes a target that answers %s for one that is there',
    async (kind) => {
      const { client, sent } = watched(Array.from({ length: 9 }, () => kind));
      await send(client, 9);
      expect(sent).toHaveLength(9);
    },
  );

  it('counts what is sent on a connection of its own as well', async () => {
    const { client } = watched([]);
    const connection = client.openConnection();
    await connection.send(listRequest, 'some/case');
    expect(client.sentCount()).toBe(1);
  });

  it('leaves the rest of the client as it is', () => {
    const { client, run } = watched([]);
    expect(client.pacing()).toEqual(run.client.pacing());
  });
});
