import { onTestFinished } from 'vitest';
import type { HttpResult, OutgoingRequest } from '../../src/http/request.ts';
import { type Client, type ClientOptions, createClient, type SentRequest } from '../../src/http/client.ts';
import type { Clock, Sleep } from '../../src/http/clock.ts';
import { type Credentials, credentialsFor } from '../../src/suite/keys/credentials.ts';
import { secretsOf } from '../../src/suite/records/run-redactor.ts';
import type { Exchange, Header } from '../../src/http/exchange.ts';
import type { TransportFailureKind } from '../../src/http/failure-kinds.ts';
import { defaultNetwork, KIBIBYTE, type NetworkSettings } from '../../src/settings/network.ts';
import { createRedactor } from '../../src/http/redaction.ts';
import { type RespondRaw, type RawServer, startRawServer } from './raw-server.ts';

export const testKey = 'sk_test_4f9Kq7Zr2mXw8bTn';
export const testCredentials: Credentials = credentialsFor(testKey, () => 0.5);

/** A clock that only waits advance. Waits take no real time. */
export interface FakeTime {
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly slept: readonly number[];
}

export function fakeTime(): FakeTime {
  const slept: number[] = [];
  let now = 1_000;
  return {
    clock: { monotonic: () => now, date: () => new Date(Date.UTC(2030, 0, 1) + now) },
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      await Promise.resolve();
      now += milliseconds;
    },
    slept,
  };
}

export interface Tried {
  readonly client: Client;
  readonly exchanges: readonly Exchange[];
  readonly sent: readonly SentRequest[];
  readonly time: FakeTime;
  readonly stop: AbortController;
}

/** A client with a journal in memory and a stopped clock. */
export function clientFor(
  baseUrl: string,
  changes: Partial<ClientOptions> = {},
  headers: readonly Header[] = [],
): Tried {
  const exchanges: Exchange[] = [];
  const sent: SentRequest[] = [];
  const stop = new AbortController();
  const time = fakeTime();
  const client = createClient({
    baseUrl,
    headers,
    concurrency: 20,
    requestTimeoutMilliseconds: 10_000,
    redactor: createRedactor(secretsOf(testKey, testCredentials, headers)),
    runId: 'run-1',
    suiteVersion: '1.2.3',
    nameCases: false,
    onPause: () => undefined,
    network: defaultNetwork,
    journal: { sent: (request) => sent.push(request), exchange: (exchange) => exchanges.push(exchange) },
    signal: stop.signal,
    ...time,
    ...changes,
  });
  return { client, exchanges, sent, time, stop };
}

/** A client and its server. Both close when the test ends. */
export async function startClient(
  behaviour: RespondRaw,
  changes: Partial<ClientOptions> = {},
  headers: readonly Header[] = [],
): Promise<Tried & { readonly server: RawServer }> {
  const server = await startRawServer(behaviour);
  const tried = clientFor(server.baseUrl, changes, headers);
  onTestFinished(async () => {
    tried.client.close();
    await server.close();
  });
  return { ...tried, server };
}

/** The status of a complete response, otherwise the kind of the failure. */
export function endingOf({ result }: HttpResult): number | TransportFailureKind {
  return result.kind === 'response' ? result.status : result.failure.kind;
}

export const listRequest: OutgoingRequest = {
  method: 'GET',
  path: '/pets?limit=1',
  operation: 'listPets',
  credential: testCredentials.valid,
};

export const createRequest: OutgoingRequest = {
  method: 'POST',
  path: '/pets',
  operation: 'createPet',
  credential: testCredentials.valid,
  body: '{"name":"Rex","categoryId":1}',
};

/** Network settings that limit the bytes of a body, compressed or not. */
export function reading(bytes: number): NetworkSettings {
  return { ...defaultNetwork, maxBodySize: bytes / KIBIBYTE };
}
