import { createServer } from 'node:net';
import { correctBut } from './correct-but.ts';
import { vacantAddress } from '../lasting-port.ts';
import { type HostileTarget, type Listening, listen } from './hostile-target.ts';

/** An address on which nothing listens. */
async function noListener(): Promise<Listening> {
  return at(await vacantAddress())();
}

/** Only some systems allow a listening socket with a full queue whose process never accepts a connection. */
function at(baseUrl: string): () => Promise<Listening> {
  return () => Promise.resolve({ baseUrl, posts: () => 0, close: () => Promise.resolve() });
}

/** Spellings of this machine's address. A correct service is reachable at each. */
const SPELLINGS = [
  ['localhost', 'localhost'],
  ['capitals', 'LocalHost'],
  ['short-address', '127.1'],
  ['number', '2130706433'],
  ['octal', '0177.0.0.1'],
  ['mapped', '[::ffff:127.0.0.1]'],
] as const;

/** A correct service whose address has an unusual host. */
export const spellings: readonly HostileTarget[] = SPELLINGS.map(([id, host]) => ({
  id: `address/${id}`,
  does: `Is correct, and its address names the host ${host}.`,
  ending: 'response',
  verdict: 'conformant',
  async start(key) {
    const started = await correctBut(() => ({}))(key);
    return { ...started, baseUrl: started.baseUrl.replace('127.0.0.1', host) };
  },
}));

/** Targets that accept no connection, or never respond on one. */
export const connecting: readonly HostileTarget[] = [
  { id: 'connect/refused', does: 'Nothing listens at the port.', ending: 'refused', start: noListener },
  {
    id: 'connect/unknown-host',
    does: 'The host name does not exist.',
    ending: 'dns',
    start: at('http://no-such-host.invalid/v1'),
  },
  {
    id: 'connect/closed-at-once',
    does: 'Closes every connection as soon as it is there.',
    ending: 'closed-before-response',
    mostPosts: 2,
    start: () =>
      listen(
        () => undefined,
        (socket) => socket.end(),
      ),
  },
  {
    id: 'connect/reset-at-once',
    does: 'Resets every connection as soon as it is there.',
    ending: 'closed-before-response',
    start: () =>
      listen(
        () => undefined,
        (socket) => socket.resetAndDestroy(),
      ),
  },
  {
    id: 'connect/half-open',
    does: 'Accepts connections and requests, but never responds.',
    ending: 'response-timeout',
    start: () => listen(() => undefined),
  },
  {
    id: 'connect/never-reads',
    does: 'Accepts connections, but does not read from them.',
    ending: 'response-timeout',
    start: () =>
      listen(
        () => undefined,
        (socket) => socket.pause(),
      ),
  },
  {
    id: 'connect/closed-after-request',
    does: 'Reads each request and closes the connection without a response.',
    ending: 'closed-before-response',
    mostPosts: 2,
    start: () => listen((socket) => socket.end()),
  },
  {
    id: 'connect/reset-after-request',
    does: 'Reads each request and resets the connection without a response.',
    ending: 'closed-before-response',
    mostPosts: 2,
    start: () => listen((socket) => socket.resetAndDestroy()),
  },
  {
    id: 'connect/half-closed',
    does: 'Closes its side of the connection and continues to read.',
    ending: 'closed-before-response',
    mostPosts: 2,
    start: halfClosed,
  },
];

async function halfClosed(): Promise<Listening> {
  const sockets = new Set<{ destroy: () => unknown }>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
    socket.once('data', () => socket.end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    posts: () => 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
