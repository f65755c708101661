import type { Socket } from 'node:net';
import { BOUNDS } from './bounds.ts';
import type { Header } from './exchange.ts';
import type { HttpVersion, SpellName } from './request.ts';

/** A socket, and what undici 8 cannot send or read in the heads on it. */
export type Heads = ReturnType<typeof filterHeads>;

const END_OF_HEAD = '\r\n\r\n';
const START_OF_INTERIM = 'HTTP/1.1 1';
const MINOR_VERSION_AT = 'HTTP/1.'.length;

/** How undici 8 writes the names of the fields that it adds itself. Some services know only their usual case. */
const NAMES_OF_UNDICI = /^(?:host|connection|content-length|transfer-encoding)(?=:)/gm;

/**
 * Removes interim responses from what a socket reads, and changes the heads that it writes. A service may send interim responses
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
  let changeHead: ((head: string) => string) | null = null;
  let isUsed = false;

  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = readSocket(size);
      if (chunk === null) return null;
      if (!atHead) return chunk;
      const { rest, isUndecided } = withoutInterim(Buffer.concat([held, chunk]));
      held = isUndecided ? rest : Buffer.alloc(0);
      // If the connection closes now, complete interim responses do not count: no byte of a final response has come.
      read = rest.length > 0;
      if (isUndecided || rest.length === 0) continue;
      atHead = false;
      httpVersion = versionOf(rest) ?? httpVersion;
      return rest;
    }
  };
  socket.write = (bytes: string | Uint8Array, ...rest: []) => {
    const written = changeHead === null ? bytes : changeHead(String(bytes));
    changeHead = null;
    return writeSocket(written, ...rest);
  };
  return {
    /** Call this before each request. Its head gets the additional field. Returns whether the socket has carried a request before. */
    expectHead: (additional: Header | undefined, spellName: SpellName): 'fresh' | 'reused' => {
      const connection = isUsed ? 'reused' : 'fresh';
      isUsed = true;
      const line = additional === undefined ? '' : `${additional[0]}: ${additional[1]}\r\n`;
      changeHead = (head) =>
        head.replaceAll(NAMES_OF_UNDICI, (name) => spellName(usualName(name))).replace('\r\n', () => `\r\n${line}`);
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

/** A name as most clients write it, such as Content-Length. */
function usualName(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Whether the bytes so far can start an interim response, of either minor version. 101 is none: it ends the use of HTTP. */
function mayBeInterim(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 'HTTP/1.1 101'.length).replace(/^HTTP\/1\../, 'HTTP/1.1');
  const isInterim = START_OF_INTERIM.startsWith(start.slice(0, START_OF_INTERIM.length));
  return isInterim && start !== '' && start !== 'HTTP/1.1 101';
}

/** The bytes after complete interim responses. Undecided: more bytes will show whether another interim response is complete. */
function withoutInterim(bytes: Buffer): { readonly rest: Buffer; readonly isUndecided: boolean } {
  let rest = bytes;
  while (mayBeInterim(rest)) {
    const end = rest.subarray(0, BOUNDS.interimHead).indexOf(END_OF_HEAD);
    if (end < 0) return { rest, isUndecided: rest.length <= BOUNDS.interimHead };
    rest = rest.subarray(end + END_OF_HEAD.length);
  }
  return { rest, isUndecided: false };
}

/** The version that a status line names; null if too few bytes have come. */
function versionOf(head: Buffer): HttpVersion | null {
  const minor = head.toString('latin1', MINOR_VERSION_AT, MINOR_VERSION_AT + 1);
  if (minor === '') return null;
  return minor === '0' ? '1.0' : '1.1';
}
