import { Agent } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ReferenceOptions,
  type ReferenceService,
  startReference,
} from '../../../src/reference/reference-service.ts';
import { errorOf } from './error-of.ts';
import { sendRequest } from './send-request.ts';

const running: ReferenceService[] = [];

async function start(options: ReferenceOptions = {}): Promise<ReferenceService> {
  const service = await startReference(options);
  running.push(service);
  return service;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});

describe('the key', () => {
  const key = 'ref-aBcD1234';
  const refused: readonly (string | null)[] = [
    null,
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key.slice(0, -1)}5`,
    `Bearer REF-AbCd1234`,
    `Bearer ${key} ${key}`,
    `Basic ${key}`,
    key,
  ];

  it.each(refused)('%j is refused everywhere, before anything else', async (authorization) => {
    const service = await start({ key });
    const asked = [
      { path: '/pets' },
      { path: '/pets?limit=0' },
      { path: '/pets/5' },
      { path: '/elsewhere' },
      { path: '/pets', method: 'DELETE' },
      { path: '/pets', method: 'POST', body: '{' },
      { path: '/pets', method: 'POST', body: '{"name":"a","categoryId":1}' },
    ];
    for (const one of asked) {
      const answer = await sendRequest(service, { ...one, authorization });
      expect(errorOf(answer)).toMatch(/^401 key_/);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    expect((await sendRequest(service, { path: '/pets' })).text).toBe('[]');
  });

  it('is checked on every request of a connection', async () => {
    const service = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await sendRequest(service, { path: '/pets', agent });
    const second = await sendRequest(service, { path: '/pets', agent, authorization: 'Bearer wrong' });
    agent.destroy();
    expect([first.status, second.status]).toEqual([200, 401]);
  });

  it('is accepted with the scheme in lower case', async () => {
    expect((await sendRequest(await start({ key }), { path: '/pets', authorization: `bearer ${key}` })).status).toBe(
      200,
    );
  });
});

describe('what the contract does not know', () => {
  it.each([
    ['PUT', '/pets', '405 unknown_method', 'GET, POST'],
    ['DELETE', '/pets/5', '405 unknown_method', 'GET'],
    ['GET', '/elsewhere', '404 unknown_path', undefined],
    ['GET', '/pets/', '404 unknown_path', undefined],
    ['GET', '/store/orders', '404 unknown_path', undefined],
  ])('%s %s is refused', async (method, path, error, allow) => {
    const answer = await sendRequest(await start(), { method, path });
    expect(errorOf(answer)).toBe(error);
    expect(answer.headers['allow']).toBe(allow);
  });

  it('answers what is no HTTP with an Error', async () => {
    const { port } = await start();
    const socket = connect(port, '127.0.0.1');
    socket.end('nonsense\r\n\r\n');
    const pieces: Buffer[] = [];
    for await (const piece of socket as AsyncIterable<Buffer>) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toMatch(/^HTTP\/1\.1 400 .*"status":400\}$/s);
  });
});
