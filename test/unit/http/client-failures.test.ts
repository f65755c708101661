import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRequest, endingOf, listRequest, reading, startClient } from '../../support/client-under-test.ts';
import { responseText, type RespondRaw } from '../../support/raw-server.ts';

// lab/hostile/ has more services that break HTTP; test/command/client-on-fleet.test.ts names the failure of each.

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

const keep =
  (response: string | Uint8Array): RespondRaw =>
  (socket) =>
    socket.write(response);
const end =
  (response: string | Uint8Array): RespondRaw =>
  (socket) =>
    socket.end(response);

function encoded(coding: string, body: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`${OK}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`),
    body,
  ]);
}

const inPieces: RespondRaw = (socket) => {
  const bytes = Array.from(`HTTP/1.1 100 Continue\r\nX: y\r\n\r\n${responseText(200, '[]')}`);
  const next = (): void => {
    const piece = bytes.splice(0, 7).join('');
    if (piece !== '') socket.write(piece, () => setImmediate(next));
  };
  next();
};

const resetWithinBody: RespondRaw = (socket) =>
  socket.write(`${OK}Content-Length: 10\r\n\r\n[]`, () => setImmediate(() => socket.resetAndDestroy()));

describe('a response', () => {
  it.each<[what: string, behaviour: RespondRaw]>([
    ['by the end of the connection', end(`${OK}\r\n[]`)],
    ['of HTTP/1.0', end('HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n[]')],
    ['in pieces, after 100 Continue', inPieces],
    ['in gzip', keep(encoded('gzip', gzipSync('[]')))],
    ['with white space behind its length', keep(`${OK}Content-Length: 2 \r\n\r\n[]`)],
  ])('is complete: %s', async (_what, behaviour) => {
    const { client, exchanges, server } = await startClient(behaviour);
    expect(endingOf(await client.send(listRequest, 'case'))).toBe(200);
    expect(exchanges[0]?.response).toMatchObject({ complete: true, body: { text: '[]' } });
    expect(server.requests).toHaveLength(1);
  });

  it.each<[what: string, behaviour: RespondRaw]>([
    ['of all chunks', end(CHUNKED.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))],
    ['by a reset', resetWithinBody],
    ['with white space behind its length', end(`${OK}Content-Length: 3 \r\n\r\n[]`)],
    ['before it is decoded', end(encoded('gzip', gzipSync('[]')).subarray(0, -1))],
  ])('is cut short, with its status, and not asked for again: %s', async (_what, behaviour) => {
    const { client, exchanges, server } = await startClient(behaviour);
    const { result } = await client.send(listRequest, 'case');
    expect(result).toMatchObject({ failure: { kind: 'cut-short' }, arrived: { status: 200, isBroken: true } });
    expect(exchanges[0]?.response).toMatchObject({ status: 200, complete: false });
    expect(server.requests).toHaveLength(1);
  });

  it.each<[what: string, kind: string, status: number | null, text: string | Uint8Array]>([
    ['cut within its head', 'cut-short', null, 'HTTP/1.1 20'],
    ['garbage', 'not-http', null, 'garbage\r\n\r\n'],
    ['too large', 'too-large', 200, responseText(200, 'x'.repeat(2_001))],
    ['too large when unpacked', 'too-large', 200, encoded('gzip', gzipSync(Buffer.alloc(2_001)))],
  ])('cannot be judged: %s', async (_what, kind, status, text) => {
    const { client } = await startClient(end(text), { network: reading(2_000) });
    const { result } = await client.send(listRequest, 'case');
    expect(result).toMatchObject({ kind: 'no-response', status, failure: { kind } });
    if (result.kind === 'no-response' && kind === 'not-http')
      expect(result.failure.message).toMatch(/^The response does not follow HTTP\/1\.1 \(.+\)\.$/);
  });

  it('is waited for as long as is set', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client } = await startClient(() => vi.advanceTimersByTime(2_000), { requestTimeoutMilliseconds: 2_000 });
    expect((await client.send(listRequest, 'case')).result).toMatchObject({
      failure: { kind: 'response-timeout', message: 'No response started within 2 s.' },
    });
  });
});

describe('the stop of a run', () => {
  it.each([
    ['run-deadline', 'run-deadline'],
    [new DOMException('late', 'TimeoutError'), 'run-deadline'],
    ['interrupted', 'interrupted'],
  ])('ends what is under way, what waits and what follows: %s', async (reason, kind) => {
    const stop = new AbortController();
    const stopping: RespondRaw = (_socket, _request, all) => {
      if (all === 2) stop.abort(reason);
    };
    const { client, exchanges, server } = await startClient(stopping, { signal: stop.signal, concurrency: 2 });
    const responses = await Promise.all([1, 2, 3, 4].map(() => client.send(listRequest, 'case')));
    responses.push(await client.send(createRequest, 'case'));
    expect(responses.map(endingOf)).toEqual([kind, kind, kind, kind, kind]);
    expect(exchanges).toHaveLength(5);
    expect(server.requests).toHaveLength(2);
  });
});

it('a request that cannot be sent is a fault of the suite and throws', async () => {
  const { client } = await startClient(keep(responseText(200, '[]')));
  await expect(client.send({ ...listRequest, path: '/pets?name=a b' }, 'case')).rejects.toThrow('invalid request path');
  expect(endingOf(await client.send(listRequest, 'case'))).toBe(200);
});
