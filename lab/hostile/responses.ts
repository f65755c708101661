import type { VerdictName } from '../../src/report/report.ts';
import { constants, gzipSync } from 'node:zlib';
import { type Ending, type HostileTarget, listen, whole } from './hostile-target.ts';

// Services that send the same bytes for each request, and close the connection. Each is one row.

type Row = readonly [
  id: string,
  does: string,
  ending: Ending,
  response: () => string | Uint8Array,
  verdict?: VerdictName,
];

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const TWO = `${OK}Content-Length: 2\r\n\r\n[]`;
const chunked = (chunks: string): string => `${OK}Transfer-Encoding: chunked\r\n\r\n${chunks}`;
/** The default limit for a body, in bytes. */
const LARGEST = 4096 * 1024;

function page(entry: (index: number) => string, count: number): Buffer {
  return whole(`[${Array.from({ length: count }, (_, index) => entry(index)).join()}]`);
}

/** Heads and bodies that no careful service sends. */
const STREAMS: readonly Row[] = [
  [
    'body/split',
    'Splits its response in two by line breaks in a header field.',
    'response',
    () => `${OK}X-A: b\r\nContent-Length: 2\r\n\r\n[]HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`,
  ],
  ['body/three-responses', 'Sends three responses at once.', 'response', () => TWO.repeat(3)],
  ['head/line-feeds', 'Ends its lines with line feeds alone.', 'not-http', () => TWO.replaceAll('\r', '')],
  ['head/carriage-returns', 'Ends its lines with carriage returns alone.', 'not-http', () => TWO.replaceAll('\n', '')],
  [
    'head/folded-field',
    'Folds a header field over two lines.',
    'not-http',
    () => TWO.replace('\r\n', '\r\nX-A: b\r\n c\r\n'),
  ],
  [
    'head/bare-return-in-field',
    'Has a carriage return within a header field.',
    'not-http',
    () => TWO.replace('\r\n', '\r\nX-A: b\rc\r\n'),
  ],
  ['head/empty-name', 'Has a header field without a name.', 'not-http', () => TWO.replace('\r\n', '\r\n: b\r\n')],
  [
    'head/latin-1-fields',
    'Has bytes above 127 in header fields.',
    'response',
    () => Buffer.from(TWO.replace('\r\n', '\r\nX-A: \xE4\xFF\x9B\r\n'), 'latin1'),
  ],
  ['head/plus-length', 'Gives a length with a plus sign.', 'not-http', () => TWO.replace(': 2', ': +2')],
  ['head/hexadecimal-length', 'Gives a length in hexadecimal.', 'not-http', () => TWO.replace(': 2', ': 0x2')],
  ['head/list-of-lengths', 'Gives the same length twice in one field.', 'not-http', () => TWO.replace(': 2', ': 2, 2')],
  [
    'head/zeros-before-length',
    'Gives a length with a thousand zeros before it.',
    'response',
    () => TWO.replace(': 2', `: ${'0'.repeat(1000)}2`),
  ],
  ['head/status-000', 'Has the status 000.', 'cut-short', () => TWO.replace('200', '000')],
  ['head/status-099', 'Has the status 099.', 'cut-short', () => TWO.replace('200', '099')],
  ['head/status-304', 'Responds with 304 and a body.', 'response', () => TWO.replace('200', '304'), 'inconclusive'],
  ['head/no-reason', 'Has no reason phrase, and no space before it.', 'response', () => TWO.replace(' OK', '')],
  [
    'head/long-reason',
    'Has a reason phrase of 60,000 characters.',
    'response',
    () => TWO.replace('OK', 'x'.repeat(60_000)),
  ],
  [
    'head/control-in-reason',
    'Has terminal escapes in the reason phrase.',
    'response',
    () => TWO.replace('OK', '\u001B[2J\u0007'),
  ],
  [
    'body/chunked-twice',
    'Says twice that its body is chunked.',
    'response',
    () => chunked('2\r\n[]\r\n0\r\n\r\n').replace('chunked', 'chunked, chunked'),
  ],
  [
    'body/unknown-transfer',
    'Uses a transfer coding that does not exist.',
    'response',
    () => chunked('[]').replace('chunked', 'rot13'),
  ],
  [
    'body/gzip-transfer',
    'Uses gzip as a transfer coding.',
    'response',
    () => Buffer.concat([Buffer.from(chunked('').replace('chunked', 'gzip')), gzipSync('[]')]),
  ],
  [
    'body/chunk-extensions',
    'Sends extensions of 8 KiB with each chunk.',
    'response',
    () => chunked(`2;${'x'.repeat(8192)}\r\n[]\r\n0\r\n\r\n`),
  ],
  ['body/negative-chunk', 'Gives a chunk a negative size.', 'not-http', () => chunked('-2\r\n[]\r\n0\r\n\r\n')],
  [
    'body/trailer-smuggling',
    'Sends another length and status in its trailer.',
    'not-http',
    () => chunked('2\r\n[]\r\n0\r\nContent-Length: 99\r\nStatus: 500\r\n\r\n'),
  ],
  [
    'interim/many-continues',
    'Sends 100 Continue a hundred and fifty times, as it may.',
    'response',
    () => `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(150)}${TWO}`,
  ],
  [
    'head/cookies',
    'Sets eight hundred cookies.',
    'response',
    () => whole('[]', ...Array.from({ length: 800 }, (_, index) => `Set-Cookie: c${index}=${'v'.repeat(50)}`)),
  ],
  [
    'head/half-megabyte-of-fields',
    'Sends half a megabyte of header fields.',
    'head-too-large',
    () => whole('[]', ...Array.from({ length: 5000 }, (_, index) => `X-${index}: ${'v'.repeat(90)}`)),
  ],
  [
    'head/fields-below-bound',
    'Sends header fields just below the bound.',
    'response',
    () => whole('[]', ...Array.from({ length: 630 }, (_, index) => `X-${index}: ${'v'.repeat(90)}`)),
  ],
];

/** Bodies that need much time or memory. */
const SIZES: readonly Row[] = [
  [
    'content/blanks',
    'Sends blanks up to the bound of a body.',
    'response',
    () => whole(' '.repeat(LARGEST - 2) + '[]'),
  ],
  [
    'content/above-bound',
    'Sends one byte more than the bound of a body.',
    'too-large',
    () => whole(' '.repeat(LARGEST - 1) + '[]'),
  ],
  ['content/numbers', 'Sends two million numbers.', 'response', () => page(() => '1', 2_000_000)],
  [
    'content/long-numbers',
    'Sends forty numbers of a hundred thousand digits.',
    'response',
    () => page(() => '7'.repeat(100_000), 40),
  ],
  [
    'content/exponents',
    'Sends numbers with exponents beyond any range.',
    'response',
    () => page(() => '{"id":1e999999999,"name":"a","categoryId":-1e-999999999}', 60_000),
  ],
  ['content/empty-objects', 'Sends a million empty objects.', 'response', () => page(() => '{}', 1_300_000)],
  ['content/empty-strings', 'Sends a million empty strings.', 'response', () => page(() => '""', 1_300_000)],
  [
    'content/strings-of-escapes',
    'Sends a name of four million characters in escapes.',
    'response',
    () => whole(`[{"id":1,"categoryId":1,"name":"${String.raw`\u0061`.repeat(690_000)}"}]`),
  ],
  [
    'content/different-members',
    'Sends an object with two hundred thousand different members.',
    'response',
    () => whole(`[{${Array.from({ length: 200_000 }, (_, index) => `"m${index}":1`).join()}}]`),
  ],
  [
    'content/long-member-names',
    'Sends an object with forty names of a hundred thousand characters.',
    'response',
    () => whole(`[{${Array.from({ length: 40 }, (_, index) => `"${index}${'n'.repeat(100_000)}":1`).join()}}]`),
  ],
  [
    'content/deep-and-wide',
    'Sends fifteen thousand arrays, each nested 250 levels deep.',
    'response',
    () => page(() => '['.repeat(120) + ']'.repeat(120), 15_000),
  ],
  [
    'content/pets',
    'Sends ninety thousand valid pets.',
    'response',
    () => page((index) => `{"id":${index},"name":"a","categoryId":1}`, 90_000),
  ],
  [
    'content/broken-at-the-end',
    'Sends four megabytes of JSON that breaks at its last byte.',
    'response',
    () => whole(`[${'1,'.repeat(2_000_000)}}`),
  ],
  [
    'content/invalid-utf-8',
    'Sends four megabytes that are not UTF-8.',
    'response',
    () => whole(Buffer.alloc(4_000_000, 0xff)),
  ],
  ['content/zero-bytes', 'Sends four megabytes of zero bytes.', 'response', () => whole(Buffer.alloc(4_000_000))],
  [
    'content/percent-signs',
    'Sends a megabyte of percent-encoded percent signs.',
    'response',
    () => whole(JSON.stringify([{ id: 1, categoryId: 1, name: '%25'.repeat(330_000) }])),
  ],
  [
    'content/references',
    'Sends a megabyte of references of HTML.',
    'response',
    () => whole(JSON.stringify([{ id: 1, categoryId: 1, name: '&amp;#38;'.repeat(110_000) }])),
  ],
  [
    'content/unpacked-below-bound',
    'Sends a few bytes of gzip that unpack to just below the bound.',
    'response',
    () => whole(gzipSync(Buffer.alloc(LARGEST - 1, ' '), { level: constants.Z_BEST_SPEED }), 'Content-Encoding: gzip'),
  ],
];

/** Targets that differ only in the bytes that they send. */
export const responses: readonly HostileTarget[] = [...STREAMS, ...SIZES].map(
  ([id, does, ending, response, verdict]) => ({
    id,
    does,
    ending,
    ...(verdict === undefined ? {} : { verdict }),
    start() {
      const bytes = response();
      return listen((socket) => socket.end(bytes));
    },
  }),
);
