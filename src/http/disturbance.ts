import { headerValue, type TransportFailure } from './exchange.ts';
import type { TransportFailureKind } from './failure-kinds.ts';
import type { WireOutcome } from './wire.ts';

/** What shows a disturbance: the status of the response, or how the connection failed. */
export type DisturbanceSign = number | TransportFailureKind;

/** A sign of a gateway, a restart or an overload. The contract is silent about them, so the request is sent again. */
export interface Disturbance {
  readonly sign: DisturbanceSign;
  /** The wait that Retry-After asks for, in milliseconds. */
  readonly retryAfter: number | null;
}

/** The only sign that always means a limit of requests. */
export const RATE_LIMIT = 429;

/** Other signs of load or of time. The last two are failures of a request whose attempts were all disturbed. */
const OF_LOAD_OR_TIME: readonly DisturbanceSign[] = [408, 425, RATE_LIMIT, 504, 'disturbed', 'rate-limited'];

/** Whether a status or a failure may come from a gateway, a restart or an overload (our reading). */
export function isDisturbance(sign: DisturbanceSign): boolean {
  return isCausable(sign) || OF_LOAD_OR_TIME.includes(sign);
}

/** Whether a controlled trial may show that the request itself causes the disturbance. */
export function isCausable(sign: DisturbanceSign): boolean {
  if (typeof sign === 'string') return sign === 'refused' || sign === 'closed-before-response';
  return sign === 502 || sign === 503 || (sign >= 520 && sign <= 527);
}

/** Whether a body was cut short. This is a disturbance only if another sign is near: a restart causes both. */
export function isCutBody(sign: DisturbanceSign): boolean {
  return sign === 'cut-short' || sign === 'body-reset';
}

/** The disturbance that the outcome of a request shows; null if it shows none. `now` is the time of this computer. */
export function disturbanceIn({ status, headers, failure }: WireOutcome, now: Date): Disturbance | null {
  const sign = status !== null && isDisturbance(status) ? status : failure?.kind;
  if (sign === undefined || !isDisturbance(sign)) return null;
  return { sign, retryAfter: retryAfterIn(headers, now) };
}

/** The failure of a request whose attempts were all disturbed. */
export function disturbedFailure(
  { sign, retryAfter }: Disturbance,
  failure: TransportFailure | null,
  attempts: number,
): TransportFailure {
  if (failure !== null && typeof sign !== 'number')
    return isDisturbance(failure.kind) ? failure : { kind: 'disturbed', message: failure.message };
  // Several cases may give this sentence as their reason, so it names no request, but says that it is about one.
  const what = attempts === 1 ? 'a request' : 'every attempt of a request';
  const asked = retryAfter === null ? '' : ` and asked for a wait of ${Math.round(retryAfter / 1000)} s`;
  const kind = sign === RATE_LIMIT ? 'rate-limited' : 'disturbed';
  return { kind, message: `The service responded ${sign} to ${what}${asked}.` };
}

/** The wait of Retry-After in milliseconds; null for none. A date counts from the Date of the response: clocks differ. */
function retryAfterIn(headers: WireOutcome['headers'], now: Date): number | null {
  const text = headerValue(headers, 'retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return positive(Number(text) * 1000);
  if (!/^[A-Z][a-z]{2}/.test(text)) return null;
  const sent = Date.parse(headerValue(headers, 'date') ?? '');
  return positive(Date.parse(text) - (Number.isNaN(sent) ? now.getTime() : sent));
}

function positive(milliseconds: number): number | null {
  return milliseconds > 0 ? milliseconds : null;
}
