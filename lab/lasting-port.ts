import { once } from 'node:events';
import { createServer } from 'node:net';

// Linux assigns ports from 32768, macOS and Windows from 49152.
const LOWEST = 20_000;
const COUNT = 10_000;

/**
 * Returns a free loopback port below the range that the system assigns to other tests and to outgoing connections. A
 * service can stop and start again on it, or it stays unused.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    const server = createServer().listen(port, '127.0.0.1');
    const taken = await once(server, 'listening').then(
      () => false,
      () => true,
    );
    if (taken) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** A base address at which nothing listens. */
export async function vacantAddress(): Promise<string> {
  return `http://127.0.0.1:${await lastingPort()}/v1`;
}
