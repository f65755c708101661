import { brotliCompressSync } from 'node:zlib';
import type { StepChange } from '../service-steps.ts';
import { isFor, isOfKind, keyRejections, type ReplyTest, succeeds } from '../conditions.ts';
import type { RejectionKind, WireReply } from '../reply.ts';
import type { ServiceRequest } from '../service-request.ts';
import { changeMediaType, changeWire } from '../step-changes.ts';
import type { Fault } from './fault.ts';

const always: ReplyTest = () => true;
const isPage = succeeds('listPets');
const isAdded = succeeds('createPet');
const isError: ReplyTest = (reply) => reply.kind !== 'success';
const isMalformed = isOfKind('malformed-json');
const isKeyRejected = isOfKind(...keyRejections);
const isUnknownPet = isOfKind('unknown-pet');

function acceptsAnything(request: ServiceRequest): boolean {
  return request.headers.accept === '*/*';
}

function changeText(when: ReplyTest, change: (text: string) => string): StepChange {
  return changeWire(when, (wire, text) => ({ ...wire, payload: Buffer.from(change(text)) }));
}

function changePayload(when: ReplyTest, change: (text: string) => Buffer): StepChange {
  return changeWire(when, (wire, text) => ({ ...wire, payload: change(text) }));
}

function htmlPage(status: string): (wire: WireReply) => WireReply {
  const html = `<!DOCTYPE html>\n<html><head><title>${status}</title></head><body><pre>${status}</pre></body></html>\n`;
  return (wire) => ({
    ...wire,
    headers: { ...wire.headers, 'Content-Type': 'text/html; charset=utf-8' },
    payload: Buffer.from(html),
  });
}

/** Quotes what was sent in the message of an Error, with too few escapes. */
function quotes(kind: RejectionKind, quoted: (request: ServiceRequest) => string): StepChange {
  return (base) => ({
    encode: (text, reply, request) => {
      const wire = base.encode(text, reply, request);
      if (reply.kind !== kind) return wire;
      const message = `"message":"Not valid: ${quoted(request)}"`;
      return { ...wire, payload: Buffer.from(text.replace(/"message":"[^"]*"/, () => message)) };
    },
  });
}

/** Quotes the first 100 bytes of what was sent in the message of an Error of a body. They may end inside a character. */
function quotesStart(quoted: (request: ServiceRequest) => string): StepChange {
  return (base) => ({
    encode: (text, reply, request) => {
      const wire = base.encode(text, reply, request);
      const sent = Buffer.from(quoted(request));
      if (reply.status !== 400 || sent.length <= 100) return wire;
      const start = JSON.stringify(sent.toString('latin1', 0, 100)).slice(1, -1);
      const [before = '', after = ''] = text.split(/(?<="message":")/);
      return {
        ...wire,
        payload: Buffer.concat([Buffer.from(before), Buffer.from(start, 'latin1'), Buffer.from(after)]),
      };
    },
  });
}

/** The status in a body, escaped as in JSON. */
function sentStatus({ body }: ServiceRequest): string {
  return /"status":"((?:[^"\\]|\\.)*)"/.exec(body.toString())?.[1] ?? '';
}

/** Faults of the text and the media type of a response (part 1). */
export const responseTextFaults: readonly Fault[] = [
  {
    id: 'error-quotes-status-with-quotes',
    title: 'An Error quotes an invalid status, and does not escape its quotes.',
    breaks: ['ANSWER-JSON'],
    apply: quotes('invalid-status', (request) => sentStatus(request).replaceAll('\\"', '"')),
  },
  {
    id: 'error-quotes-status-with-backslashes',
    title: 'An Error quotes an invalid status, and does not escape its backslashes.',
    breaks: ['ANSWER-JSON'],
    apply: quotes('invalid-status', (request) => sentStatus(request).replaceAll('\\\\', '\\')),
  },
  {
    id: 'error-quotes-status-with-control-characters',
    title: 'An Error quotes an invalid status, and escapes only quotes, backslashes and line breaks.',
    breaks: ['ANSWER-JSON'],
    apply: quotes('invalid-status', (request) => sentStatus(request).replaceAll('\\u0001', '\u0001')),
  },
  {
    id: 'error-quotes-malformed-body',
    title: 'The Error of a malformed body quotes it, and escapes its quotes only.',
    breaks: ['ANSWER-JSON'],
    apply: quotes('malformed-json', ({ body }) => body.toString().replaceAll(/\s/g, ' ').replaceAll('"', '\\"')),
  },
  {
    id: 'error-quotes-half-a-surrogate-pair',
    title: 'The Error of a string in place of a pet quotes it, and writes half of a surrogate pair as bytes.',
    breaks: ['ANSWER-JSON'],
    apply: changeWire(
      (reply, request) => reply.kind === 'not-an-object' && request.body.includes('ud800'),
      (wire, text) => ({
        ...wire,
        payload: Buffer.from(text.replace('"message":"', '"message":"\u00ed\u00a0\u0080 '), 'latin1'),
      }),
    ),
  },
  {
    id: 'key-error-quotes-address',
    title: 'The Error of a wrong key quotes the decoded address without escapes.',
    breaks: ['ANSWER-JSON'],
    apply: quotes('key-invalid', ({ query }) => query.get('status') ?? ''),
  },
  {
    id: 'malformed-answered-with-page',
    title: 'Malformed JSON gets the HTML error page of the framework.',
    breaks: ['ANSWER-JSON', 'ANSWER-MEDIA-TYPE'],
    apply: changeWire(isMalformed, htmlPage('SyntaxError: Unexpected token in JSON')),
  },
  {
    id: 'unknown-pet-answered-with-page',
    title: 'An unknown pet gets an HTML page.',
    breaks: ['ANSWER-JSON', 'ANSWER-MEDIA-TYPE'],
    apply: changeWire(isUnknownPet, htmlPage('Not Found')),
  },
  {
    id: 'list-as-page-for-any-type',
    title: 'The list is an HTML page for clients that accept any media type.',
    breaks: ['ANSWER-JSON', 'ANSWER-MEDIA-TYPE'],
    apply: changeWire((reply, request) => isPage(reply, request) && acceptsAnything(request), htmlPage('Pets')),
  },
  {
    id: 'errors-as-page-for-any-type',
    title: 'An error is an HTML page for clients that accept any media type.',
    breaks: ['ANSWER-JSON', 'ANSWER-MEDIA-TYPE'],
    apply: changeWire((reply, request) => isError(reply, request) && acceptsAnything(request), htmlPage('Error')),
  },
  {
    id: 'errors-as-page-without-accept',
    title: 'An error is an HTML page for clients that send no Accept.',
    breaks: ['ANSWER-JSON', 'ANSWER-MEDIA-TYPE'],
    apply: changeWire(
      (reply, request) => isError(reply, request) && request.headers.accept === undefined,
      htmlPage('Error'),
    ),
  },
  {
    id: 'key-errors-as-page-without-accept',
    title: 'The Error of a rejected key is an HTML page for clients that send no Accept.',
    breaks: ['ANSWER-JSON', 'ANSWER-MEDIA-TYPE'],
    apply: changeWire(
      (reply, request) => isKeyRejected(reply) && request.headers.accept === undefined,
      htmlPage('Error'),
    ),
  },
  {
    id: 'body-errors-as-page-without-accept',
    title: 'The Error of a rejected body is an HTML page for clients that send no Accept.',
    breaks: ['ANSWER-JSON', 'ANSWER-MEDIA-TYPE'],
    apply: changeWire(
      (reply, request) => reply.status === 400 && isFor('createPet')(request) && request.headers.accept === undefined,
      htmlPage('Error'),
    ),
  },
  {
    id: 'key-refused-without-body',
    title: 'A rejected key gets an empty body.',
    breaks: ['ANSWER-JSON'],
    apply: changeText(isKeyRejected, () => ''),
  },
  {
    id: 'unknown-pet-without-body',
    title: 'An unknown pet gets an empty body.',
    breaks: ['ANSWER-JSON'],
    apply: changeText(isUnknownPet, () => ''),
  },
  {
    id: 'list-with-guard-prefix',
    title: 'A page starts with characters that prevent its execution as a script.',
    breaks: ['ANSWER-JSON'],
    apply: changeText(isPage, (text) => `)]}',\n${text}`),
  },
  {
    id: 'text-after-answer',
    title: 'A response is followed by a comment.',
    breaks: ['ANSWER-JSON'],
    apply: changeText(always, (text) => `${text}\n<!-- served by node 3 -->`),
  },
  {
    id: 'list-with-trailing-comma',
    title: 'A page of more than one pet has a comma after the last.',
    breaks: ['ANSWER-JSON'],
    apply: changeText(isPage, (text) => text.replace(/\},(.*)\]$/s, '},$1,]')),
  },
  {
    id: 'list-as-lines',
    title: 'A page of more than one pet is written as one JSON text a line.',
    breaks: ['ANSWER-JSON'],
    apply: changeText(isPage, (text) => (text.includes('},{') ? text.slice(1, -1).replaceAll('},{', '}\n{') : text)),
  },
  {
    id: 'nan-in-animal',
    title: 'An added pet carries a weight that is NaN.',
    breaks: ['ANSWER-JSON'],
    apply: changeText(isAdded, (text) => text.replace(/\}$/, ',"weight":NaN}')),
  },
  {
    id: 'latin-1-answers',
    title: 'Characters of Latin-1 are encoded in Latin-1, all others in UTF-8.',
    breaks: ['ANSWER-JSON'],
    apply: changePayload(always, (text) =>
      Buffer.concat(Array.from(text, (letter) => Buffer.from(letter, letter > '\u00ff' ? 'utf8' : 'latin1'))),
    ),
  },
  {
    id: 'list-of-latin-1-in-latin-1',
    title: 'A list that has only characters of Latin-1 is encoded in Latin-1.',
    breaks: ['ANSWER-JSON'],
    apply: changePayload(isPage, (text) => Buffer.from(text, /[^\0-\u00ff]/.test(text) ? 'utf8' : 'latin1')),
  },
  {
    id: 'encoded-in-accepted-charset',
    title: 'A list is encoded in Latin-1 if Accept-Charset begins with it.',
    breaks: ['ANSWER-JSON'],
    apply: changePayload(
      (reply, request) =>
        isPage(reply, request) && /^iso-8859-1/i.test(request.headers['accept-charset']?.toString() ?? ''),
      (text) => Buffer.from(text.replaceAll(/[^\0-\u00ff]/g, '?'), 'latin1'),
    ),
  },
  {
    id: 'utf-16-errors',
    title: 'Errors are encoded in UTF-16.',
    breaks: ['ANSWER-JSON'],
    apply: changePayload(isError, (text) => Buffer.from(text, 'utf16le')),
  },
  {
    id: 'surrogates-encoded-alone',
    title: 'A character beyond the first plane is encoded as two surrogates of three bytes each.',
    breaks: ['ANSWER-JSON'],
    apply: changePayload(always, (text) =>
      Buffer.concat(
        text.split('').map((unit) => (/[\ud800-\udfff]/.test(unit) ? threeBytes(unit) : Buffer.from(unit))),
      ),
    ),
  },
  {
    id: 'quotes-in-names-not-escaped',
    title: 'Quotation marks in texts are written without escapes.',
    breaks: ['ANSWER-JSON'],
    apply: changeText(always, (text) => text.replaceAll('\\"', '"')),
  },
  {
    id: 'answer-in-single-quotes',
    title: 'Errors of the body are written with single quotes.',
    breaks: ['ANSWER-JSON'],
    apply: changeText(
      (reply) => reply.status === 400,
      (text) => text.replaceAll('"', "'"),
    ),
  },
  {
    id: 'compression-not-declared',
    title: 'A page above 1 KiB is compressed without a Content-Encoding.',
    breaks: ['ANSWER-JSON'],
    apply: changePayload(isPage, (text) => (text.length > 1024 ? brotliCompressSync(text) : Buffer.from(text))),
  },
  {
    id: 'list-as-plain-text',
    title: 'A page has the media type text/plain.',
    breaks: ['ANSWER-MEDIA-TYPE'],
    apply: changeMediaType(isPage, 'text/plain; charset=utf-8'),
  },
  {
    id: 'errors-as-problems',
    title: 'Errors have the media type application/problem+json.',
    breaks: ['ANSWER-MEDIA-TYPE'],
    apply: changeMediaType(isError, 'application/problem+json'),
  },
  {
    id: 'key-refused-without-label',
    title: 'The response to a rejected key has no Content-Type.',
    breaks: ['ANSWER-MEDIA-TYPE'],
    apply: changeMediaType(isKeyRejected, undefined),
  },
  {
    id: 'malformed-labelled-html',
    title: 'The Error of malformed JSON has the media type text/html.',
    breaks: ['ANSWER-MEDIA-TYPE'],
    apply: changeMediaType(isMalformed, 'text/html'),
  },
  {
    id: 'created-with-vendor-label',
    title: 'The response to an addition has a vendor media type.',
    breaks: ['ANSWER-MEDIA-TYPE'],
    apply: changeMediaType(isAdded, 'application/vnd.petstore.v1+json'),
  },
  {
    id: 'empty-page-as-text',
    title: 'A page without pets has the media type text/json.',
    breaks: ['ANSWER-MEDIA-TYPE'],
    startsEmpty: true,
    apply: changeMediaType((reply) => Array.isArray(reply.body) && reply.body.length === 0, 'text/json'),
  },
  {
    id: 'pages-decoded-in-parts',
    title: 'Parts of 8 KiB of a page are decoded one by one, so a character that lies in two of them is lost.',
    breaks: ['LIST-SAME'],
    apply: changeWire(isPage, (wire) => {
      const parts = Array.from({ length: Math.ceil(wire.payload.length / 8192) }, (_, index) =>
        wire.payload.toString('utf8', index * 8192, (index + 1) * 8192),
      );
      return { ...wire, payload: Buffer.from(parts.join('')) };
    }),
  },
  {
    id: 'pages-end-at-16-kib',
    title: 'The text of a page ends after 16 KiB.',
    breaks: ['ANSWER-JSON'],
    apply: changeWire(isPage, (wire) => ({ ...wire, payload: wire.payload.subarray(0, 16_384) })),
  },
  {
    id: 'pages-end-at-64-kib',
    title: 'The text of a page ends after 65,535 bytes.',
    breaks: ['ANSWER-JSON'],
    apply: changeWire(isPage, (wire) => ({ ...wire, payload: wire.payload.subarray(0, 65_535) })),
  },
  {
    id: 'error-quotes-part-of-a-character',
    title: 'An Error quotes the first 100 bytes of an invalid status, and may end inside a character.',
    breaks: ['ANSWER-JSON'],
    apply: quotesStart(sentStatus),
  },
  {
    id: 'error-quotes-part-of-body',
    title: 'An Error quotes the first 100 bytes of an invalid body, and may end inside a character.',
    breaks: ['ANSWER-JSON'],
    apply: quotesStart(({ body }) => body.toString()),
  },
];

function threeBytes(surrogate: string): Buffer {
  const code = surrogate.charCodeAt(0);
  return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
}
