import { headerValue, type TransportFailure, type TransportFailureKind } from './exchange.ts';
import type { WireOutcome } from './wire.ts';

/** What shows a disturbance: the status of the response, or how the connection failed. */
export type DisturbanceSign = number | TransportFailureKind;

/** A sign of a gateway, a restart or an overload. The contract is silent about them, so the request is sent again. */
export interface Disturbance {
  readonly sign: DisturbanceSign;
  /** The wait that Retry-After asks for, in milliseconds. */
  readonly retryAfter: number | null;
  /** Whether the service limits the rate of requests. A status 503 may also stand for an outage. */
  readonly limitsRate: 'certainly' | 'maybe' | 'no';
}

/** What a sign of a disturbance says. `isCausable`: the request itself may be the cause, which controlled trials find out. */
interface Meaning {
  readonly limitsRate: Disturbance['limitsRate'];
  readonly isCausable: boolean;
}

const LOAD_OR_TIME: Meaning = { limitsRate: 'no', isCausable: false };
const FAILURE: Meaning = { limitsRate: 'no', isCausable: true };

/** Every sign of a disturbance (our reading). */
const SIGNS: ReadonlyMap<DisturbanceSign, Meaning> = new Map<DisturbanceSign, Meaning>([
  [408, LOAD_OR_TIME],
  [425, LOAD_OR_TIME],
  [429, { limitsRate: 'certainly', isCausable: false }],
  [502, FAILURE],
  [503, { limitsRate: 'maybe', isCausable: true }],
  [504, LOAD_OR_TIME],
  ...[520, 521, 522, 523, 524, 525, 526, 527].map((status) => [status, FAILURE] as const),
  ['refused', FAILURE],
  ['closed-before-response', FAILURE],
  // A request ends with one of these if its attempts were disturbed.
  ['disturbed', LOAD_OR_TIME],
  ['rate-limited', LOAD_OR_TIME],
]);

/** Whether a status or a failure may come from a gateway, a restart or an overload. */
export function isDisturbance(sign: DisturbanceSign): boolean {
  return SIGNS.has(sign);
}

/** Whether a controlled trial may show that the request itself causes the disturbance. */
export function isCausable(sign: DisturbanceSign): boolean {
  return SIGNS.get(sign)?.isCausable === true;
}

/** Whether a body was cut short. A restart can do so, but it is a disturbance only if another sign is near. */
export function isCutBody(sign: DisturbanceSign): boolean {
  return sign === 'cut-short' || sign === 'body-reset';
}

/** Reads what a request got as a disturbance; null if it is none. `now` is the time of this computer. */
export function disturbanceIn({ status, headers, failure }: WireOutcome, now: Date): Disturbance | null {
  const sign = status !== null && SIGNS.has(status) ? status : failure?.kind;
  const meaning = sign === undefined ? undefined : SIGNS.get(sign);
  if (sign === undefined || meaning === undefined) return null;
  const retryAfter = retryAfterMilliseconds(headerValue(headers, 'retry-after'), headerValue(headers, 'date'), now);
  return { sign, retryAfter, limitsRate: meaning.limitsRate };
}

/** The failure of a request whose every attempt was disturbed. */
export function disturbedFailure(
  { sign, limitsRate, retryAfter }: Disturbance,
  failure: TransportFailure | null,
  attempts: number,
): TransportFailure {
  if (failure !== null && typeof sign !== 'number')
    return isDisturbance(failure.kind) ? failure : { kind: 'disturbed', message: failure.message };
  const count = attempts === 1 ? '' : ' to every attempt';
  const asked = retryAfter === null ? '' : ` and asked for a wait of ${Math.round(retryAfter / 1000)} s`;
  const kind = limitsRate === 'certainly' ? 'rate-limited' : 'disturbed';
  return { kind, message: `The service responded ${sign}${count}${asked}.` };
}

/** The wait of a Retry-After value in milliseconds; null for none. A date counts from the Date of the response: clocks differ. */
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
