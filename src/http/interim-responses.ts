import type { Socket } from 'node:net';
import type { HttpVersion } from './request.ts';

/** To be called before a request is sent: the next bytes are the head of its response. */
export interface InterimFilter {
  readonly expectHead: () => void;
  /** Whether a byte has been read since then, beneath TLS too. Complete interim responses do not count. */
  readonly anyByte: () => boolean;
  /** The version that the last status line names. */
  readonly httpVersion: () => HttpVersion;
}

/** Too many interim responses arrived before a final one. */
export class InterimFlood extends Error {
  readonly code = 'INTERIM_FLOOD';
}

/** The most interim responses accepted before a final one. */
export const MAX_INTERIM_RESPONSES = 200;

/** The start of an interim response. The minor version and the separator after it may differ. */
const START_OF_INTERIM = Buffer.from('HTTP/1.1 100');
const MINOR_VERSION_AT = 'HTTP/1.'.length;
const ZERO = '0'.charCodeAt(0);
const END_OF_HEAD = '\r\n\r\n';
/** A longer head is left to the parser, which has its own limit. */
const LONGEST_HEAD = 8192;

/**
 * Removes `100 Continue` from what a socket reads. A service may send it unasked (RFC 9110 section 15.2), but undici's
 * parser reports it as a bad response. Too many of them end the connection with InterimFlood.
 */
export function dropInterimResponses(socket: Socket): InterimFilter {
  const readSocket = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let atHead = false;
  let held: Buffer = Buffer.alloc(0);
  let dropped = 0;
  let read = false;
  let httpVersion: HttpVersion = '1.1';

  /** The bytes without interim heads; null if more bytes are needed. */
  function withoutInterim(bytes: Buffer): Buffer | null {
    let rest = bytes;
    while (mayBeInterim(rest)) {
      const end = rest.subarray(0, LONGEST_HEAD).indexOf(END_OF_HEAD);
      if (end < 0) {
        if (rest.length > LONGEST_HEAD) return rest;
        held = rest;
        return null;
      }
      dropped += 1;
      rest = rest.subarray(end + END_OF_HEAD.length);
    }
    if (rest.length > MINOR_VERSION_AT) httpVersion = rest[MINOR_VERSION_AT] === ZERO ? '1.0' : '1.1';
    atHead = rest.length === 0;
    return rest.length === 0 ? null : rest;
  }

  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = readSocket(size);
      if (chunk === null) return chunk;
      read = true;
      if (!atHead) return chunk;
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      held = Buffer.alloc(0);
      const rest = withoutInterim(bytes);
      if (dropped > MAX_INTERIM_RESPONSES) {
        socket.destroy(new InterimFlood());
        return null;
      }
      // If the connection closes now, no byte of a final response has come.
      read = rest !== null || held.length > 0;
      if (rest !== null) return rest;
    }
  };
  return {
    expectHead: () => {
      atHead = true;
      read = false;
      dropped = 0;
      held = Buffer.alloc(0);
    },
    anyByte: () => read,
    httpVersion: () => httpVersion,
  };
}

/** True if the bytes so far can be the head of a 100 response. */
function mayBeInterim(bytes: Buffer): boolean {
  if (bytes.length === 0) return false;
  // From the end, where nearly every response differs.
  for (let at = Math.min(bytes.length, START_OF_INTERIM.length) - 1; at >= 0; at -= 1) {
    if (bytes[at] !== START_OF_INTERIM[at] && at !== MINOR_VERSION_AT && at !== MINOR_VERSION_AT + 1) return false;
  }
  return true;
}
