import type { Socket } from 'node:net';
import { BOUNDS } from './bounds.ts';
import type { Header } from './exchange.ts';
import type { HttpVersion } from './request.ts';

/** A socket, and what undici 8 cannot send or read in the heads on it. */
export type Heads = ReturnType<typeof filterHeads>;

const END_OF_HEAD = '\r\n\r\n';
const START_OF_INTERIM = 'HTTP/1.1 1';
const MINOR_VERSION_AT = 'HTTP/1.'.length;

/**
 * Removes interim responses from what a socket reads, and adds a field to what it writes. A service may send interim responses
 * unasked (RFC 9110 section 15.2), but undici's parser reports `100 Continue` as a bad response.
 * undici also rejects the field Expect; the body follows at once, because a client need not wait (section 10.1.1).
 */
export function filterHeads(socket: Socket) {
  const readSocket = socket.read.bind(socket) as (size?: number) => Buffer | null;
  const writeSocket: Socket['write'] = socket.write.bind(socket);
  let atHead = false;
  let held: Buffer = Buffer.alloc(0);
  let read = false;
  let httpVersion: HttpVersion = '1.1';
  let added: Header | undefined;
  let isUsed = false;

  /** The bytes without interim responses; null if more bytes are needed. */
  function withoutInterim(bytes: Buffer): Buffer | null {
    let rest = bytes;
    while (mayBeInterim(rest)) {
      const end = rest.subarray(0, BOUNDS.interimHead).indexOf(END_OF_HEAD);
      if (end < 0) {
        if (rest.length > BOUNDS.interimHead) return rest;
        held = rest;
        return null;
      }
      rest = rest.subarray(end + END_OF_HEAD.length);
    }
    const minor = rest.toString('latin1', MINOR_VERSION_AT, MINOR_VERSION_AT + 1);
    if (minor !== '') httpVersion = minor === '0' ? '1.0' : '1.1';
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
      // If the connection closes now, no byte of a final response has come.
      read = rest !== null || held.length > 0;
      if (rest !== null) return rest;
    }
  };
  socket.write = (bytes: string | Uint8Array, ...rest: []) => {
    const written = added === undefined ? bytes : String(bytes).replace('\r\n', `\r\n${added[0]}: ${added[1]}\r\n`);
    added = undefined;
    return writeSocket(written, ...rest);
  };
  return {
    /** Call this before each request. Its head gets the additional field. Returns whether the socket has carried a request before. */
    expectHead: (additional: Header | undefined): 'fresh' | 'reused' => {
      const connection = isUsed ? 'reused' : 'fresh';
      isUsed = true;
      added = additional;
      atHead = true;
      read = false;
      held = Buffer.alloc(0);
      return connection;
    },
    /** The error that has ended the connection, if any. The parser may take a reset for the end of a body. */
    error: (): Error | null => socket.errored,
    /** Whether a byte of the response has been read. Complete interim responses do not count. */
    anyByte: (): boolean => read,
    /** The version that the last status line names. */
    httpVersion: (): HttpVersion => httpVersion,
  };
}

/** Whether the bytes so far can start an interim response, of either minor version. 101 is none: it ends the use of HTTP. */
function mayBeInterim(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 'HTTP/1.1 101'.length).replace(/^HTTP\/1\../, 'HTTP/1.1');
  const isInterim = START_OF_INTERIM.startsWith(start.slice(0, START_OF_INTERIM.length));
  return isInterim && start !== '' && start !== 'HTTP/1.1 101';
}
