import { Agent } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ReferenceOptions,
  type ReferenceService,
  startReference,
} from '../../../src/reference/reference-service.ts';
import { changeReply } from '../../../src/reference/step-changes.ts';
import { operations } from '../../../src/contract/operations.ts';
import { lastingPort } from '../../../lab/lasting-port.ts';
import { type Received, type Sending, sendRequest } from './send-request.ts';

// The cases of the suite judge whether the service keeps the contract. These tests hold what no case observes.

const running: ReferenceService[] = [];

async function start(options: ReferenceOptions = {}): Promise<ReferenceService> {
  const service = await startReference(options);
  running.push(service);
  return service;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});

/** The status and the code of an Error. Checks its other fields. */
function errorOf({ status, headers, text: body }: Received): string {
  const error = JSON.parse(body) as { readonly code: string };
  expect(headers['content-type']).toBe('application/json');
  expect(error).toEqual({ code: expect.any(String), message: expect.any(String), status });
  return `${status} ${error.code}`;
}

const post = (body: string | Buffer): Sending => ({ method: 'POST', path: '/pets', body });
const PET = '{"name":"a","categoryId":1}';

function idOf(response: Received): string {
  return /"id":(-?[0-9]+)/.exec(response.text)?.[1] ?? '';
}

describe('startReference', () => {
  it('listens on loopback with a key of its own, and stops when closed', async () => {
    const [one, other] = [await start({ port: await lastingPort() }), await start()];
    expect(one.url).toBe(`http://127.0.0.1:${one.port}/v1`);
    expect(one.key).toMatch(/^ref-[A-Za-z0-9]{32}$/);
    expect(one.key).not.toBe(other.key);
    const keepAlive = new Agent({ keepAlive: true });
    await sendRequest(one, { path: '/pets', agent: keepAlive });
    await running.shift()?.close();
    // A process that another test starts at this moment holds the port until it runs its own program.
    expect((await sendRequest(one, { path: '/pets' })).broken).toMatch(/ECONNREFUSED|ECONNRESET/);
    keepAlive.destroy();
  });

  it('rejects unknown faults and compliant variants, and a port in use', async () => {
    await expect(startReference({ faults: ['none-such'] })).rejects.toThrow('none-such');
    await expect(startReference({ compliant: ['none-such'] })).rejects.toThrow('none-such');
    const { port } = await start();
    await expect(startReference({ port })).rejects.toThrow('EADDRINUSE');
  });

  it('gives the same ids for the same seed', async () => {
    const texts = await Promise.all(
      [3, 3, 4].map(async (seed) => (await sendRequest(await start({ seed, pets: 5 }), { path: '/pets' })).text),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toBe(texts[2]);
  });
});

describe('the calendar', () => {
  it.each<[options: ReferenceOptions, status: number]>([
    [{ now: () => new Date('2030-12-04T23:59:59Z') }, 200],
    [{ now: () => new Date('2030-12-05T00:00:00Z') }, 410],
    // A fault and a variant with a date.
    [{ faults: ['get-never-removed'] }, 200],
    [{ compliant: ['removed-and-gone'] }, 410],
  ])('of %j decides whether a pet can be read: %i', async (options, status) => {
    const service = await start(options);
    const response = await sendRequest(service, { path: `/pets/${idOf(await sendRequest(service, post(PET)))}` });
    expect([response.status, response.text.includes('"name"')]).toEqual([status, status === 200]);
  });
});

describe('a response', () => {
  it.each([
    '{"name":"","categoryId":-9223372036854775808}',
    '{"name":"O\'Neil <b>&amp;</b> \\"😀\\" Žižka","categoryId":9223372036854775807,"status":"pending"}',
    '{"name":"\\ud800","categoryId":9007199254740993}',
  ])('shows a pet as it was sent when it is added, listed and read: %s', async (body) => {
    const service = await start();
    const added = await sendRequest(service, post(body));
    expect(added.text).toBe(`{"id":${idOf(added)},${body.slice(1)}`);
    expect((await sendRequest(service, { path: `/pets/${idOf(added)}` })).text).toBe(added.text);
    expect((await sendRequest(service, { path: '/pets' })).text).toBe(`[${added.text}]`);
  });

  it('announces the removal of getPet, and of no other operation', async () => {
    const service = await start();
    const { headers } = await sendRequest(service, { path: '/pets/1' });
    expect([headers['sunset'], headers['deprecation']]).toEqual(['Thu, 05 Dec 2030 00:00:00 GMT', '@1764892800']);
    expect((await sendRequest(service, { path: '/pets' })).headers['sunset']).toBeUndefined();
  });

  it.each<[sending: Sending, error: string]>([
    [{ path: '/pets?limit=5.0' }, '400 invalid_limit'],
    [{ path: '/pets?status=SOLD' }, '400 invalid_filter'],
    [{ path: '/pets/x' }, '404 unknown_pet'],
    [{ path: '/pets//' }, '404 unknown_path'],
    [{ path: '/pets', method: 'PUT' }, '405 unknown_method'],
    [post(''), '400 empty_body'],
    [post(`${PET}}`), '400 malformed_json'],
    [post(Buffer.from(PET.replace('a', '\u00ff'), 'latin1')), '400 malformed_json'],
    [post('null'), '400 not_an_object'],
    [post('{"name":"a"}'), '400 missing_field'],
    [post('{"name":null,"categoryId":1}'), '400 invalid_name'],
    [post('{"name":"a","categoryId":1.5}'), '400 invalid_category'],
    [post('{"name":"a","categoryId":1,"status":"Sold"}'), '400 invalid_status'],
    [post(' '.repeat(1024 * 1024 + 1)), '413 too_large'],
  ])('to %o is %s, unless the key is wrong, and nothing is added', async (sending, error) => {
    const service = await start();
    expect(errorOf(await sendRequest(service, sending))).toBe(error);
    const rejected = await sendRequest(service, { ...sending, authorization: `Bearer ${service.key}x` });
    expect([errorOf(rejected), rejected.headers['www-authenticate']]).toEqual(['401 key_invalid', 'Bearer']);
    expect((await sendRequest(service, { path: '/pets' })).text).toBe('[]');
  });

  it('without a body has neither content nor headers that describe it', async () => {
    const none = changeReply(
      ({ kind }) => kind === 'success',
      (reply) => ({ ...reply, status: 204, body: undefined }),
    );
    const { status, text: body, headers } = await sendRequest(await start({ changes: [none] }), { path: '/pets' });
    expect([status, body]).toEqual([204, '']);
    for (const name of ['content-type', 'content-length', 'transfer-encoding']) expect(headers[name]).toBeUndefined();
  });

  it('lists the methods of a path for a request with another method', async () => {
    const service = await start();
    for (const [path, sent] of Map.groupBy(Object.values(operations), (operation) => operation.path)) {
      const { headers } = await sendRequest(service, { method: 'PROPFIND', path: path.replace('{petId}', '5') });
      expect(headers['allow']).toBe(sent.map(({ method }) => method).join(', '));
    }
  });

  it('to bytes that are not HTTP is an Error', async () => {
    const socket = connect((await start()).port, '127.0.0.1');
    socket.end('nonsense\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*"status":400\}$/s);
  });

  it.each(['validation-before-key', 'look-up-before-key'])(
    'that a fault prepares before the key check changes no pet: %s',
    async (fault) => {
      const service = await start({ faults: [fault] });
      const { status } = await sendRequest(service, { ...post(PET), authorization: null });
      expect([status, (await sendRequest(service, { path: '/pets' })).text]).toEqual([401, '[]']);
    },
  );

  it('needs the right key in every request of a connection', async () => {
    const service = await start({ key: 'ref-aBcD1234' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses: number[] = [];
    for (const authorization of ['Bearer ref-aBcD1234', 'Bearer ref-abcd1234', 'bearer ref-aBcD1234', null])
      statuses.push((await sendRequest(service, { path: '/pets', agent, authorization })).status);
    agent.destroy();
    expect(statuses).toEqual([200, 401, 200, 401]);
  });
});
