import type { Client } from '../../http/client.ts';
import { isDisturbance } from '../../http/disturbance.ts';
import type { AttemptRecord, TransportFailure } from '../../http/exchange.ts';
import type { Reason } from '../reasons.ts';
import { reasonOf, violatedRequirement } from '../responses/transport-failures.ts';

/** A client that knows when cases must send no more requests. */
export interface GuardedClient extends Client {
  /** Why the next request of a case must not be sent; null if it may be sent. */
  readonly obstacle: () => Reason | null;
}

const LEAST_FAILURES = 5;

/**
 * Wraps a client. After as many consecutive requests without a response as the run sends at a time, the target counts as gone,
 * until a response arrives. Otherwise a target that hangs would cost a time-out per case. Disturbances count only after the
 * patience of the run, because a single request may cause them.
 */
export function watchTarget(client: Client, concurrency: number): GuardedClient {
  const limit = Math.max(LEAST_FAILURES, concurrency);
  let failures = 0;
  let obstacle: Reason | null = null;
  function watched(send: Client['send']): Client['send'] {
    return async (request, caseId) => {
      const ended = await send(request, caseId);
      const { result } = ended;
      if (result.kind === 'response' || violatedRequirement(result.failure.kind) !== null) {
        failures = 0;
        obstacle = null;
      } else if (!isDisturbance(result.failure.kind) || client.isGone()) {
        failures += 1;
        if (failures === limit) obstacle = obstacleAfter(limit, result.failure);
      }
      return ended;
    };
  }
  return {
    ...withSend(client, watched),
    obstacle: () => obstacle,
  };
}

/** The obstacle after so many failures in a row, and its resolution. A bound or the end of the run needs no other words. */
function obstacleAfter(failures: number, last: TransportFailure): Reason {
  const reason = reasonOf(last);
  if (reason.cause !== 'no-response') return reason;
  const before = `${failures} requests without a response. The last one: ${last.message}`;
  return { ...reason, reason: `The request was not sent after ${before}` };
}

/** How often a request that repeats another may be sent. */
const MOST_TRIES = 3;

/** Wraps a client. It sends disturbed requests again at once, and at most so many requests in all. */
export function boundRequests(client: GuardedClient, most: number): GuardedClient {
  let sent = 0;
  const spent: Reason = {
    reason: `The request was not sent: the run sends at most ${most} requests to repeat cases without a response.`,
    howToResolve: 'Find out why so many requests got no response, then run again.',
    cause: 'no-response',
  };
  function bounded(send: Client['send']): Client['send'] {
    return async (request, caseId) => {
      const attempts: AttemptRecord[] = [];
      for (let tries = 1; ; tries += 1) {
        sent += 1;
        const ended = await send({ ...request, isRetried: false }, caseId);
        attempts.push(...ended.attempts);
        const isDisturbed = ended.result.kind === 'no-response' && isDisturbance(ended.result.failure.kind);
        if (!isDisturbed || request.isRetried === false || tries >= MOST_TRIES || sent >= most)
          return { ...ended, attempts };
      }
    };
  }
  return {
    ...withSend(client, bounded),
    obstacle: () => (sent >= most ? spent : client.obstacle()),
  };
}

/** The client with another way to send, on separate connections too. */
function withSend(client: Client, wrap: (send: Client['send']) => Client['send']): Client {
  return {
    ...client,
    send: wrap(client.send),
    openConnection() {
      const connection = client.openConnection();
      return { ...connection, send: wrap(connection.send) };
    },
  };
}
