import { afterEach, describe, expect, it } from 'vitest';
import { clientFor, createRequest, listRequest, testCredentials, type Tried } from '../../support/client-under-test.ts';
import { answerText, type Behaviour, type RawServer, startRawServer } from '../../support/raw-server.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(behaviour: Behaviour): Promise<Tried & { readonly server: RawServer }> {
  const server = await startRawServer(behaviour);
  const tried = clientFor(server.baseUrl);
  closers.push(server.close, tried.client.close);
  return { ...tried, server };
}

const answering: Behaviour = (socket) => {
  socket.write(answerText(200, '[]'));
};
const closing: Behaviour = (socket) => {
  socket.end(answerText(200, '[]', ['Connection: close']));
};

describe('connections of the pool', () => {
  it('are kept for GET and told as reused', async () => {
    const { client, server } = await start(answering);
    const first = await client.send(listRequest, 'case');
    const second = await client.send(listRequest, 'case');
    expect([first.result, second.result]).toMatchObject([{ connection: 'fresh' }, { connection: 'reused' }]);
    expect(server.requests.map(({ connection }) => connection)).toEqual([1, 1]);
  });

  it('are not used for any other method', async () => {
    const { client, server } = await start(answering);
    await client.send(listRequest, 'case');
    const answers = [
      await client.send(createRequest, 'case'),
      await client.send({ ...listRequest, method: 'DELETE' }, 'case'),
    ];
    expect(answers).toMatchObject([{ result: { connection: 'fresh' } }, { result: { connection: 'fresh' } }]);
    expect(server.requests.map(({ connection }) => connection)).toEqual([1, 2, 3]);
    expect(server.requests[1]?.text).toMatch(/^connection: close\r$/m);
  });

  it('are no more than the requests under way', async () => {
    const server = await startRawServer(answering);
    const { client } = clientFor(server.baseUrl, { concurrency: 3 });
    closers.push(server.close, client.close);
    await Promise.all(Array.from({ length: 30 }, () => client.send(listRequest, 'case')));
    expect(new Set(server.requests.map(({ connection }) => connection)).size).toBeLessThanOrEqual(3);
    expect(server.requests).toHaveLength(30);
  });
});

describe('a connection closed before any byte of an answer', () => {
  it('that was reused is no failure: the request goes on a fresh one', async () => {
    const { client, server, exchanges } = await start((socket, { connection, turn }) => {
      if (connection === 1 && turn === 2) socket.destroy();
      else socket.write(answerText(200, '[]'));
    });
    await client.send(listRequest, 'case');
    const again = await client.send(listRequest, 'case');
    expect(again).toMatchObject({ attempts: 2, result: { kind: 'answered', connection: 'fresh' } });
    expect(exchanges[1]?.attempts).toMatchObject([
      { connection: 'reused', status: null, failure: { kind: 'closed-before-answer' } },
      { connection: 'fresh', status: 200, failure: null },
    ]);
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ['closed', (socket: Parameters<Behaviour>[0]) => socket.end()],
    ['reset', (socket: Parameters<Behaviour>[0]) => socket.resetAndDestroy()],
  ])('that was fresh and %s is tried once more, and then is the result', async (_how, end) => {
    const once = await start((socket, _request, all) => {
      if (all === 1) end(socket);
      else socket.write(answerText(201, '{}'));
    });
    const twice = await start((socket) => end(socket));
    const answered = await once.client.send(createRequest, 'case');
    const unanswered = await twice.client.send(createRequest, 'case');
    expect(answered).toMatchObject({ attempts: 2, result: { status: 201 } });
    expect(unanswered).toMatchObject({
      attempts: 2,
      result: { failure: { kind: 'closed-before-answer' }, status: null },
    });
    expect(twice.server.requests).toHaveLength(2);
  });

  it('while it was idle costs nothing', async () => {
    const { client, server } = await start((socket, { connection }) => {
      socket.write(answerText(200, '[]'), () => {
        if (connection === 1) socket.end();
      });
    });
    await client.send(listRequest, 'case');
    const second = await client.send(listRequest, 'case');
    const third = await client.send(listRequest, 'case');
    expect(second.result).toMatchObject({ kind: 'answered', status: 200 });
    expect(third.result).toMatchObject({ kind: 'answered', status: 200 });
    expect(server.requests.at(-1)?.connection).not.toBe(1);
  });
});

const leavingSome: Behaviour = (socket, { turn }) => socket.write(turn === 1 ? answerText(200, '[]') : 'left over');

describe('bytes that begin no answer, on a connection that was reused,', () => {
  it('may belong to the answer before: the request goes on a fresh one, and is judged there', async () => {
    const { client, exchanges } = await start(leavingSome);
    await client.send(listRequest, 'case');
    expect(await client.send(listRequest, 'case')).toMatchObject({ attempts: 2, result: { kind: 'answered' } });
    expect(exchanges[1]?.attempts).toMatchObject([
      { connection: 'reused', status: null, failure: { kind: 'stray-bytes' } },
      { connection: 'fresh', status: 200, failure: null },
    ]);
  });

  it('are no HTTP where the fresh connection brings them too', async () => {
    const { client } = await start((socket, _request, all) =>
      socket.write(all === 1 ? answerText(200, '[]') : 'garbage\r\n\r\n'),
    );
    await client.send(listRequest, 'case');
    const { result } = await client.send(listRequest, 'case');
    expect(result).toMatchObject({ failure: { kind: 'not-http' }, status: null });
  });

  it('send no addition again', async () => {
    const { client, server } = await start(leavingSome);
    const connection = client.openConnection();
    await connection.send(listRequest, 'case');
    const { result } = await connection.send(createRequest, 'case');
    connection.close();
    expect(result).toMatchObject({ failure: { kind: 'stray-bytes' } });
    expect(server.requests).toHaveLength(2);
  });
});

describe('a single connection', () => {
  it('carries one request after the other, whatever their methods', async () => {
    const { client, server } = await start(answering);
    const connection = client.openConnection();
    const answers = await Promise.all([
      connection.send(createRequest, 'case'),
      connection.send({ ...createRequest, credential: testCredentials.none }, 'case'),
      connection.send(listRequest, 'case'),
    ]);
    connection.close();
    expect(answers.map(({ result }) => result.kind === 'answered' && result.connection)).toEqual([
      'fresh',
      'reused',
      'reused',
    ]);
    expect(server.requests.map((request) => request.connection)).toEqual([1, 1, 1]);
    expect(server.requests[1]?.text).not.toMatch(/^authorization/im);
  });

  it('says so where the service always closes', async () => {
    const { client, server } = await start(closing);
    const connection = client.openConnection();
    const answers = [await connection.send(listRequest, 'case'), await connection.send(listRequest, 'case')];
    connection.close();
    expect(answers).toMatchObject([{ result: { connection: 'fresh' } }, { result: { connection: 'fresh' } }]);
    expect(server.requests.map((request) => request.connection)).toEqual([1, 2]);
  });

  it('goes on with a fresh one where the kept one was closed at once', async () => {
    const { client, exchanges } = await start((socket, { connection, turn }) => {
      if (connection === 1 && turn === 2) socket.destroy();
      else socket.write(answerText(200, '[]'));
    });
    const connection = client.openConnection();
    await connection.send(listRequest, 'case');
    const second = await connection.send(listRequest, 'case');
    const third = await connection.send(listRequest, 'case');
    connection.close();
    expect([second.result, third.result]).toMatchObject([{ connection: 'fresh' }, { connection: 'reused' }]);
    expect(exchanges[1]?.attempts).toHaveLength(2);
  });
});
