import { type Exchange, headerValue, type ResponseRecord } from '../http/exchange.ts';
import { nameByFlag } from '../settings/sources.ts';

/** A run against a service has hundreds of responses; fewer than these say little. */
const LEAST_RESPONSES = 10;

/**
 * A sentence that says how the target answers every request alike, whatever the operation; null if it does not. Such a target
 * is no pet store: a login page, a gateway or another service. Null also where every key is rejected, which has a reason of
 * its own.
 */
export function answeredAlike(exchanges: readonly Exchange[]): string | null {
  // Other methods, such as HEAD, have responses of their own kind.
  const answered = exchanges.flatMap(({ operation, response }) =>
    response === null || operation === 'other' ? [] : [{ operation, response }],
  );
  const [first] = answered;
  if (first === undefined || answered.length < LEAST_RESPONSES || first.response.status === 401) return null;
  if (new Set(answered.map(({ operation }) => operation)).size < 2) return null;
  const kind = kindOf(first.response);
  if (answered.some(({ response }) => kindOf(response) !== kind)) return null;
  return `The target answers every request alike: ${kind}. It may be a login page, a gateway or another service. Check ${nameByFlag('baseUrl')}.`;
}

/** The status, and what else responses have in common that do not look at their request. */
function kindOf(response: ResponseRecord): string {
  const { status, headers, body } = response;
  const location = headerValue(headers, 'location');
  // The address that was asked for is often a part of the query.
  if (location !== undefined) return `status ${status} to ${location.replace(/[?#].*$/s, '')}`;
  const type = headerValue(headers, 'content-type')?.replace(/;.*$/s, '').trim().toLowerCase() ?? null;
  if (body.length === 0) return `status ${status} with no body`;
  // A pet store gives one kind of response to every request only if its body is always the same.
  if (status < 300 && type !== 'text/html') return `status ${status} with the body ${body.text.slice(0, 100)}`;
  return `status ${status} with ${type === null ? 'a body' : `a body of type ${type}`}`;
}
