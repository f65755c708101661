import type { ServerResponse } from 'node:http';
import type { WireReply } from './reply.ts';

/** Writes a response to the socket as these bytes, without the checks of Node, and then closes the connection. */
export function writeRaw(wire: WireReply, response: ServerResponse, framing: readonly string[], payload: Buffer): void {
  const { socket } = response;
  if (socket === null) return;
  const names = Object.entries(wire.headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${wire.status} Sent`, ...names, ...framing, '', ''].join('\r\n');
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), payload]));
}
