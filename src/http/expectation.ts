import type { Socket } from 'node:net';
import type { Header } from './exchange.ts';

/** The header fields without Expect, and Expect if they have it. */
export function splitExpectation(headers: readonly Header[]): {
  readonly others: readonly Header[];
  readonly expectation: Header | undefined;
} {
  return { others: headers.filter((each) => !isExpectation(each)), expectation: headers.find(isExpectation) };
}

function isExpectation([name]: Header): boolean {
  return name.toLowerCase() === 'expect';
}

/**
 * Adds a field to the next head that is written to a socket, because undici rejects the field Expect. The body follows at once: a
 * client need not wait for 100 Continue (RFC 9110 section 10.1.1).
 */
export function addToNextHead(socket: Socket, [name, value]: Header): void {
  const write: Socket['write'] = socket.write.bind(socket);
  socket.write = (head: string | Uint8Array, ...rest: []) => {
    socket.write = write;
    return write(String(head).replace('\r\n', `\r\n${name}: ${value}\r\n`), ...rest);
  };
}
