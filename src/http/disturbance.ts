import { codeOf } from '../contract/errors.ts';
import { headerValue, type TransportFailure, type TransportFailureKind } from './exchange.ts';
import type { WireOutcome } from './wire.ts';

/** What shows a disturbance: the status of the response, or how the connection failed. */
export type DisturbanceSign = number | TransportFailureKind;

/**
 * A sign of a gateway, a restart or an overload, about which the contract is silent: the run waits and sends the request
 * again.
 */
export interface Disturbance {
  readonly sign: DisturbanceSign;
  /** The wait that Retry-After asks for, in milliseconds. */
  readonly retryAfter: number | null;
  /** Whether the service limits the rate of requests. A status 503 may also stand for an outage. */
  readonly limitsRate: 'certainly' | 'maybe' | 'no';
}

const CLOUD_GATEWAY_STATUSES = [520, 521, 522, 523, 524, 525, 526, 527];
const STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504, ...CLOUD_GATEWAY_STATUSES]);
const FAILURES: ReadonlySet<TransportFailureKind> = new Set([
  'refused',
  'closed-before-response',
  // A request ends so if every attempt was disturbed in another way.
  'disturbed',
  'rate-limited',
]);

/** Whether the failure may come from a gateway, a restart or an overload. */
export function isDisturbance(kind: TransportFailureKind): boolean {
  return FAILURES.has(kind);
}

/** The signs of disturbances that a request may cause itself. The others show load or time alone. */
const CAUSABLE: ReadonlySet<DisturbanceSign> = new Set([
  'refused',
  'closed-before-response',
  502,
  503,
  ...CLOUD_GATEWAY_STATUSES,
]);

/** Reads what was received as a disturbance; null if it is none. `now` is the time of this computer. */
export function disturbanceIn(outcome: WireOutcome, failure: TransportFailure | null, now: Date): Disturbance | null {
  const { status, headers } = outcome;
  if (status !== null && STATUSES.has(status)) {
    const retryAfter = retryAfterMilliseconds(headerValue(headers, 'retry-after'), headerValue(headers, 'date'), now);
    return { sign: status, retryAfter, limitsRate: status === 429 ? 'certainly' : status === 503 ? 'maybe' : 'no' };
  }
  const isDisturbed = failure !== null && (isDisturbance(failure.kind) || isResetHandshake(outcome, failure));
  return isDisturbed ? failedConnection(failure) : null;
}

/** The disturbance that a failure of the connection shows. */
export function failedConnection({ kind }: TransportFailure): Disturbance {
  return { sign: kind, retryAfter: null, limitsRate: 'no' };
}

/** Whether a controlled trial may show that the request itself causes the disturbance. */
export function isCausable(sign: DisturbanceSign): boolean {
  return CAUSABLE.has(sign);
}

/** Failures that a restart of the service or of a gateway can cause while a body is on its way. */
const CUT_BODIES: ReadonlySet<DisturbanceSign> = new Set<TransportFailureKind>(['cut-short', 'body-reset']);

/** Whether a body was cut short. This belongs to a disturbance only if another sign is near. */
export function isCutBody(sign: DisturbanceSign): boolean {
  return CUT_BODIES.has(sign);
}

/** The failure of a request whose every attempt was disturbed. */
export function disturbedFailure(
  { sign, limitsRate }: Disturbance,
  failure: TransportFailure | null,
  attempts: number,
): TransportFailure {
  if (failure !== null && typeof sign !== 'number')
    return isDisturbance(failure.kind) ? failure : { kind: 'disturbed', message: failure.message };
  const count = attempts === 1 ? '' : ' to every attempt';
  const kind = limitsRate === 'certainly' ? 'rate-limited' : 'disturbed';
  return { kind, message: `The service responded ${sign}${count}.` };
}

/** A restart behind TLS resets the connection in its handshake. */
function isResetHandshake({ broke }: WireOutcome, { kind }: TransportFailure): boolean {
  return kind === 'tls' && codeOf(broke?.error) === 'ECONNRESET';
}

/**
 * The wait in milliseconds that a Retry-After value asks for (RFC 9110 section 10.2.3): seconds, or an HTTP date. A date is
 * measured from the Date of the same response if there is one, because clocks differ. Null if it asks for no wait.
 */
export function retryAfterMilliseconds(value: string | undefined, date: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return positive(Number(text) * 1000);
  if (!/^[A-Z][a-z]{2}/.test(text)) return null;
  const sent = Date.parse(date ?? '');
  return positive(Date.parse(text) - (Number.isNaN(sent) ? now.getTime() : sent));
}

function positive(milliseconds: number): number | null {
  return milliseconds > 0 ? milliseconds : null;
}
