import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProcessResult, resultOf, startProcess } from '../../support/child-process.ts';
import type { Credential } from '../../../src/target/answer.ts';
import { credentialsFor } from '../../../src/target/credentials.ts';
import { type CurlRequest, curlCommand, headerVariable, quote } from '../../../src/target/curl-command.ts';

const hardKey = '$a`b"c\\d\'e!f';
const credentials = credentialsFor(hardKey, () => 0.5);
const curlIsHere = (await resultOf(startProcess('curl', ['--version']))).code === 0;

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const received: Received[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks) });
    response.end();
  });
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
});

afterAll(() => {
  server.close();
});

const plain: CurlRequest = {
  method: 'GET',
  url: '/pets',
  credential: credentials.valid,
  headers: [['Accept', 'application/json']],
  configuredHeaders: [],
  body: null,
  withoutContentType: true,
};

function runBash(script: string, environment: NodeJS.ProcessEnv = process.env): Promise<ProcessResult> {
  return resultOf(startProcess('bash', ['--norc', '-c', script], { env: environment }));
}

/** Runs the command as an operator would and checks what arrived. Without curl here, its text must do. */
async function expectSent(request: CurlRequest, expected: (base: string) => Partial<Received>): Promise<void> {
  const command = curlCommand({ ...request, url: `${base}${request.url}` });
  if (!curlIsHere) {
    expect(command).toMatch(/^(printf %s [\w+/=]+ \| base64 -d \| )?curl -sS -i --compressed --globoff --path-as-is /);
    return;
  }
  const environment = { PATH: process.env['PATH'], PETSTORE_API_KEY: hardKey, PETSTORE_HEADER_X_GATEWAY: 'its value' };
  const { code, error } = await runBash(command, environment);
  expect(code, error).toBe(0);
  expect(received.splice(0)).toEqual([expect.objectContaining(expected('/v1'))]);
}

/** Headers among which these are as given; undefined stands for none. */
const headersWith = (wanted: Readonly<Record<string, string | undefined>>): IncomingHttpHeaders => {
  const present = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const absent = Object.entries(wanted).filter(([, value]) => value === undefined);
  return expect.toSatisfy(
    (headers: IncomingHttpHeaders) =>
      present.every(([name, value]) => headers[name] === value) && absent.every(([name]) => !(name in headers)),
  ) as IncomingHttpHeaders;
};

const bodies: readonly (readonly [string, string | Uint8Array])[] = [
  ['plain JSON', '{"name":"Rex","categoryId":1}'],
  ['nothing', ''],
  ['quotes', `{"name":"O'Hara \\"x\\" $HOME \`id\` \\\\"}`],
  ['line breaks and control characters', 'a\nb\r\n\tc\u0001\u007f\u0085d'],
  ['another script', '{"name":"猫🐈é"}'],
  ['an at sign in front', '@/etc/hostname'],
  ['a NUL', 'a\0b'],
  ['bytes that are not UTF-8', Uint8Array.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
];

describe('the command, run by bash and curl,', () => {
  it.each(bodies)('sends a body of %s', async (_what, body) => {
    const headers = [['Content-Type', 'application/json']] as const;
    const request = { ...plain, method: 'POST', headers, withoutContentType: false, body: Buffer.from(body) };
    await expectSent(request, (path) => ({
      method: 'POST',
      url: `${path}/pets`,
      headers: headersWith({ 'content-type': 'application/json' }),
      body: Buffer.from(body),
    }));
  });

  it.each(Object.values(credentials))('sends the credential $id', async (credential: Credential) => {
    const authorization = credential.authorization ?? undefined;
    await expectSent({ ...plain, credential }, () => ({ headers: headersWith({ authorization }) }));
  });

  it.each(['/pets?limit=1&status=sold', '/pets/../pets/%2e%2e/[1-2]{a,b}?x=%27', "/pets?name='"])(
    'keeps the path %s',
    async (url) => {
      await expectSent({ ...plain, url }, (path) => ({ url: `${path}${url}` }));
    },
  );

  it.each(['GET', 'POST', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'])('uses the method %s', async (method) => {
    await expectSent({ ...plain, method }, () => ({ method }));
  });

  it('sends no media type where the request has none, and empty headers', async () => {
    const request: CurlRequest = { ...plain, method: 'POST', body: Buffer.from('{}'), headers: [['X-Empty', '']] };
    await expectSent(request, () => ({ headers: headersWith({ 'content-type': undefined, 'x-empty': '' }) }));
  });

  it('takes configured headers and a key in the query from the environment', async () => {
    const request = {
      ...plain,
      url: '/pets?key=[key]',
      configuredHeaders: ['X-Gateway'],
      credential: credentials.none,
    };
    await expectSent(request, (path) => ({
      url: `${path}/pets?key=${hardKey}`,
      headers: headersWith({ 'x-gateway': 'its value', authorization: undefined }),
    }));
  });
});

describe('the command', () => {
  it('reads well', () => {
    const request = {
      ...plain,
      url: 'http://h/v1/pets',
      method: 'POST',
      withoutContentType: false,
      body: Buffer.from('{}'),
    };
    expect(curlCommand({ ...request, headers: [['Content-Type', 'application/json']] })).toBe(
      `curl -sS -i --compressed --globoff --path-as-is -X POST 'http://h/v1/pets' -H "Authorization: Bearer $PETSTORE_API_KEY" -H 'Content-Type: application/json' --data-binary '{}'`,
    );
  });

  it('names the digest of a body that is too long to be pasted', () => {
    const command = curlCommand({ ...plain, method: 'POST', body: Buffer.alloc(20_000, 'x') });
    expect(command).toMatch(/--data-binary @body # body: a file of 20000 bytes, sha256 [0-9a-f]{64}$/);
  });

  it('never holds the value of a configured header', () => {
    expect(curlCommand({ ...plain, configuredHeaders: ['X-Api.Gate'] })).toContain(
      '-H "X-Api.Gate: $PETSTORE_HEADER_X_API_GATE"',
    );
    expect(headerVariable('x-b')).toBe('PETSTORE_HEADER_X_B');
  });
});

describe('quoting', () => {
  it.each(["it's", 'a\\b', 'a\nb', '$x `y` "z" !', '\u0001f', '', 'é\u0085', String.raw`'\x41\'`])(
    'makes one word of %j',
    async (text) => {
      expect(await runBash(`printf '%s|' ${quote(text)}`)).toMatchObject({ code: 0, out: `${text}|` });
    },
  );
});
