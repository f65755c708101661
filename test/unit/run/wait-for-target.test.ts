import { describe, expect, it } from 'vitest';
import { waitForTarget } from '../../../src/run/wait-for-target.ts';
import type { Reason } from '../../../src/suite/reasons.ts';
import { lastingPort } from '../../../lab/lasting-port.ts';
import { configured } from '../../support/configuration-under-test.ts';
import { responseText, type RespondRaw, startRawServer } from '../../support/raw-server.ts';
import { fakeConsole } from '../../support/fake-console.ts';

/** The clock is read twice before the first probe, and twice for each. */
const ONE_PROBE = [0, 0, 0, 0];

async function waitFor(baseUrl: string, now: () => number): Promise<{ obstacle: Reason | null; out: string }> {
  const console = fakeConsole('.');
  const environment = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: 'a-key-of-some-length' };
  const configuration = configured({ given: { wait: '60' }, environment });
  return {
    obstacle: await waitForTarget(configuration, console, new AbortController().signal, { monotonic: now }),
    out: console.written(),
  };
}

/** A clock that shows these milliseconds in turn, and then the end of a minute. */
function clockOf(...times: readonly number[]): () => number {
  const left = [...times];
  return () => left.shift() ?? 60_000;
}

/** Waits for a server that does so with each request. */
async function waitForServer(behaviour: RespondRaw, now: () => number): Promise<Reason | null> {
  const server = await startRawServer(behaviour);
  try {
    return (await waitFor(server.baseUrl, now)).obstacle;
  } finally {
    await server.close();
  }
}

const gateway: RespondRaw = (socket) => socket.write(responseText(503, '<html>'));

describe('waiting for a target', () => {
  it('that refuses connections gives the reason', async () => {
    const port = await lastingPort();
    const { obstacle, out } = await waitFor(`http://127.0.0.1:${port}/v1`, clockOf(...ONE_PROBE));
    expect(obstacle).toEqual({
      reason: `127.0.0.1:${port} refused the connection.`,
      howToResolve: 'Start the service, or correct --base-url (PETSTORE_BASE_URL).',
    });
    expect(out).toBe('Waiting up to 60 s for the target to respond.\n');
  });

  it('that breaks a connection, and then has no time left to break another, gives that reason', async () => {
    const clock = clockOf(...ONE_PROBE, 59_900, 59_900);
    expect(await waitForServer((socket, _, all) => all === 1 && socket.destroy(), clock)).toMatchObject({
      reason: 'The connection was closed before any byte of a response.',
    });
  });

  it('behind a gateway waits until the service itself responds', async () => {
    expect(await waitForServer(gateway, clockOf(...ONE_PROBE))).toMatchObject({
      reason: 'The service responded 503 to a request.',
    });
    const restarting: RespondRaw = (socket, request, all) =>
      all === 1 ? gateway(socket, request, all) : socket.write(responseText(401, '{}'));
    expect(await waitForServer(restarting, clockOf(...ONE_PROBE, 0, 0))).toBeNull();
  });

  it('that answers what is no HTTP leaves it to the cases to judge', async () => {
    expect(await waitForServer((socket) => socket.end('hello\r\n\r\n'), clockOf(...ONE_PROBE))).toBeNull();
  });
});
