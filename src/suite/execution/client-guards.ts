import type { Client } from '../../http/client.ts';
import { isDisturbance } from '../../http/disturbance.ts';
import type { AttemptRecord } from '../../http/exchange.ts';
import type { HttpResult } from '../../http/request.ts';
import { violatedRequirement } from '../responses/transport-failures.ts';

const LEAST_FAILURES = 5;

/**
 * Wraps a client. After as many consecutive requests without a response as the run sends at a time, the target counts as gone
 * and every further request fails at once with the last failure. Otherwise a target that hangs would cost a time-out per case.
 * Disturbances count only after the patience of the run, because a single request may cause them.
 */
export function watchTarget(client: Client, concurrency: number): Client {
  const limit = Math.max(LEAST_FAILURES, concurrency);
  let failures = 0;
  let last: HttpResult | null = null;
  function watched(send: Client['send']): Client['send'] {
    return async (request, caseId) => {
      if (failures >= limit && last !== null) return { ...last, request, attempts: [] };
      const ended = await send(request, caseId);
      const { result } = ended;
      if (result.kind === 'response' || violatedRequirement(result.failure.kind) !== null) {
        failures = 0;
      } else if (!isDisturbance(result.failure.kind) || client.isGone()) {
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
  };
}

/** A client that sends at most so many requests, and reports whether it has sent them. */
interface BoundedClient extends Client {
  isSpent(): boolean;
}

/** How often a request that repeats another may be sent. */
const MOST_TRIES = 3;

/** Wraps a client. It sends disturbed requests again at once; beyond the bound they fail like those beyond the bound of the run. */
export function boundRequests(client: Client, most: number): BoundedClient {
  let sent = 0;
  let last: HttpResult | null = null;
  const message = `The run may send at most ${most} requests to repeat those without a response.`;
  const unsent = { kind: 'no-response', failure: { kind: 'request-limit', message }, status: null } as const;
  function bounded(send: Client['send']): Client['send'] {
    return async (request, caseId) => {
      if (sent >= most && last !== null) return { ...last, request, attempts: [], result: unsent };
      const attempts: AttemptRecord[] = [];
      for (let tries = 1; ; tries += 1) {
        sent += 1;
        const result = await send(request, caseId);
        attempts.push(...result.attempts);
        last = { ...result, attempts };
        const isDisturbed = last.result.kind === 'no-response' && isDisturbance(last.result.failure.kind);
        if (!isDisturbed || request.isRetried === false || tries >= MOST_TRIES || sent >= most) return last;
      }
    };
  }
  return {
    ...client,
    send: bounded((request, caseId) => client.send({ ...request, isRetried: false }, caseId)),
    openConnection() {
      const connection = client.openConnection();
      return { ...connection, send: bounded(connection.send) };
    },
    isSpent: () => sent >= most,
  };
}
