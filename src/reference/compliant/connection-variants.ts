import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { StepChange } from '../service-steps.ts';
import { rejectionReply } from '../handle-request.ts';
import { fractionOf } from '../random-stream.ts';
import { writeRaw } from '../raw-response.ts';
import { rejected, type WireReply } from '../reply.ts';
import { addsHeaders } from '../shared-changes.ts';
import { type CompliantVariant, conformant } from './compliant-variant.ts';

function delays(milliseconds: (random: () => bigint) => number): StepChange {
  return (base, { random }) => ({
    around: async (request, next) => {
      await pause(milliseconds(random));
      return base.around(request, next);
    },
  });
}

/** Rejects requests beyond a rate with 429: a token bucket that holds `burst` tokens and gains `perSecond`. */
function limitsRate(burst: number, perSecond: number, headers: Readonly<Record<string, string>>): StepChange {
  return (base, { elapsed }) => {
    let tokens = burst;
    let filledAt = 0;
    return {
      around: (request, next) => {
        tokens = Math.min(burst, tokens + ((elapsed() - filledAt) / 1000) * perSecond);
        filledAt = elapsed();
        if (tokens < 1) {
          const why = rejected('too-many', 429, 'Too many requests.', headers).rejection;
          return Promise.resolve(rejectionReply(why, request, base));
        }
        tokens -= 1;
        return base.around(request, next);
      },
    };
  };
}

/** Lets a key add so many pets. Its further requests to add one get 429, which asks for a wait of an hour. */
function limitsAdditions(most: number): StepChange {
  return (base, { key }) => {
    let added = 0;
    return {
      around: async (request, next) => {
        if (request.operation !== 'createPet' || request.headers.authorization !== `Bearer ${key}`)
          return base.around(request, next);
        if (added >= most) {
          const why = rejected('too-many', 429, 'The quota is used up.', { 'Retry-After': '3600' }).rejection;
          return rejectionReply(why, request, base);
        }
        const reply = await base.around(request, next);
        if (reply.status === 201) added += 1;
        return reply;
      },
    };
  };
}

function writesIn(write: (wire: WireReply, response: ServerResponse) => void): StepChange {
  return () => ({ send: write });
}

/** Sends a body without a length: it ends with the connection. */
function sendUntilClose(wire: WireReply, response: ServerResponse): void {
  writeRaw(wire, response, ['Connection: close'], response.req.method === 'HEAD' ? Buffer.alloc(0) : wire.payload);
}

/** Sends a Content-Length that a space follows (RFC 9112 section 5). */
function sendLengthAndSpace(wire: WireReply, response: ServerResponse): void {
  const payload = response.req.method === 'HEAD' ? Buffer.alloc(0) : wire.payload;
  writeRaw(wire, response, [`Content-Length: ${wire.payload.length} `, 'Connection: close'], payload);
}

/** Responds to OPTIONS with 204, as libraries for browsers do. */
function optionsGet204(contentLength: number): StepChange {
  const framing = [`Content-Length: ${contentLength}`, 'Connection: close'];
  return (base) => ({
    send: (wire, response, reply, request) =>
      request.method === 'OPTIONS'
        ? writeRaw({ ...wire, status: 204 }, response, framing, Buffer.alloc(0))
        : base.send(wire, response, reply, request),
  });
}

/** Sends a body in chunks of seven bytes, which can split characters. */
function sendInPieces(wire: WireReply, response: ServerResponse): void {
  if (response.req.method === 'HEAD' || wire.framing === 'none') {
    response.writeHead(wire.status, wire.headers).end();
    return;
  }
  response.writeHead(wire.status, { ...wire.headers, Trailer: 'X-Checked' });
  // Node writes the pieces of one turn of the event loop as one chunk.
  const sendFrom = (at: number): void => {
    if (at < wire.payload.length) {
      response.write(wire.payload.subarray(at, at + 7));
      setImmediate(sendFrom, at + 7);
      return;
    }
    response.addTrailers({ 'X-Checked': 'yes' });
    response.end();
  };
  sendFrom(0);
}

/** Compliant variants that handle connections and time differently (RFC 9110, RFC 9112; part 8 on rate limits). */
export const connectionVariants: readonly CompliantVariant[] = [
  {
    id: 'always-closes',
    title: 'Every connection is closed after its first response.',
    expects: { verdict: 'conformant', notApplicable: ['AUTH-EVERY-REQUEST'] },
    apply: addsHeaders({ Connection: 'close' }),
  },
  {
    id: 'options-get-no-content',
    title: 'OPTIONS gets 204 with a Content-Length of 0.',
    expects: conformant,
    apply: optionsGet204(0),
  },
  {
    id: 'options-get-length-with-204',
    title: 'OPTIONS gets 204 with the Content-Length of a body, which is not recommended.',
    expects: conformant,
    apply: optionsGet204(2),
  },
  {
    id: 'closes-at-random',
    title: 'One response in four announces that it closes its connection.',
    expects: conformant,
    apply: (base, { random }) => ({
      headers: (reply, request) => ({
        ...base.headers(reply, request),
        ...(fractionOf(random()) < 0.25 ? { Connection: 'close' } : {}),
      }),
    }),
  },
  {
    id: 'closes-idle',
    title: 'A connection is closed without notice after 15 idle milliseconds.',
    expects: conformant,
    apply: (base) => ({
      begin: (server) => {
        server.keepAliveTimeout = 0;
        return base.begin(server);
      },
      send: (wire, response, reply, request) => {
        response.once('finish', () => closeWhenIdle(request.socket));
        base.send(wire, response, reply, request);
      },
    }),
  },
  {
    id: 'drops-reused',
    title: 'Every 25th request on a reused connection is dropped before any byte of a response.',
    expects: conformant,
    apply: (base) => {
      const used = new WeakMap<Socket, number>();
      return {
        around: async (request, next) => {
          const count = (used.get(request.socket) ?? 0) + 1;
          used.set(request.socket, count);
          if (count % 25 === 0) {
            request.socket.destroy();
            throw new Error('The connection was dropped.');
          }
          return base.around(request, next);
        },
      };
    },
  },
  {
    id: 'body-until-close',
    title: 'A body has no length and ends with its connection.',
    expects: { verdict: 'conformant', notApplicable: ['AUTH-EVERY-REQUEST'] },
    apply: writesIn(sendUntilClose),
  },
  {
    id: 'space-behind-length',
    title: 'A space follows the value of each Content-Length.',
    expects: { verdict: 'conformant', notApplicable: ['AUTH-EVERY-REQUEST'] },
    apply: writesIn(sendLengthAndSpace),
  },
  {
    id: 'body-in-small-pieces',
    title: 'A body comes in chunks of seven bytes, with a trailer.',
    expects: conformant,
    apply: writesIn(sendInPieces),
  },
  {
    id: 'early-hints',
    title: 'Each response follows 103 Early Hints.',
    expects: conformant,
    apply: (base) => ({
      send: (wire, response, reply, request) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
        base.send(wire, response, reply, request);
      },
    }),
  },
  {
    id: 'continues-unasked',
    title: 'Each response follows 100 Continue, which no request expects.',
    expects: conformant,
    apply: (base) => ({
      send: (wire, response, reply, request) => {
        response.writeContinue();
        base.send(wire, response, reply, request);
      },
    }),
  },
  {
    id: 'slow',
    title: 'Each response takes 15 ms.',
    expects: conformant,
    apply: delays(() => 15),
  },
  {
    id: 'jittery',
    title: 'Responses take up to 40 ms, each a different time, so they overtake each other.',
    expects: conformant,
    apply: delays((random) => fractionOf(random()) * 40),
  },
  {
    id: 'rate-limited',
    title: 'Above 150 simultaneous requests or 300 a second, the response is 429 with Retry-After.',
    expects: conformant,
    apply: limitsRate(150, 300, { 'Retry-After': '1' }),
  },
  {
    id: 'rate-limited-until-date',
    title: 'Above 200 simultaneous requests or 300 a second, the response is 429 with a Retry-After date in the past.',
    expects: conformant,
    apply: limitsRate(200, 300, { 'Retry-After': 'Thu, 01 Jan 2026 00:00:00 GMT' }),
  },
  {
    id: 'rate-limited-without-word',
    title: 'Above 150 simultaneous requests or 300 a second, the response is 429 without Retry-After.',
    expects: conformant,
    apply: limitsRate(150, 300, {}),
  },
  {
    id: 'closes-after-rejected-body',
    title: 'A response to a rejected body announces that it closes its connection.',
    expects: conformant,
    apply: (base) => ({
      headers: (reply, request) => ({
        ...base.headers(reply, request),
        ...(reply.status === 400 ? { Connection: 'close' } : {}),
      }),
    }),
  },
  {
    id: 'rate-limited-additions',
    title: 'After 60 additions, further ones get 429 with Retry-After: 3600. Other requests get their responses.',
    expects: { verdict: 'inconclusive' },
    apply: limitsAdditions(60),
  },
  {
    id: 'closes-after-rejected-key',
    title: 'A response to a rejected key announces that it closes its connection.',
    expects: conformant,
    apply: (base) => ({
      headers: (reply, request) => ({
        ...base.headers(reply, request),
        ...(reply.status === 401 ? { Connection: 'close' } : {}),
      }),
    }),
  },
];

function closeWhenIdle(socket: Socket): void {
  const read = socket.bytesRead;
  setTimeout(() => {
    if (socket.bytesRead === read) socket.destroy();
  }, 15).unref();
}
