import { describe, expect, it } from 'vitest';
import { mayHaveStored } from '../../../src/http/transport-failure.ts';
import type { HttpResult } from '../../../src/http/request.ts';
import { createRequest, endingOf, listRequest, startClient, testCredentials } from '../../support/client-under-test.ts';
import { responseText, type RespondRaw, type RawServer } from '../../support/raw-server.ts';

const OK = responseText(200, '[]');
const responding: RespondRaw = (socket) => socket.write(OK);
/** Closes the first connection when its second request comes. */
const closingOnSecond: RespondRaw = (socket, { connection, turn }) => {
  if (connection === 1 && turn === 2) socket.destroy();
  else socket.write(OK);
};
const deleteRequest = { ...listRequest, method: 'DELETE' };
const keyless = { ...createRequest, credential: testCredentials.none };

/** By which kind of connection each response came. */
function kindsOf(responses: readonly HttpResult[]): readonly string[] {
  return responses.map(({ result }) => (result.kind === 'response' ? result.connection : result.failure.kind));
}

function connectionsOf({ requests }: RawServer): readonly number[] {
  return requests.map(({ connection }) => connection);
}

describe('connections of the pool', () => {
  it.each([
    ['are kept for GET', [listRequest, listRequest], ['fresh', 'reused'], [1, 1]],
    ['carry nothing else', [listRequest, createRequest, deleteRequest], ['fresh', 'fresh', 'fresh'], [1, 2, 3]],
  ])('%s', async (_what, requests, kinds, connections) => {
    const { client, server } = await startClient(responding);
    const responses: HttpResult[] = [];
    for (const request of requests) responses.push(await client.send(request, 'case'));
    expect(kindsOf(responses)).toEqual(kinds);
    expect(connectionsOf(server)).toEqual(connections);
    const asksToClose = server.requests.map(({ text }) => /^Connection: close\r$/m.test(text));
    expect(asksToClose).toEqual(requests.map(({ method }) => method !== 'GET'));
  });

  it.each([
    ['stay open beside an addition', 0, 'reused'],
    ['are closed before an addition after a new connection failed, since the service may allow only few', 1, 'fresh'],
  ])('%s', async (_what, failures, last) => {
    const { client } = await startClient((socket, _request, all) =>
      all <= failures ? socket.end() : socket.write(OK),
    );
    const responses: HttpResult[] = [];
    for (const request of [createRequest, listRequest, createRequest, listRequest])
      responses.push(await client.send(request, 'case'));
    expect(kindsOf(responses)).toEqual(['fresh', 'fresh', 'fresh', last]);
  });

  it('are used the oldest first, so one of them carries many requests', async () => {
    const { client, server } = await startClient(responding);
    await Promise.all([client.send(listRequest, 'case'), client.send(listRequest, 'case')]);
    for (let turn = 0; turn < 3; turn += 1) await client.send(listRequest, 'case');
    expect(connectionsOf(server).slice(2)).toEqual([1, 1, 1]);
  });
});

describe('a connection closed before any byte of a response', () => {
  it('that was reused is no failure: the request is sent on a fresh one', async () => {
    const { client, server, exchanges } = await startClient(closingOnSecond);
    await client.send(listRequest, 'case');
    const again = await client.send(listRequest, 'case');
    expect(again).toMatchObject({ result: { kind: 'response', connection: 'fresh' } });
    expect(exchanges[1]?.attempts).toMatchObject([
      { connection: 'reused', status: null, failure: { kind: 'closed-before-response' } },
      { connection: 'fresh', status: 200, failure: null },
    ]);
    expect(server.requests).toHaveLength(3);
    // A further attempt asks to close its connection.
    expect(server.requests.map(({ text }) => /^Connection: close\r$/m.test(text))).toEqual([false, false, true]);
  });

  it.each<[how: string, end: (socket: Parameters<RespondRaw>[0]) => void]>([
    ['closed', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('that was fresh and %s is a disturbance, tried until patience is used up', async (_how, end) => {
    const once = await startClient((socket, _request, all) => (all === 1 ? end(socket) : socket.write(OK)));
    const always = await startClient(end);
    const responses = [await once.client.send(createRequest, 'case'), await always.client.send(createRequest, 'case')];
    expect(responses.map(endingOf)).toEqual([200, 'closed-before-response']);
    expect(responses.map(({ attempts }) => attempts.filter(mayHaveStored).length)).toEqual([2, 4]);
    expect(always.server.requests).toHaveLength(4);
  });
});

it('an addition is not sent again after bytes that start no response on a reused connection', async () => {
  const { client, server } = await startClient((socket, { turn }) => socket.write(turn === 1 ? OK : 'left over'));
  const connection = client.openConnection();
  await connection.send(listRequest, 'case');
  expect(endingOf(await connection.send(createRequest, 'case'))).toBe('stray-bytes');
  expect(server.requests).toHaveLength(2);
});

describe('a single connection', () => {
  it.each<[what: string, behaviour: RespondRaw, kinds: readonly string[], connections: readonly number[]]>([
    ['carries one request after the other', responding, ['fresh', 'reused', 'reused'], [1, 1, 1]],
    ['goes on where it was closed', closingOnSecond, ['fresh', 'fresh', 'reused'], [1, 1, 2, 2]],
  ])('%s', async (_what, behaviour, kinds, connections) => {
    const { client, server } = await startClient(behaviour);
    const connection = client.openConnection();
    const requests = [createRequest, keyless, listRequest];
    const responses = await Promise.all(requests.map((request) => connection.send(request, 'case')));
    connection.close();
    expect(kindsOf(responses)).toEqual(kinds);
    expect(connectionsOf(server)).toEqual(connections);
    expect(server.requests[1]?.text).not.toMatch(/^authorization/im);
  });
});

describe('a request with Expect: 100-continue', () => {
  const expecting = { ...createRequest, headers: [['Expect', '100-continue']] } as const;

  it('has the field and its body, and gets the response after 100 Continue', async () => {
    const { client, server } = await startClient((socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${OK}`));
    const sent = await client.send(expecting, 'case');
    expect(sent).toMatchObject({ result: { kind: 'response', status: 200 } });
    const [head = ''] = server.requests[0]?.text.split('\r\n\r\n') ?? [];
    expect(head.match(/^expect: 100-continue\r$/gim)).toHaveLength(1);
    expect(server.requests[0]?.text).toContain(String(createRequest.body));
  });

  it('has no response if the connection closes after 100 Continue', async () => {
    const { client } = await startClient((socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n'));
    expect(kindsOf([await client.send(expecting, 'case')])).toEqual(['closed-before-response']);
  });

  it('is the only one on its connection that has the field', async () => {
    const { client, server } = await startClient((socket) => socket.write(OK));
    const connection = client.openConnection();
    for (const request of [expecting, createRequest]) await connection.send(request, 'case');
    connection.close();
    expect(server.requests.map(({ text }) => /^expect:/im.test(text))).toEqual([true, false]);
  });
});

it('a response is read after 100 Continue that comes unasked and in pieces, with its version', async () => {
  const { client } = await startClient((socket) => {
    socket.write('HTTP/1.1 1');
    setTimeout(() => socket.end(`00 Continue\r\n\r\n${OK.replace('HTTP/1.1', 'HTTP/1.0')}`), 5);
  });
  const { result } = await client.send(listRequest, 'case');
  expect(result).toMatchObject({ kind: 'response', status: 200, httpVersion: '1.0' });
});
