import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OutgoingRequest } from '../../../src/http/request.ts';
import type { SentRequest } from '../../../src/http/client.ts';
import type { Exchange, Header } from '../../../src/http/exchange.ts';
import {
  clientFor,
  createRequest,
  listRequest,
  startClient,
  testCredentials,
  testKey,
} from '../../support/client-under-test.ts';
import { responseText } from '../../support/raw-server.ts';

interface Recorded {
  readonly exchange: Exchange;
  readonly sent: readonly SentRequest[];
  /** The request as it came over the wire. */
  readonly text: string;
}

async function record(
  request: OutgoingRequest,
  response: string = responseText(200, '[]'),
  headers: readonly Header[] = [],
): Promise<Recorded> {
  const { client, server, exchanges, sent } = await startClient((socket) => socket.write(response), {}, headers);
  await client.send(request, 'list/first');
  const [exchange] = exchanges;
  if (exchange === undefined) throw new Error('nothing was recorded');
  return { exchange, sent, text: server.requests[0]?.text ?? '' };
}

describe('a request', () => {
  it('goes to the base path with the headers of the suite', async () => {
    const { text } = await record(createRequest);
    const [head, body] = text.split('\r\n\r\n');
    expect(head?.split('\r\n')).toEqual(
      expect.arrayContaining([
        'POST /v1/pets HTTP/1.1',
        expect.stringMatching(/^Host: 127\.0\.0\.1:\d+$/),
        'Connection: close',
        `Authorization: Bearer ${testKey}`,
        'Content-Type: application/json',
        'Content-Length: 29',
        'Accept: application/json',
        'Accept-Encoding: gzip, deflate, br',
        'User-Agent: petstore-conformance/1.2.3 (run run-1)',
      ]),
    );
    expect(body).toBe('{"name":"Rex","categoryId":1}');
  });

  it('may write the names of its fields in another case, also in its command', async () => {
    const { text, exchange } = await record({ ...createRequest, spellName: (name) => name.toLowerCase() });
    const [, ...fields] = text.split('\r\n\r\n')[0]?.split('\r\n') ?? [];
    const names = fields.map((line) => line.split(':')[0]);
    expect(names).toEqual(names.map((name) => name?.toLowerCase()));
    expect(fields).toEqual(
      expect.arrayContaining([
        `authorization: Bearer ${testKey}`,
        'content-type: application/json',
        'content-length: 29',
      ]),
    );
    const { curl } = exchange.request;
    expect(curl).toContain('-H "authorization: Bearer $PETSTORE_API_KEY" -H \'content-type:');
    expect(curl).toContain("-H 'content-length: 29' --data-binary");
  });

  it('names its framing in its command only if it spells it', async () => {
    const { exchange } = await record(createRequest);
    expect(exchange.request.curl).not.toMatch(/content-length/i);
  });

  it.each([
    ['inside the first character of several bytes', 'Zo\u00eb', ['{"name":"Zo\u00c3', '\u00ab"}']],
    ['in the middle, if there is none', 'Zoe', ['{"name"', ':"Zoe"}']],
  ])('is cut into chunks %s', async (_, name, chunks) => {
    const pieces: string[] = [];
    const server = createServer((incoming, response) => {
      incoming.on('data', (piece: Buffer) => pieces.push(piece.toString('latin1')));
      incoming.on('end', () => response.end('{}'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { client } = clientFor(`http://127.0.0.1:${port}/v1`);
    await client.send({ ...createRequest, body: JSON.stringify({ name }), chunked: true }, 'case');
    client.close();
    expect(pieces).toEqual(chunks);
  });

  it('names its case only if the run is configured to', async () => {
    const { client, server } = await startClient((socket) => socket.write(responseText(200, '[]')), {
      nameCases: true,
    });
    await client.send(listRequest, 'list/first');
    expect(server.requests[0]?.text).toContain(
      'User-Agent: petstore-conformance/1.2.3 (run run-1; case list/first)\r\n',
    );
  });

  it.each<[request: OutgoingRequest, name: string, values: readonly string[]]>([
    [{ ...createRequest, contentType: null }, 'content-type', []],
    [{ ...listRequest, contentType: 'application/json' }, 'content-type', ['application/json']],
    [{ ...listRequest, headers: [['accept', '*/*']] }, 'accept', ['*/*']],
    [{ ...listRequest, credential: testCredentials.empty }, 'authorization', ['']],
  ])('%# carries the header it asks for and no other', async (request, name, values) => {
    const { text } = await record(request);
    const lines = text.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name}:`));
    expect(lines.map((line) => line.slice(name.length + 1).trim())).toEqual(values);
  });

  it('carries the configured headers, and its record does not', async () => {
    const { text, exchange } = await record(listRequest, undefined, [['X-Gateway', 'gateway-secret']]);
    expect(text).toContain('\r\nX-Gateway: gateway-secret\r\n');
    expect(exchange.request.headers).toContainEqual(['X-Gateway', '[header X-Gateway]']);
    expect(JSON.stringify(exchange)).not.toContain('gateway-secret');
  });
});

describe('a recorded exchange', () => {
  it.each([
    ['Set-Cookie: sid=s3cr3t-of-them; Path=/; HttpOnly', ['Set-Cookie', 'sid=[value of the cookie]; Path=/; HttpOnly']],
    ['X-CSRF-Token: s3cr3t-of-them', ['X-CSRF-Token', '[secret of the service]']],
    ['Authorization: Bearer s3cr3t-of-them', ['Authorization', '[secret of the service]']],
    ['X-Request-Id: 17', ['X-Request-Id', '17']],
  ])('shows of %s no secret that the service issues', async (line, shown) => {
    const { exchange } = await record(listRequest, responseText(200, '[]', [line]));
    expect(exchange.response?.headers).toContainEqual(shown);
    expect(JSON.stringify(exchange)).not.toContain('s3cr3t');
  });

  it('holds 8 KiB of header fields, and counts those that exceed them', async () => {
    const fields = [`X-Long: ${'a'.repeat(7000)}`, `X-Longer: ${'b'.repeat(9000)}`, 'X-Last: 1'];
    const { exchange } = await record(listRequest, responseText(200, '[]', fields));
    expect(exchange.response?.headers.map(([name]) => name)).toEqual([
      'Content-Type',
      'X-Long',
      'X-Last',
      'Content-Length',
    ]);
    expect(exchange.response?.omittedHeaders).toBe(1);
    const { exchange: whole } = await record(listRequest, responseText(200, '[]', fields.toSpliced(1, 1)));
    expect(whole.response).not.toHaveProperty('omittedHeaders');
  });

  it('holds no secret, though all of it echoes the key', async () => {
    const message = JSON.stringify({ message: `unknown ${testKey}`, encoded: btoa(testKey) });
    const request = { ...createRequest, path: `/pets?api_key=${testKey}`, body: `{"name":"${testKey}"}` };
    const { exchange, sent } = await record(request, responseText(400, message, [`X-Echo: ${testKey}`]));
    expect(JSON.stringify([exchange, sent])).not.toMatch(new RegExp(`${testKey}|${btoa(testKey).slice(0, 8)}`));
    expect(exchange.request.url).toMatch(/\/v1\/pets\?api_key=\[key\]$/);
    expect(exchange.request.headers).toContainEqual(['Authorization', 'Bearer [key]']);
    expect(exchange.request.credential).toBe('valid');
    expect(exchange.response?.headers).toContainEqual(['X-Echo', '[key]']);
    expect(exchange.response?.body.text).toBe('{"message":"unknown [key]","encoded":"[key]"}');
  });
});

describe('what the judge sees of a response', () => {
  it('has headers by lower-case name, every value of them', async () => {
    const { client } = await startClient((socket) => socket.write(responseText(200, '[]', ['X-A: 1', 'x-a: 2'])));
    const { result } = await client.send(listRequest, 'case');
    expect(result.kind === 'response' && result.headers.get('x-a')).toEqual(['1', '2']);
  });
});
