import type { TransportFailure, TransportFailureKind } from '../http/exchange.ts';
import { RAISE_REQUESTS } from './budget.ts';

/** Why cases cannot go on, and how an operator can resolve it. */
export interface Obstacle {
  readonly reason: string;
  readonly howToResolve: string | null;
}

/** Which requirement a broken response violates; absent if the service may not be to blame. */
const BROKEN_BY_SERVICE: Partial<Record<TransportFailureKind, 'ANSWER-COMPLETE' | 'ANSWER-JSON'>> = {
  'cut-short': 'ANSWER-COMPLETE',
  'not-http': 'ANSWER-COMPLETE',
  undecodable: 'ANSWER-JSON',
};

/** What an operator can do about an answer that never came. */
const RESOLUTIONS: Partial<Record<TransportFailureKind, string>> = {
  refused: 'Start the service, or correct PETSTORE_BASE_URL (--base-url).',
  dns: 'Correct the host name in PETSTORE_BASE_URL (--base-url).',
  tls: 'Give the service a certificate that this machine trusts, or name its authority with --ca-file (PETSTORE_CA_FILE).',
  'connect-timeout': 'See that the service can be reached, or raise --request-timeout (PETSTORE_REQUEST_TIMEOUT).',
  'response-timeout': 'Raise --request-timeout (PETSTORE_REQUEST_TIMEOUT) if the service is only slow.',
  'body-timeout': 'Raise --request-timeout (PETSTORE_REQUEST_TIMEOUT) if the service is only slow.',
  'closed-before-response': 'See in the log of the service why it closes connections.',
  'stray-bytes': 'See in the log of the service which answer it sent more bytes for than it had announced.',
  'rate-limited': 'Raise the rate limit for this key, or run with a lower --concurrency (PETSTORE_CONCURRENCY).',
  'run-deadline': 'Raise --deadline (PETSTORE_DEADLINE).',
  interrupted: 'Run again without interrupting.',
  'too-large': 'See what the service sends, or raise --max-body-size (PETSTORE_MAX_BODY_SIZE).',
  'head-too-large': 'See what the service sends, or raise --max-header-size (PETSTORE_MAX_HEADER_SIZE).',
  'unpacked-too-large':
    'See what the service sends, or raise --max-decompressed-size (PETSTORE_MAX_DECOMPRESSED_SIZE).',
  'interim-flood': 'See in the log of the service why it sends interim answers and never a final one.',
  'body-reset': 'See that the service gives a length or chunks, or closes its connections without a reset.',
  proxy: 'See that the proxy lets this machine reach the service, or run without --use-env-proxy.',
  'request-limit': RAISE_REQUESTS,
};

/** The requirement that a failure violates; null if the service may not be to blame. */
export function violatedRequirement(kind: TransportFailureKind): 'ANSWER-COMPLETE' | 'ANSWER-JSON' | null {
  return BROKEN_BY_SERVICE[kind] ?? null;
}

/** How to get requests answered. */
export function resolutionOf(kind: TransportFailureKind): string | null {
  return RESOLUTIONS[kind] ?? null;
}

/** Why a failure keeps the target from being judged; null if the service is certainly to blame. */
export function obstacleOf({ kind, message }: TransportFailure): Obstacle | null {
  return violatedRequirement(kind) === null ? { reason: message, howToResolve: resolutionOf(kind) } : null;
}
