import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { credentialsFor } from '../../src/suite/keys/credentials.ts';
import { type CurlRequest, curlCommand, quote } from '../../src/http/curl-command.ts';
import { defaultNetwork } from '../../src/settings/network.ts';
import { resultOf, startProcess } from '../../lab/child-process.ts';

const KEYS = [
  '7',
  '-',
  'ab',
  'sk_test_4f9Kq7Zr2mXw8bTn',
  '12345678901234567890',
  '$HOME`id`"x"\\n\'y\'!*{}%s',
  '%%%==/+',
];

/** Runs bash, and returns its output, split at NUL. */
async function runBash(script: string, variables: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const env = { PATH: process.env['PATH'], ...variables };
  const { code, out, error } = await resultOf(startProcess('bash', ['--norc', '-e', '-c', script], { env }));
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return out.split('\0').slice(0, -1);
}

it('bash builds each credential from $PETSTORE_API_KEY like the suite', async () => {
  const credentials = KEYS.flatMap((key, index) =>
    Object.values(credentialsFor(key, () => 0.3)).flatMap(({ authorization, shell }) =>
      shell === null ? [] : [{ authorization, shell, index }],
    ),
  );
  const script = credentials.map(({ index, shell }) => `PETSTORE_API_KEY=$KEY_${index}; printf '%s\\0' ${shell}`);
  const variables = Object.fromEntries(KEYS.map((key, index) => [`KEY_${index}`, key]));
  // A header has one byte for each character, and the output is decoded as UTF-8.
  const sent = credentials.map(({ authorization }) => Buffer.from(authorization ?? '', 'latin1').toString());
  expect(await runBash(script.join('\n'), variables)).toEqual(sent);
});

it('bash reads a quoted text as one word', async () => {
  const texts = ["it's", 'a\\b', 'a\nb', '$x `y` "z" !', '\u0001f', '', 'é\u0085', String.raw`'\x41\'`];
  expect(await runBash(`printf '%s\\0' ${texts.map((text) => quote(text)).join(' ')}`)).toEqual(texts);
});

describe('the commands of a report, run by bash and curl,', () => {
  const key = '$a`b"c\\d\'e!f';
  const credentials = credentialsFor(key, () => 0.5);
  const plain: CurlRequest = {
    method: 'GET',
    url: '/pets',
    credential: credentials.valid,
    headers: [],
    configuredHeaders: [],
    network: defaultNetwork,
    body: null,
  };
  const sent = {
    method: 'GET',
    url: '/v1/pets',
    body: '',
    authorization: `Bearer ${key}`,
    'content-type': null as string | null,
    'x-empty': null as string | null,
    'x-gateway': null as string | null,
  };
  type Row = readonly [request: Partial<CurlRequest>, sent: Partial<Record<keyof typeof sent, string | null>>];

  const nearKeys = Object.values(credentials).filter(({ id }) => id !== 'none' && id !== 'empty');
  const methods = ['POST', 'HEAD', 'PATCH'].map((method): Row => [{ method }, { method }]);
  const paths = ['/pets?limit=1&status=sold', '/pets/../pets/%2e%2e/[1-2]{a,b}?x=%27', "/pets?name='"].map(
    (url): Row => [{ url }, { url: `/v1${url}` }],
  );
  const bodies = [
    '{"name":"Rex","categoryId":1}',
    '',
    `{"name":"O'Hara \\"x\\" $HOME \`id\` \\\\"}`,
    'a\nb\r\n\tc\u0001\u007f\u0085d',
    '{"name":"猫🐈é"}',
    '@/etc/hostname',
    'a\0b',
    Uint8Array.of(0x7b, 0xff, 0xfe, 0x00, 0x7d),
  ].map((body): Row => {
    const headers = [['Content-Type', 'application/json']] as const;
    return [
      { method: 'POST', headers, body: Buffer.from(body) },
      { method: 'POST', 'content-type': 'application/json', body: Buffer.from(body).toString('latin1') },
    ];
  });
  const rows: readonly Row[] = [
    ...methods,
    ...paths,
    ...bodies,
    [{ credential: credentials.none }, { authorization: null }],
    [{ credential: credentials.empty }, { authorization: '' }],
    ...nearKeys.map((credential): Row => [{ credential }, { authorization: credential.authorization }]),
    [
      { method: 'POST', body: Buffer.from('{}'), headers: [['X-Empty', '']] },
      { method: 'POST', body: '{}', 'x-empty': '' },
    ],
    [
      { url: '/pets?key=[key]', configuredHeaders: ['X-Gateway'] },
      { url: `/v1/pets?key=${key}`, 'x-gateway': 'its value' },
    ],
  ];

  it('send the same requests as the suite', async () => {
    const received: object[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        const names = ['authorization', 'content-type', 'x-empty', 'x-gateway'];
        const values = Object.fromEntries(names.map((name) => [name, headers[name] ?? null]));
        received.push({ method, url, body: Buffer.concat(chunks).toString('latin1'), ...values });
        response.end();
      });
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const commands = rows.map(([request]) =>
      curlCommand({ ...plain, ...request, url: base + (request.url ?? '/pets') }),
    );
    // Without curl, compare only the text of the commands.
    if ((await resultOf(startProcess('curl', ['--version']))).code !== 0)
      return expect(commands.filter((each) => !/(^|\| )curl -sS -i --compressed --globoff /.test(each))).toEqual([]);
    await runBash(commands.join('\n'), { PETSTORE_API_KEY: key, PETSTORE_HEADER_X_GATEWAY: 'its value' });
    expect(received).toEqual(rows.map(([, expected]) => ({ ...sent, ...expected })));
  });
});
