import type { AttemptRecord, TransportFailure, TransportFailureKind } from '../http/exchange.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import { RAISE_REQUESTS } from './budget.ts';
import type { HttpResult } from '../http/request.ts';
import type { Client } from '../http/client.ts';

/** Why cases cannot run, and how an operator can resolve it. */
export interface Obstacle {
  readonly reason: string;
  readonly howToResolve: string | null;
}

/** The requirement that each failure violates. Failures that the service may not have caused violate none. */
const VIOLATED_BY: Partial<Record<TransportFailureKind, 'ANSWER-COMPLETE' | 'ANSWER-JSON'>> = {
  'cut-short': 'ANSWER-COMPLETE',
  'not-http': 'ANSWER-COMPLETE',
  undecodable: 'ANSWER-JSON',
};

const RAISE_TIMEOUT = `Raise ${nameByFlag('requestTimeout')} if the service is slow.`;

/** What an operator can do about a request without a response. */
const RESOLUTIONS: Partial<Record<TransportFailureKind, string>> = {
  refused: `Start the service, or correct ${nameByFlag('baseUrl')}.`,
  dns: `Correct the host name in ${nameByFlag('baseUrl')}.`,
  tls: `Give the service a certificate that this machine trusts, or give the certificate of its authority with ${nameByFlag('caFile')}. If the service demands a client certificate, set ${nameByFlag('clientCertFile')}.`,
  'connect-timeout': `Check that the service can be reached, or raise ${nameByFlag('requestTimeout')}.`,
  'machine-limit': `Raise the number of files that this machine may open (ulimit -n), or lower ${nameByFlag('concurrency')}.`,
  'response-timeout': RAISE_TIMEOUT,
  'body-timeout': RAISE_TIMEOUT,
  'closed-before-response': 'Check the log of the service for the reason why it closes connections.',
  'stray-bytes': 'Check the log of the service for a response that was longer than its Content-Length.',
  'rate-limited': `Raise the rate limit for this key, or run with a lower ${nameByFlag('concurrency')}.`,
  disturbed: 'Look in the logs of the service and of its gateway for the cause, then run again.',
  'run-deadline': `Raise ${nameByFlag('deadline')}.`,
  interrupted: 'Run again without interrupting the run.',
  'too-large': `Check what the service sends, or raise ${nameByFlag('maxBodySize')}.`,
  'head-too-large': `Check what the service sends, or raise ${nameByFlag('maxHeaderSize')}.`,
  'unpacked-too-large': `Check what the service sends, or raise ${nameByFlag('maxDecompressedSize')}.`,
  'interim-flood': 'Check the log of the service for the reason why it sends interim responses and no final one.',
  'body-reset': 'Make the service send Content-Length or chunks, or close its connections without a reset.',
  proxy: 'Check that the proxy lets this machine reach the service, or run without --use-env-proxy.',
  'request-limit': RAISE_REQUESTS,
};

/** Failures that the bounds of the run cause, not the service. */
const RUN_ENDS: ReadonlySet<TransportFailureKind> = new Set(['run-deadline', 'interrupted', 'request-limit']);

/** Whether a request has no response because the run ended or reached its maximum of requests. */
export function endsRun(kind: TransportFailureKind): boolean {
  return RUN_ENDS.has(kind);
}

/** The requirement that a failure violates; null if the service may not be to blame. */
export function violatedRequirement(kind: TransportFailureKind): 'ANSWER-COMPLETE' | 'ANSWER-JSON' | null {
  return VIOLATED_BY[kind] ?? null;
}

/** How an operator can resolve a failure; null if nothing is known to help. */
export function resolutionOf(kind: TransportFailureKind): string | null {
  return RESOLUTIONS[kind] ?? null;
}

/** The obstacle that a failure is; null if the failure violates a requirement. */
export function obstacleOf({ kind, message }: TransportFailure): Obstacle | null {
  return violatedRequirement(kind) === null ? { reason: message, howToResolve: resolutionOf(kind) } : null;
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
        const isDisturbed = last.result.kind === 'no-response' && DISTURBED.has(last.result.failure.kind);
        if (!isDisturbed || tries >= MOST_TRIES || sent >= most) return last;
      }
    };
  }
  return {
    ...client,
    send: bounded(client.sendOnce),
    sendOnce: bounded(client.sendOnce),
    openConnection() {
      const connection = client.openConnection();
      return { ...connection, send: bounded(connection.send) };
    },
    isSpent: () => sent >= most,
  };
}
