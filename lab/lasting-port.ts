import { once } from 'node:events';
import { createServer } from 'node:net';

// Linux assigns ports from 32768, macOS and Windows from 49152.
const LOWEST = 20_000;
const COUNT = 10_000;

/**
 * A port of loopback at which a service may stop and start again, or that stays unused: it is below those that the
 * system gives to other tests and to outgoing connections.
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

/** The base address of a service that is not there. */
export async function vacantAddress(): Promise<string> {
  return `http://127.0.0.1:${await lastingPort()}/v1`;
}
