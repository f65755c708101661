import { Agent } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ReferenceOptions,
  type ReferenceService,
  startReference,
} from '../../../src/reference/reference-service.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { errorOf } from './error-of.ts';
import { type Received, sendRequest } from './send-request.ts';

const running: ReferenceService[] = [];

async function start(options: ReferenceOptions = {}): Promise<ReferenceService> {
  const service = await startReference(options);
  running.push(service);
  return service;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});

function post(service: ReferenceService, body: string | Buffer, more = {}): Promise<Received> {
  return sendRequest(service, { method: 'POST', path: '/pets', body, ...more });
}

function idOf(answer: Received): string {
  return /"id":(-?[0-9]+)/.exec(answer.text)?.[1] ?? '';
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
    // A process that another test starts at this moment holds the port, unanswered, until it runs its own program.
    expect((await sendRequest(one, { path: '/pets' })).broken).toMatch(/ECONNREFUSED|ECONNRESET/);
    keepAlive.destroy();
  });

  it('rejects unknown faults and lawful services', async () => {
    await expect(startReference({ fault: 'none-such' })).rejects.toThrow('none-such');
    await expect(startReference({ lawful: ['none-such'] })).rejects.toThrow('none-such');
  });

  it('rejects a port in use', async () => {
    const { port } = await start();
    await expect(startReference({ port })).rejects.toThrow('EADDRINUSE');
  });

  it('gives the same ids for the same seed', async () => {
    const texts = await Promise.all(
      [3, 3, 4].map(async (seed) => (await sendRequest(await start({ seed, animals: 5 }), { path: '/pets' })).text),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toBe(texts[2]);
  });
});

describe('the calendar', () => {
  it('is that of the fault, where the fault shows at an instant only', async () => {
    const [late, plain] = [await start({ fault: 'get-never-removed' }), await start({ lawful: ['removed-and-gone'] })];
    const body = '{"name":"a","categoryId":1}';
    const answers = await Promise.all(
      [late, plain].map(async (service) => {
        const path = `/pets/${idOf(await post(service, body))}`;
        return (await sendRequest(service, { path })).status;
      }),
    );
    expect(answers).toEqual([200, 410]);
  });
});

describe('listing', () => {
  it('gives an empty array without animals', async () => {
    const answer = await sendRequest(await start(), { path: '/pets' });
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([200, '[]', 'application/json']);
  });

  it.each([
    ['', 20],
    ['?limit=1', 1],
    ['?limit=100', 100],
    ['?limit=007', 7],
    ['?status=sold', 20],
    ['?status=sold&limit=29', 29],
    ['?status=pending&limit=100', 30],
    ['?other=1', 20],
  ])('gives the page of %j', async (query, size) => {
    const service = await start({ animals: 120 });
    const pets: unknown = JSON.parse((await sendRequest(service, { path: `/pets${query}` })).text);
    expect(pets).toHaveLength(size);
  });

  it('filters by exactly the status', async () => {
    const service = await start({ animals: 40 });
    const { text } = await sendRequest(service, { path: '/pets?status=pending&limit=100' });
    const pets = JSON.parse(text) as { status: string }[];
    expect(pets.map((pet) => pet.status)).toEqual(Array.from({ length: 10 }, () => 'pending'));
  });

  it.each([
    ['?limit=0', '400 invalid_limit'],
    ['?limit=101', '400 invalid_limit'],
    ['?limit=', '400 invalid_limit'],
    ['?limit=5.0', '400 invalid_limit'],
    ['?limit=-1', '400 invalid_limit'],
    ['?status=SOLD', '400 invalid_filter'],
    ['?status=', '400 invalid_filter'],
  ])('refuses %j', async (query, error) => {
    expect(errorOf(await sendRequest(await start(), { path: `/pets${query}` }))).toBe(error);
  });
});

describe('adding', () => {
  it.each([
    '{"name":"Rex","categoryId":1,"status":"sold"}',
    '{"name":"","categoryId":-9223372036854775808}',
    '{"name":"O\'Neil <b>&amp;</b> \\"😀\\" Žižka","categoryId":9223372036854775807,"status":"pending"}',
    '{"name":"\\ud800","categoryId":9007199254740993}',
  ])('answers 201 with what was sent, and keeps it: %s', async (body) => {
    const service = await start();
    const added = await post(service, body);
    expect(added.status).toBe(201);
    expect(added.text).toBe(`{"id":${idOf(added)},${body.slice(1)}`);
    const [alone, listed] = [
      await sendRequest(service, { path: `/pets/${idOf(added)}` }),
      await sendRequest(service, { path: '/pets' }),
    ];
    expect([alone.status, alone.text, listed.text]).toEqual([200, added.text, `[${added.text}]`]);
  });

  it('reads 12.0 as the integer 12', async () => {
    expect((await post(await start(), '{"name":"a","categoryId":12.0}')).text).toContain('"categoryId":12}');
  });

  it('ignores unknown fields and an id of the client', async () => {
    const added = await post(await start(), '{"id":5,"name":"a","categoryId":1,"colour":"red"}');
    expect(added.status).toBe(201);
    expect(added.text).toBe(`{"id":${idOf(added)},"name":"a","categoryId":1}`);
    expect(idOf(added)).not.toBe('5');
  });

  it('gives distinct ids to equal animals that are added at once', async () => {
    const service = await start();
    const all = await Promise.all(Array.from({ length: 60 }, () => post(service, '{"name":"a","categoryId":1}')));
    expect(new Set(all.map(idOf)).size).toBe(60);
  });

  it.each([
    ['', '400 empty_body'],
    ['{"name":"a","categoryId":1', '400 malformed_json'],
    ['{"name":"a","categoryId":1}}', '400 malformed_json'],
    ['null', '400 not_an_object'],
    ['[{"name":"a","categoryId":1}]', '400 not_an_object'],
    ['"a"', '400 not_an_object'],
    ['{}', '400 missing_field'],
    ['{"name":"a"}', '400 missing_field'],
    ['{"categoryId":1}', '400 missing_field'],
    ['{"name":null,"categoryId":1}', '400 invalid_name'],
    ['{"name":12,"categoryId":1}', '400 invalid_name'],
    ['{"name":["a"],"categoryId":1}', '400 invalid_name'],
    ['{"name":"a","categoryId":"1"}', '400 invalid_category'],
    ['{"name":"a","categoryId":1.5}', '400 invalid_category'],
    ['{"name":"a","categoryId":null}', '400 invalid_category'],
    ['{"name":"a","categoryId":9223372036854775808}', '400 invalid_category'],
    ['{"name":"a","categoryId":-9223372036854775809}', '400 invalid_category'],
    ['{"name":"a","categoryId":1,"status":null}', '400 invalid_status'],
    ['{"name":"a","categoryId":1,"status":"Sold"}', '400 invalid_status'],
    ['{"name":"a","categoryId":1,"status":""}', '400 invalid_status'],
    ['{"name":"a","categoryId":1,"status":["sold"]}', '400 invalid_status'],
  ])('refuses %j and adds nothing', async (body, error) => {
    const service = await start();
    expect(errorOf(await post(service, body))).toBe(error);
    expect((await sendRequest(service, { path: '/pets' })).text).toBe('[]');
  });

  it('refuses a body that is not UTF-8, and one above 1 MiB', async () => {
    const service = await start();
    const torn = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3]), Buffer.from('","categoryId":1}')]);
    expect(errorOf(await post(service, torn))).toBe('400 malformed_json');
    expect(errorOf(await post(service, ' '.repeat(1024 * 1024 + 1)))).toBe('413 too_large');
  });
});

describe('reading one', () => {
  it.each(['1', '0', '-1', '9223372036854775807', '9223372036854775808', 'x', '1.5', '%20', '%'])(
    'answers 404 for %s',
    async (id) => {
      expect(errorOf(await sendRequest(await start({ animals: 3 }), { path: `/pets/${id}` }))).toBe('404 unknown_pet');
    },
  );

  it('announces its removal', async () => {
    const { headers } = await sendRequest(await start(), { path: '/pets/1' });
    expect([headers['sunset'], headers['deprecation']]).toEqual(['Thu, 05 Dec 2030 00:00:00 GMT', '@1764892800']);
    expect((await sendRequest(await start(), { path: '/pets' })).headers['sunset']).toBeUndefined();
  });

  it.each([
    ['2030-12-04T23:59:59Z', 200],
    ['2030-12-05T00:00:00Z', 410],
  ])('at %s answers %i', async (instant, status) => {
    const service = await start({ now: () => new Date(instant) });
    const id = idOf(await post(service, '{"name":"a","categoryId":1}'));
    const answer = await sendRequest(service, { path: `/pets/${id}` });
    expect(answer.status).toBe(status);
    expect(answer.text.includes('"name"')).toBe(status === 200);
  });
});
