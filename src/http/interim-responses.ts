import type { Socket } from 'node:net';

/** Tells the filter that a request is about to be sent, so that the head of its answer comes next. */
export interface InterimFilter {
  readonly expectHead: () => void;
  /** Whether a byte has been read since then, beneath TLS too. */
  readonly anyByte: () => boolean;
}

/** More interim answers than any service has a use for came in the place of an answer. */
export class InterimFlood extends Error {
  readonly code = 'INTERIM_FLOOD';
}

/** So many interim answers are borne before one answer. */
export const interimAnswersBorne = 200;

/** What begins an interim answer. The last digit of the version, and what parts it from the status, may be others. */
const interimBeginning = Buffer.from('HTTP/1.1 100');
const lastOfVersion = 'HTTP/1.'.length;
const endOfHead = '\r\n\r\n';
/** A head that is longer is left to the parser, which has a bound of its own. */
const longestHead = 8192;

/**
 * Takes `100 Continue` out of what a socket reads. A service may send it unasked and a client must bear it (RFC 9110
 * section 15.2), but the parser beneath takes it for a bad answer. Too many of them end the connection with InterimFlood.
 */
export function dropInterimAnswers(socket: Socket): InterimFilter {
  const readSocket = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let atHead = false;
  let held: Buffer = Buffer.alloc(0);
  let dropped = 0;
  let read = false;

  /** What is left to parse once interim heads are gone; null while more must come to tell. */
  function withoutInterim(bytes: Buffer): Buffer | null {
    let rest = bytes;
    while (mayBeInterim(rest)) {
      const end = rest.subarray(0, longestHead).indexOf(endOfHead);
      if (end < 0) {
        if (rest.length > longestHead) return rest;
        held = rest;
        return null;
      }
      dropped += 1;
      rest = rest.subarray(end + endOfHead.length);
    }
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
      if (dropped > interimAnswersBorne) {
        socket.destroy(new InterimFlood());
        return null;
      }
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
  };
}

/** True as long as the bytes so far can be the head of a 100 answer; a shorter piece of a status line waits. */
function mayBeInterim(bytes: Buffer): boolean {
  if (bytes.length === 0) return false;
  // From behind, where nearly every answer differs.
  for (let at = Math.min(bytes.length, interimBeginning.length) - 1; at >= 0; at -= 1) {
    if (bytes[at] !== interimBeginning[at] && at !== lastOfVersion && at !== lastOfVersion + 1) return false;
  }
  return true;
}
