import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { OutgoingRequest } from '../../../src/target/answer.ts';
import type { Exchange, Header } from '../../../src/target/exchange.ts';
import {
  clientFor,
  createRequest,
  listRequest,
  testCredentials,
  testKey,
  type Tried,
} from '../../support/client-under-test.ts';
import { answerText, type RawServer, startRawServer } from '../../support/raw-server.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Recorded extends Tried {
  readonly server: RawServer;
  readonly exchange: Exchange;
}

async function record(
  request: OutgoingRequest,
  answer: string | Uint8Array,
  headers: readonly Header[] = [],
): Promise<Recorded> {
  const server = await startRawServer((socket) => socket.write(answer));
  const tried = clientFor(server.baseUrl, {}, headers);
  closers.push(server.close, tried.client.close);
  await tried.client.send(request, 'list/first');
  const exchange = tried.exchanges[0];
  if (exchange === undefined) throw new Error('nothing was recorded');
  return { ...tried, server, exchange };
}

const digest = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const binary = (body: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`), body]);

describe('a request', () => {
  it('goes to the base path with the headers of the suite', async () => {
    const { server } = await record(createRequest, answerText(201, '{}'));
    const text = server.requests[0]?.text ?? '';
    expect(text).toMatch(/^POST \/v1\/pets HTTP\/1\.1\r\n/);
    expect(text).toContain(`\r\nAuthorization: Bearer ${testKey}\r\n`);
    expect(text).toContain('\r\nContent-Type: application/json\r\n');
    expect(text).toContain('\r\nAccept: application/json\r\n');
    expect(text).toContain('\r\nAccept-Encoding: gzip, deflate, br\r\n');
    expect(text).toContain('\r\nUser-Agent: petstore-conformance/1.2.3 (run run-1; case list/first)\r\n');
    expect(text).toMatch(/\r\n\r\n\{"name":"Rex","categoryId":1\}$/);
  });

  it.each([
    [{ ...createRequest, contentType: null }, 'content-type', []],
    [{ ...createRequest, contentType: 'text/plain' }, 'content-type', ['text/plain']],
    [{ ...listRequest, contentType: 'application/json' }, 'content-type', ['application/json']],
    [listRequest, 'content-type', []],
    [{ ...listRequest, headers: [['accept', '*/*']] as const }, 'accept', ['*/*']],
    [{ ...listRequest, credential: testCredentials.none }, 'authorization', []],
    [{ ...listRequest, credential: testCredentials.empty }, 'authorization', ['']],
  ])('%# carries the header it asks for and no other', async (request, name, values) => {
    const { server } = await record(request, answerText(200, '[]'));
    const lines = (server.requests[0]?.text ?? '')
      .split('\r\n')
      .filter((line) => line.toLowerCase().startsWith(`${name}:`));
    expect(lines.map((line) => line.slice(name.length + 1).trim())).toEqual(values);
  });

  it('carries the configured headers, and its record does not', async () => {
    const { server, exchange } = await record(listRequest, answerText(200, '[]'), [['X-Gateway', 'gateway-secret']]);
    expect(server.requests[0]?.text).toContain('\r\nX-Gateway: gateway-secret\r\n');
    expect(exchange.request.headers).toContainEqual(['X-Gateway', '[header X-Gateway]']);
    expect(JSON.stringify(exchange)).not.toContain('gateway-secret');
  });

  it('is in the journal before its answer', async () => {
    const { sent, exchange } = await record(listRequest, answerText(200, '[]'));
    expect(sent).toMatchObject([{ id: 'x1', caseId: 'list/first', operation: 'listPets', request: exchange.request }]);
  });
});

describe('a recorded exchange', () => {
  it('holds no secret, though all of it echoes the key', async () => {
    const echo = answerText(400, JSON.stringify({ message: `unknown ${testKey}`, encoded: btoa(testKey) }), [
      `X-Echo: ${testKey}`,
    ]);
    const request = { ...createRequest, path: `/pets?api_key=${testKey}`, body: `{"name":"${testKey}"}` };
    const { exchange, sent } = await record(request, echo);
    expect(JSON.stringify([exchange, sent])).not.toMatch(new RegExp(`${testKey}|${btoa(testKey).slice(0, 8)}`));
    expect(exchange.request.url).toMatch(/\/v1\/pets\?api_key=\[key\]$/);
    expect(exchange.request.headers).toContainEqual(['Authorization', 'Bearer [key]']);
    expect(exchange.request.credential).toBe('valid');
    expect(exchange.response?.headers).toContainEqual(['X-Echo', '[key]']);
    expect(exchange.response?.body.text).toBe('{"message":"unknown [key]","encoded":"[key]"}');
  });

  it('caps a long body, and tells its length and digest', async () => {
    const body = `[${'1,'.repeat(20_000)}1]`;
    const { exchange } = await record(listRequest, answerText(200, body));
    expect(exchange.response?.body).toEqual({
      text: body.slice(0, 16_384),
      encoding: 'utf8',
      length: body.length,
      sha256: digest(body),
      capped: true,
    });
  });

  it('leaves no half of a secret where it caps', async () => {
    for (let before = 16_384 - testKey.length; before <= 16_384; before += 5) {
      const { exchange } = await record(
        listRequest,
        answerText(200, `${' '.repeat(before)}${testKey}${' '.repeat(30_000)}`),
      );
      expect(exchange.response?.body.text).not.toContain(testKey.slice(0, 3));
    }
  });

  it('leaves no half of a secret where many were replaced', async () => {
    const { exchange } = await record(listRequest, answerText(200, `.${testKey}`.repeat(4_000)));
    expect(exchange.response?.body.text.replaceAll('[key]', '')).toMatch(/^[.[key\]]*$/);
    expect(exchange.response?.body.text).not.toContain(testKey.slice(0, 3));
  });

  it('keeps what is not UTF-8 as base64', async () => {
    const body = Buffer.from([0x7b, 0xff, 0x7d]);
    const { exchange } = await record(listRequest, binary(body));
    expect(exchange.response?.body).toEqual({
      text: body.toString('base64'),
      encoding: 'base64',
      length: 3,
      sha256: digest(body),
      capped: false,
    });
  });

  it('keeps a byte-order mark and replaces a secret in bytes', async () => {
    const marked = await record(listRequest, binary(Buffer.from('\uFEFF[]')));
    expect(marked.exchange.response?.body.text).toBe('\uFEFF[]');
    const hidden = await record(listRequest, binary(Buffer.concat([Buffer.from([0xff]), Buffer.from(testKey)])));
    expect(Buffer.from(hidden.exchange.response?.body.text ?? '', 'base64').toString('latin1')).toBe('\u00ff[key]');
  });

  it('gives the judge headers by lower-case name, every value of them', async () => {
    const server = await startRawServer((socket) => socket.write(answerText(200, '[]', ['X-A: 1', 'x-a: 2'])));
    const { client } = clientFor(server.baseUrl);
    closers.push(server.close, client.close);
    const { result } = await client.send(listRequest, 'case');
    expect(result.kind === 'answered' && result.headers.get('x-a')).toEqual(['1', '2']);
  });
});
