import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { VerdictName } from '../../src/report/report.ts';
import { type Change, correctBut, type Known, withMember } from './correct-but.ts';
import type { Ending, HostileTarget } from './hostile-target.ts';

// Services that return the key of the request, and are otherwise correct.

type Row = readonly [
  id: string,
  does: string,
  change: (known: Known) => Change,
  verdict?: VerdictName,
  ending?: Ending,
];

const quote = (text: string): string => JSON.stringify(text);
const token = (key: string): string => key.replaceAll(/[^a-z0-9]/gi, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const echo = ({ text, key }: Known): string => withMember(text, 'echo', quote(key));

/** The places of a response that contain text. */
const PLACES: readonly Row[] = [
  ['reason', 'in the reason phrase', ({ key }) => ({ reason: key })],
  ['header', 'in a header field', ({ key }) => ({ headers: [['X-Echo', key]] })],
  [
    'repeated-header',
    'in twenty header fields',
    ({ key }) => ({ headers: Array.from({ length: 20 }, (_, index) => [`X-${index}`, key]) }),
  ],
  ['cookie', 'in the value of a cookie', ({ key }) => ({ headers: [['Set-Cookie', `session=${key}; Path=/`]] })],
  [
    'challenge',
    'in a challenge',
    ({ key }) => ({ headers: [['WWW-Authenticate', `Bearer realm="${key}", error_description="not ${key}"`]] }),
  ],
  [
    'link',
    'in a link',
    ({ key }) => ({ headers: [['Link', `<https://example.org/?key=${encodeURIComponent(key)}>; rel="next"`]] }),
  ],
  [
    'disposition',
    'in the name of a file',
    ({ key }) => ({ headers: [['Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(key)}`]] }),
  ],
  ['etag', 'in an entity tag', ({ key }) => ({ headers: [['ETag', `"${key}"`]] })],
  [
    'server',
    'in the name of the server',
    ({ key }) => ({
      headers: [
        ['Server', key],
        ['Via', `1.1 ${key}`],
      ],
    }),
  ],
  [
    'retry-after',
    'in place of a date',
    ({ key }) => ({
      headers: [
        ['Retry-After', key],
        ['Expires', key],
        ['Age', key],
      ],
    }),
  ],
  [
    'media-type',
    'in a parameter of the media type',
    ({ key }) => ({ type: `application/json; profile="${key.replaceAll(/["\\]/g, '\\$&')}"` }),
  ],
  ['trailer', 'in a trailer field', ({ key }) => ({ trailers: [`X-Echo: ${key}`] })],
  ['early-hints', 'in early hints', ({ key }) => ({ before: `HTTP/1.1 103 ${key}\r\nLink: <${key}>\r\n\r\n` })],
  ['continue', 'in an interim response', ({ key }) => ({ before: `HTTP/1.1 100 ${key}\r\nX-Echo: ${key}\r\n\r\n` })],
  ['member', 'in a member of each object', (known) => ({ body: echo(known) })],
  ['member-name', 'in the name of a member', ({ text, key }) => ({ body: withMember(text, key, '1') })],
  [
    'nested',
    'deep in a member',
    ({ text, key }) => ({ body: withMember(text, 'a', `${'[{"a":'.repeat(20)}${quote(key)}${'}]'.repeat(20)}`) }),
  ],
  [
    'white-space',
    'after megabytes of blanks',
    ({ text, key }) => ({ body: withMember(text, 'echo', `${' '.repeat(40_000)}${quote(key)}`) }),
  ],
  ...[16_350, 16_366, 16_380].map((place): Row => [
    `cut-at-${place}`,
    `${place} characters into the body`,
    (known) => ({ body: ' '.repeat(place) + echo(known) }),
  ]),
  [
    'invalid-utf-8',
    'beside bytes that are not UTF-8',
    ({ text, key }) => ({
      body: Buffer.from(withMember(text, 'echo', `"\xFF${key.replaceAll(/["\\]/g, '\\$&')}\xFE"`), 'latin1'),
    }),
    'not conformant',
  ],
];

/** Bodies in another coding or character encoding. */
const ENCODINGS: readonly Row[] = [
  ['gzip', 'in gzip', (known) => coded('gzip', gzipSync(echo(known)))],
  ['deflate', 'in deflate', (known) => coded('deflate', deflateSync(echo(known)))],
  ['brotli', 'in brotli', (known) => coded('br', brotliCompressSync(echo(known)))],
  ['zstd', 'in zstd, which was not offered', (known) => coded('zstd', zstdCompressSync(echo(known)))],
  ['gzip-twice', 'in gzip twice', (known) => coded('gzip, gzip', gzipSync(gzipSync(echo(known))))],
  ['gzip-in-brotli', 'in brotli in gzip', (known) => coded('br, gzip', gzipSync(brotliCompressSync(echo(known))))],
  [
    'gzip-not-said',
    'in gzip without a word of it',
    (known) => ({ body: gzipSync(echo(known), { level: 0 }) }),
    'not conformant',
  ],
  [
    'gzip-cut',
    'in gzip that is not compressed and has no end',
    (known) => coded('gzip', gzipSync(echo(known), { level: 0 }).subarray(0, -6)),
    'not conformant',
    'undecodable',
  ],
  [
    'gzip-false',
    'in plain text that is called gzip',
    (known) => coded('gzip', Buffer.from(echo(known))),
    'not conformant',
    'undecodable',
  ],
  ['utf-8-mark', 'in UTF-8 with a byte-order mark', (known) => ({ body: `\uFEFF${echo(known)}` })],
];

function coded(coding: string, body: Uint8Array): Change {
  return { headers: [['Content-Encoding', coding]], body };
}

/** Responses that violate the contract at the place of the key, so findings quote the key. */
const VIOLATIONS: readonly Row[] = [
  [
    'names',
    'as the name of each pet',
    ({ text, key }) => ({ body: text.replaceAll(/(?<="name":)"(?:[^"\\]|\\.)*"/g, () => quote(key)) }),
  ],
  [
    'statuses',
    'as the status of each pet',
    ({ text, key }) => ({ body: text.replaceAll(/(?<="status":)"[a-z]*"/g, () => quote(key)) }),
  ],
  [
    'ids',
    'as the id of each pet',
    ({ text, key }) => ({ body: text.replaceAll(/(?<="id":)-?\d+/g, () => quote(key)) }),
  ],
  [
    'codes',
    'in place of the status of each error',
    ({ text, key }) => ({ body: text.replaceAll(/(?<="status":)\d+/g, () => quote(key)) }),
  ],
  [
    'member-names',
    'as the names of members',
    ({ text, key }) => ({
      body: text.replaceAll('"name":', () => `${quote(key)}:`).replaceAll('"code":', () => `${quote(key)}:`),
    }),
  ],
  [
    'array',
    'as a pet of each page',
    ({ text, key }) => ({ body: text.replace(/^\[/, () => `[${quote(key)}${text.length > 2 ? ',' : ''}`) }),
  ],
  [
    'long-name',
    'in a name cut by the suite',
    ({ text, key }) => ({
      body: text.replaceAll(/(?<="name":)"(?:[^"\\]|\\.)*"/g, () =>
        quote(`${'x'.repeat(100)}${key}${'y'.repeat(100)}`),
      ),
    }),
  ],
  ['text', 'as text in place of JSON', ({ key }) => ({ type: 'text/plain', body: key })],
  ['broken-json', 'where its JSON breaks', ({ text, key }) => ({ body: `${text.slice(0, -1)},${key}` })],
  ['media-type-alone', 'as the media type', ({ key }) => ({ type: token(key) })],
  [
    'coding',
    'as the content coding',
    ({ key }) => ({ headers: [['Content-Encoding', token(key)]] }),
    'not conformant',
    'undecodable',
  ],
  [
    'duplicate',
    'in a member that is twice there',
    ({ text, key }) => ({ body: withMember(withMember(text, key, '1'), key, '2') }),
    'conformant',
  ],
];

/** Targets that show the key, one for each place, coding and violation. */
export const reflections: readonly HostileTarget[] = [
  ...PLACES.map((row) => reflection('place', 'conformant', row)),
  ...ENCODINGS.map((row) => reflection('encoding', 'conformant', row)),
  ...VIOLATIONS.map((row) => reflection('violation', 'not conformant', row)),
];

function reflection(
  family: string,
  usual: VerdictName,
  [id, does, change, verdict = usual, ending = 'response']: Row,
): HostileTarget {
  const start = correctBut(change);
  return { id: `key-${family}/${id}`, does: `Shows the key ${does}.`, ending, verdict, start };
}
