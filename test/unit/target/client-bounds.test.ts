import { afterEach, describe, expect, it } from 'vitest';
import { defaultNetwork } from '../../../src/target/network-settings.ts';
import { clientFor, createRequest, listRequest, type Tried } from '../../support/client-under-test.ts';
import { answerText, type Behaviour, type RawServer, startRawServer } from '../../support/raw-server.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function tryOn(
  behaviour: Behaviour,
  changes: Parameters<typeof clientFor>[1] = {},
): Promise<Tried & { readonly server: RawServer }> {
  const server = await startRawServer(behaviour);
  const tried = clientFor(server.baseUrl, changes);
  closers.push(server.close, tried.client.close);
  return { ...tried, server };
}

const answering: Behaviour = (socket) => socket.write(answerText(200, '[]'));
const busy = answerText(503, '{}', ['Retry-After: 3']);

describe('the most requests of a run', () => {
  it('are sent, and what follows is told as the bound that it is', async () => {
    const { client, server } = await tryOn(answering, { network: { ...defaultNetwork, maxRequests: 2 } });
    const kinds: string[] = [];
    for (let sent = 0; sent < 4; sent += 1) {
      const { result } = await client.send(listRequest, 'case');
      kinds.push(result.kind === 'answered' ? 'answered' : result.failure.kind);
    }
    expect(kinds).toEqual(['answered', 'answered', 'request-limit', 'request-limit']);
    expect(server.requests).toHaveLength(2);
  });
});

describe('the deepest nesting that is read', () => {
  it('comes with each answer', async () => {
    const { client } = await tryOn(answering, { network: { ...defaultNetwork, maxDepth: 7 } });
    expect((await client.send(listRequest, 'case')).result).toMatchObject({ kind: 'answered', maxDepth: 7 });
  });
});

describe('the most requests in a second', () => {
  it('are spread evenly', async () => {
    const { client, time } = await tryOn(answering, { network: { ...defaultNetwork, requestsPerSecond: 4 } });
    await Promise.all(Array.from({ length: 5 }, () => client.send(listRequest, 'case')));
    const slept = time.slept.reduce((sum, each) => sum + each, 0);
    // The first goes at once, and the others follow every 250 ms; timers may catch up with 20 ms.
    expect(slept).toBeGreaterThanOrEqual(980);
    expect(slept).toBeLessThanOrEqual(1_000);
  });

  it('hold nobody up where none are set', async () => {
    const { client, time } = await tryOn(answering);
    await Promise.all(Array.from({ length: 5 }, () => client.send(listRequest, 'case')));
    expect(time.slept).toEqual([]);
  });
});

describe('a 503 with Retry-After', () => {
  it('slows the run down and is asked again, an addition counting twice', async () => {
    const { client, time } = await tryOn((socket, _request, all) =>
      socket.write(all === 1 ? busy : answerText(201, '{}')),
    );
    const { result, attempts } = await client.send(createRequest, 'case');
    expect([result.status, attempts, time.slept]).toEqual([201, 2, [3_000]]);
    expect(client.pacing()).toMatchObject({ limitedAnswers: 1, waits: 1, waitedMilliseconds: 3_000 });
  });

  it('is judged where others are answered and this request never is', async () => {
    const { client } = await tryOn((socket, request) =>
      socket.write(request.text.startsWith('POST') ? busy : answerText(200, '[]')),
    );
    const judged = client.send(createRequest, 'case');
    for (let other = 0; other < 20; other += 1) await client.send(listRequest, 'case');
    expect((await judged).result).toMatchObject({ kind: 'answered', status: 503 });
  });

  it('for ever, to everything, is no answer of the service', async () => {
    const { client } = await tryOn((socket) => socket.write(busy), { patienceMilliseconds: 20_000 });
    const { result } = await client.send(listRequest, 'case');
    expect(result).toMatchObject({ kind: 'unanswered', status: 503, failure: { kind: 'rate-limited' } });
  });

  it('without Retry-After is judged at once', async () => {
    const { client, server } = await tryOn((socket) => socket.write(answerText(503, '{}')));
    const { result } = await client.send(listRequest, 'case');
    expect([result.status, server.requests.length]).toEqual([503, 1]);
  });
});

describe('heavy answers', () => {
  it('are asked for fewer at a time', async () => {
    let underWay = 0;
    let most = 0;
    const { client } = await tryOn((socket) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        socket.write(answerText(200, ' '.repeat(3_000_000)));
      });
    });
    await client.send(listRequest, 'case');
    most = 0;
    await Promise.all(Array.from({ length: 8 }, () => client.send(listRequest, 'case')));
    expect(most).toBeLessThanOrEqual(2);
  });
});
