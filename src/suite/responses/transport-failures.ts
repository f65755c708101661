import type { TransportFailure, TransportFailureKind } from '../../http/exchange.ts';
import { nameByFlag } from '../../settings/read-settings.ts';
import { afterFixture, type Reason } from '../reasons.ts';

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
  'rate-limited': `Raise the limit for this key. If it counts requests in a second, a lower ${nameByFlag('concurrency')} also helps.`,
  disturbed: 'Look in the logs of the service and of its gateway for the cause, then run again.',
  'run-deadline': `Raise ${nameByFlag('deadline')}.`,
  interrupted: 'Run again without interrupting the run.',
  'too-large': `Check what the service sends, or raise ${nameByFlag('maxBodySize')}.`,
  'head-too-large': `Check what the service sends, or raise ${nameByFlag('maxHeaderSize')}.`,
  'unpacked-too-large': `Check what the service sends, or raise ${nameByFlag('maxBodySize')}.`,
  'interim-flood': 'Check the log of the service for the reason why it sends interim responses and no final one.',
  'body-reset': 'Make the service send Content-Length or chunks, or close its connections without a reset.',
  proxy: 'Check that the proxy lets this machine reach the service, or run without --use-env-proxy.',
  'request-limit': `Raise ${nameByFlag('maxRequests')}.`,
};

const TIMEOUTS: ReadonlySet<TransportFailureKind> = new Set(['connect-timeout', 'response-timeout', 'body-timeout']);

/** Whether a response did not come in time. */
export function isTimeout(kind: TransportFailureKind): boolean {
  return TIMEOUTS.has(kind);
}

/** Why a request has no response. After the end of the run no request is sent, so that has no cause. */
export function reasonOf({ kind, message }: TransportFailure): Reason {
  const reason = { reason: message, howToResolve: resolutionOf(kind) };
  if (kind === 'run-deadline' || kind === 'interrupted') return reason;
  return { ...reason, cause: kind === 'request-limit' ? 'max-requests' : 'no-response' };
}

/** The requirement that a failure violates; null if the service may not be to blame. */
export function violatedRequirement(kind: TransportFailureKind): 'ANSWER-COMPLETE' | 'ANSWER-JSON' | null {
  return VIOLATED_BY[kind] ?? null;
}

/** How an operator can resolve a failure; null if nothing is known to help. */
export function resolutionOf(kind: TransportFailureKind): string | null {
  return RESOLUTIONS[kind] ?? null;
}

/** Why no case can run after a failure; null if the failure violates a requirement. */
export function obstacleOf(failure: TransportFailure): Reason | null {
  return violatedRequirement(failure.kind) === null ? afterFixture(reasonOf(failure)) : null;
}
