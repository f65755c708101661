import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { StepChange } from '../service-steps.ts';
import { everyNth } from '../conditions.ts';
import { writeRaw } from '../raw-response.ts';
import type { WireReply } from '../reply.ts';
import type { ServiceRequest } from '../service-request.ts';
import { composeChanges } from '../step-changes.ts';
import type { Fault } from './fault.ts';

type Send = (wire: WireReply, response: ServerResponse) => void;
type SendTest = (wire: WireReply, request: ServiceRequest) => boolean;

const isPage: SendTest = (wire, request) => request.operation === 'listPets' && wire.status === 200;

/** Sends some responses in another way. */
function sends(when: SendTest, send: Send): StepChange {
  return (base) => ({
    send: (wire, response, reply, request) =>
      when(wire, request) ? send(wire, response) : base.send(wire, response, reply, request),
  });
}

/** Sends every n-th of the responses that `when` picks in another way. */
function sendsEveryNth(n: number, when: SendTest, send: Send): StepChange {
  return (base, context) => {
    const isTurn = everyNth(n);
    return sends((wire, request) => when(wire, request) && isTurn(), send)(base, context);
  };
}

function length(bytes: number): readonly string[] {
  return [`Content-Length: ${bytes}`, 'Connection: close'];
}

/** Sends half as many bytes as Content-Length announces. */
const sendHalf: Send = (wire, response) => {
  const half = wire.payload.subarray(0, Math.floor(wire.payload.length / 2));
  writeRaw(wire, response, length(wire.payload.length), half);
};

/** Announces one byte more than it sends. */
const promiseOneMore: Send = (wire, response) => {
  writeRaw(wire, response, length(wire.payload.length + 1), wire.payload);
};

/** Sends one chunk without the empty last chunk. */
const omitLastChunk: Send = (wire, response) => {
  const size = wire.payload.length.toString(16);
  const chunk = Buffer.concat([Buffer.from(`${size}\r\n`), wire.payload, Buffer.from('\r\n')]);
  writeRaw(wire, response, ['Transfer-Encoding: chunked', 'Connection: close'], chunk);
};

/** Announces the length of the uncompressed text, but sends it compressed. */
const lengthBeforeCompression: Send = (wire, response) => {
  const framing = [...length(wire.payload.length), 'Content-Encoding: gzip'];
  writeRaw(wire, response, framing, gzipSync(wire.payload));
};

/** Announces the number of characters as the number of bytes, and cuts the rest. */
const lengthInCharacters: Send = (wire, response) => {
  const characters = wire.payload.toString('utf8').length;
  writeRaw(wire, response, length(characters), wire.payload.subarray(0, characters));
};

/** Announces compression, but sends the text uncompressed. */
const compressionNotDone: Send = (wire, response) => {
  writeRaw(wire, response, [...length(wire.payload.length), 'Content-Encoding: gzip'], wire.payload);
};

/** Faults on the wire: responses cut short, wrong lengths, wrong encodings (part 1; RFC 9112 section 8). */
export const wireFaults: readonly Fault[] = [
  {
    id: 'large-pages-cut-short',
    title: 'A page above 1 KiB is cut short of its Content-Length.',
    breaks: ['ANSWER-COMPLETE'],
    apply: sends((wire, request) => isPage(wire, request) && wire.payload.length > 1024, sendHalf),
  },
  {
    id: 'pages-above-8-kib-cut-short',
    title: 'A page above 8 KiB is cut short of its Content-Length.',
    breaks: ['ANSWER-COMPLETE'],
    startsEmpty: true,
    apply: sends((wire, request) => isPage(wire, request) && wire.payload.length > 8192, sendHalf),
  },
  {
    id: 'unfiltered-pages-cut-short-and-sold-missed',
    title:
      'A page without a filter is cut short of its Content-Length, and the filter for sold finds every second pet.',
    breaks: ['ANSWER-COMPLETE', 'LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: composeChanges(
      sends((wire, request) => isPage(wire, request) && !request.query.has('status'), sendHalf),
      (base) => ({
        page: (matches, limit, filter) =>
          base.page(filter === 'sold' ? matches.filter((_, index) => index % 2 === 1) : matches, limit, filter),
      }),
    ),
  },
  {
    id: 'created-cut-short',
    title: 'The response to every tenth addition is shorter than its Content-Length.',
    breaksSome: ['ANSWER-COMPLETE'],
    apply: sendsEveryNth(10, (wire) => wire.status === 201, sendHalf),
  },
  {
    id: 'cut-short-now-and-then',
    title: 'Every 40th response is shorter than its Content-Length.',
    breaksSome: ['ANSWER-COMPLETE'],
    apply: sendsEveryNth(40, () => true, sendHalf),
  },
  {
    id: 'no-content-with-length',
    title:
      'A successful request with Accept-Language gets status 204, with the Content-Length of a body that does not follow.',
    breaks: ['LIST-SPELLINGS', 'CREATE-SPELLINGS', 'GET-SPELLINGS'],
    apply: sends(
      (wire, request) => wire.status < 400 && request.headers['accept-language'] !== undefined,
      (wire, response) => writeRaw({ ...wire, status: 204 }, response, length(2), Buffer.alloc(0)),
    ),
  },
  {
    id: 'length-one-too-many',
    title: 'The Content-Length of an Error is one byte too many.',
    breaks: ['ANSWER-COMPLETE'],
    apply: sends((wire) => wire.status >= 400, promiseOneMore),
  },
  {
    id: 'last-chunk-missing',
    title: 'A filtered page is sent in chunks, without the last one.',
    breaks: ['ANSWER-COMPLETE'],
    apply: sends((wire, request) => isPage(wire, request) && request.query.has('status'), omitLastChunk),
  },
  {
    id: 'last-chunk-missing-on-get',
    title: 'Reading a pet returns chunks without the last one.',
    breaks: ['ANSWER-COMPLETE'],
    apply: sends((wire, request) => request.operation === 'getPet' && wire.status === 200, omitLastChunk),
  },
  {
    id: 'length-before-compression',
    title: 'A page is compressed, but its Content-Length is that of the uncompressed text.',
    breaks: ['ANSWER-COMPLETE'],
    apply: sends((wire, request) => isPage(wire, request) && wire.payload.length > 1024, lengthBeforeCompression),
  },
  {
    id: 'length-in-characters',
    title: 'The Content-Length counts characters instead of bytes.',
    breaks: ['ANSWER-JSON'],
    apply: sends((wire) => wire.payload.length !== wire.payload.toString('utf8').length, lengthInCharacters),
  },
  {
    id: 'compression-declared-but-not-done',
    title: 'A page is declared as compressed, but is not.',
    breaks: ['ANSWER-JSON'],
    apply: sends(isPage, compressionNotDone),
  },
];
