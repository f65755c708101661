import type { HttpResult } from '../http/request.ts';
import type { TransportFailureKind } from '../http/exchange.ts';
import type { Client } from '../http/client.ts';
import { violatedRequirement } from './transport-failures.ts';

/** A client that counts what it sends and stops sending once the target has stopped responding. */
export interface WatchedClient extends Client {
  sentCount(): number;
}

const LEAST_FAILURES = 5;

const DISTURBED: ReadonlySet<TransportFailureKind> = new Set([
  'disturbed',
  'rate-limited',
  'refused',
  'closed-before-response',
]);

/**
 * Wraps a client. After as many consecutive requests without a response as the run sends at a time, the target counts as gone
 * and every further request fails at once with the last failure. Otherwise a target that hangs would cost a time-out per case.
 * Disturbances count only after the patience of the run, because a single request may cause them.
 */
export function watchTarget(client: Client, concurrency: number): WatchedClient {
  const limit = Math.max(LEAST_FAILURES, concurrency);
  let failures = 0;
  let sent = 0;
  let last: HttpResult | null = null;
  function watched(send: Client['send']): Client['send'] {
    return async (request, caseId) => {
      if (failures >= limit && last !== null) return { ...last, request };
      sent += 1;
      const ended = await send(request, caseId);
      const { result } = ended;
      if (result.kind === 'response' || violatedRequirement(result.failure.kind) !== null) {
        failures = 0;
      } else if (!DISTURBED.has(result.failure.kind) || client.isGone()) {
        failures += 1;
        last = ended;
      }
      return ended;
    };
  }
  return {
    ...client,
    send: watched(client.send),
    openConnection() {
      const connection = client.openConnection();
      return { ...connection, send: watched(connection.send) };
    },
    sentCount: () => sent,
  };
}
