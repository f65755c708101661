import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { OutgoingRequest } from '../../../src/target/answer.ts';
import type { ClientOptions } from '../../../src/target/client.ts';
import { vacantAddress } from '../../support/lasting-port.ts';
import { clientFor, createRequest, listRequest, reading, type Tried } from '../../support/client-under-test.ts';
import { answerText, type Behaviour, type RawServer, startRawServer } from '../../support/raw-server.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(behaviour: Behaviour): Promise<RawServer> {
  const server = await startRawServer(behaviour);
  closers.push(server.close);
  return server;
}

async function tryOn(
  behaviour: Behaviour,
  request: OutgoingRequest = listRequest,
  changes: Partial<ClientOptions> = {},
): Promise<
  Tried & {
    readonly server: RawServer;
    readonly kind: string;
    readonly status: number | null;
    readonly message: string;
  }
> {
  const server = await serve(behaviour);
  const tried = clientFor(server.baseUrl, changes);
  closers.push(tried.client.close);
  const { result } = await tried.client.send(request, 'case');
  return {
    ...tried,
    server,
    kind: result.kind === 'answered' ? 'answered' : result.failure.kind,
    status: result.status,
    message: result.kind === 'answered' ? '' : result.failure.message,
  };
}

const respond =
  (text: string | Uint8Array): Behaviour =>
  (socket) => {
    socket.write(text);
  };
const respondAndEnd =
  (text: string | Uint8Array): Behaviour =>
  (socket) => {
    socket.end(text);
  };
const chunkedHead = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

const encoded = (coding: string, body: Uint8Array): Buffer => {
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
};

describe('a whole answer', () => {
  it.each([
    ['by Content-Length', respond(answerText(200, '[]'))],
    ['by its last chunk', respond(`${chunkedHead}2\r\n[]\r\n0\r\n\r\n`)],
    ['by the end of the connection', respondAndEnd('HTTP/1.1 200 OK\r\n\r\n[]')],
    ['of HTTP/1.0', respondAndEnd('HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n[]')],
    ['after 100 Continue, which nobody asked for', respond(`HTTP/1.1 100 Continue\r\n\r\n${answerText(200, '[]')}`)],
    ['after 103 Early Hints', respond(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${answerText(200, '[]')}`)],
  ])('%s is taken', async (_how, behaviour) => {
    const { kind, status, exchanges, server } = await tryOn(behaviour);
    expect({ kind, status, body: exchanges[0]?.response?.body.text }).toEqual({
      kind: 'answered',
      status: 200,
      body: '[]',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('may come in pieces, an interim answer among them', async () => {
    const { kind, exchanges } = await tryOn((socket) => {
      const bytes = Array.from(`HTTP/1.1 100 Continue\r\nX: y\r\n\r\n${answerText(201, '{"a":1}')}`);
      const next = (): void => {
        const piece = bytes.splice(0, 7).join('');
        if (piece !== '') socket.write(piece, () => setImmediate(next));
      };
      next();
    }, createRequest);
    expect([kind, exchanges[0]?.response?.body.text]).toEqual(['answered', '{"a":1}']);
  });
});

describe('an answer cut short', () => {
  it.each([
    ['of its Content-Length by a close', respondAndEnd('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n[]')],
    [
      'of its Content-Length on a closing connection',
      respondAndEnd('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 10\r\n\r\n[]'),
    ],
    ['of its last chunk', respondAndEnd(`${chunkedHead}2\r\n[]\r\n`)],
    ['within a chunk', respondAndEnd(`${chunkedHead}9\r\n[]`)],
    [
      'of its last chunk on a closing connection',
      respondAndEnd(chunkedHead.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')),
    ],
  ])('%s is told, with its status, and not asked for again', async (_how, behaviour) => {
    const { kind, status, exchanges, server } = await tryOn(behaviour);
    expect([kind, status, server.requests.length]).toEqual(['cut-short', 200, 1]);
    expect(exchanges[0]?.response?.complete).toBe(false);
  });

  it('by a reset is told', async () => {
    const { kind, server } = await tryOn((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n[]', () =>
        setImmediate(() => socket.resetAndDestroy()),
      );
    });
    expect([kind, server.requests.length]).toEqual(['cut-short', 1]);
  });

  it('within its head is told', async () => {
    const { kind, status, server } = await tryOn(respondAndEnd('HTTP/1.1 20'));
    expect([kind, status, server.requests.length]).toEqual(['cut-short', null, 1]);
  });

  it('is counted before content decoding', async () => {
    const whole = encoded('gzip', gzipSync('[]'));
    const cut = encoded('gzip', gzipSync('[]')).subarray(0, -1);
    const kinds = [(await tryOn(respondAndEnd(whole))).kind, (await tryOn(respondAndEnd(cut))).kind];
    expect(kinds).toEqual(['answered', 'cut-short']);
  });
});

describe('what is not HTTP', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['a bad status line', 'HTTP/1.1 twohundred OK\r\n\r\n'],
    ['a bad chunk', `${chunkedHead}zz\r\n[]\r\n0\r\n\r\n`],
    ['a contradiction of lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n[]'],
    ['a switch of protocol', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'],
  ])('%s is told in words', async (_what, text) => {
    const { kind, message } = await tryOn(respondAndEnd(text));
    expect(kind).toBe('not-http');
    expect(message).toMatch(/^What came back does not follow HTTP\/1\.1 \(.+\)\.$/);
  });
});

describe('content decoding', () => {
  it('gives the judge and the evidence the decoded body', async () => {
    const { kind, exchanges } = await tryOn(respond(encoded('gzip', gzipSync('[{"id":1}]'))));
    expect([kind, exchanges[0]?.response?.body.text]).toEqual(['answered', '[{"id":1}]']);
  });

  it('tells a body that cannot be decoded', async () => {
    const bad = await tryOn(respond(encoded('gzip', Buffer.from('[]'))));
    const unknown = await tryOn(respond(encoded('compress', Buffer.from('[]'))));
    expect([bad.kind, bad.status, unknown.kind]).toEqual(['undecodable', 200, 'undecodable']);
  });

  it('does not unfold a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(3_000_000));
    const { kind } = await tryOn(respond(encoded('gzip', bomb)), listRequest, { network: reading(1_000_000) });
    expect(kind).toBe('unpacked-too-large');
  });

  it('does not read without end', async () => {
    const body = 'x'.repeat(2_000);
    const refused = await tryOn(respond(answerText(200, body)), listRequest, { network: reading(1_999) });
    const taken = await tryOn(respond(answerText(200, body)), listRequest, { network: reading(2_000) });
    expect([refused.kind, taken.kind]).toEqual(['too-large', 'answered']);
  });
});

describe('no connection', () => {
  it('tells a refused one, without trying again', async () => {
    const { client, exchanges } = clientFor(await vacantAddress());
    const { result } = await client.send(listRequest, 'case');
    expect(result).toMatchObject({ kind: 'unanswered', status: null, failure: { kind: 'refused' } });
    expect(exchanges[0]?.attempts).toHaveLength(1);
    expect(exchanges[0]?.failure?.message).toMatch(/^127\.0\.0\.1:\d+ refused the connection\.$/);
  });

  it('tells a port that does not speak TLS', async () => {
    const plain = createServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => {
      plain.listen(0, '127.0.0.1', resolve);
    });
    const address = plain.address();
    const port = typeof address === 'object' ? address?.port : null;
    const { client } = clientFor(`https://127.0.0.1:${port}/v1`);
    const { result } = await client.send(listRequest, 'case');
    plain.close();
    expect(result).toMatchObject({ kind: 'unanswered', failure: { kind: 'tls' } });
  });
});

describe('time', () => {
  it('ends the wait for an answer that does not begin', async () => {
    const { kind, message } = await tryOn(() => undefined, listRequest, { requestTimeoutMilliseconds: 2_000 });
    expect([kind, message]).toEqual(['answer-timeout', 'No answer began within 2 s.']);
  });

  it('ends the wait for a body that does not end', async () => {
    const { kind, status } = await tryOn(respond('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n['), listRequest, {
      requestTimeoutMilliseconds: 2_000,
    });
    expect([kind, status]).toEqual(['body-timeout', 200]);
  });

  it.each([
    ['run-deadline', 'run-deadline'],
    ['interrupted', 'interrupted'],
    [new Error('anything else'), 'interrupted'],
  ])('stops everything at once where the run is stopped: %s', async (reason, kind) => {
    const stop = new AbortController();
    const server = await serve((_socket, _request, all) => {
      if (all === 2) stop.abort(reason);
    });
    const { client, exchanges } = clientFor(server.baseUrl, { signal: stop.signal, concurrency: 2 });
    closers.push(client.close);
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.send(listRequest, 'case')));
    const late = await client.send(createRequest, 'case');
    const kinds = [...answers, late].map(({ result }) =>
      result.kind === 'unanswered' ? result.failure.kind : 'answered',
    );
    expect(kinds).toEqual([kind, kind, kind, kind, kind]);
    expect(exchanges).toHaveLength(5);
    expect(server.requests).toHaveLength(2);
  });
});

describe('a request that cannot be sent', () => {
  it('is a fault of the suite and throws', async () => {
    const server = await serve(respond(answerText(200, '[]')));
    const { client } = clientFor(server.baseUrl);
    closers.push(client.close);
    await expect(client.send({ ...listRequest, path: '/pets?name=a b' }, 'case')).rejects.toThrow(
      'invalid request path',
    );
    await expect(client.send(listRequest, 'case')).resolves.toMatchObject({ result: { status: 200 } });
  });
});
