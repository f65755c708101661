import { listSome } from '../contract/describe.ts';
import { type Exchange, headerValue, requestLine, type ResponseRecord } from '../http/exchange.ts';
import { NEVER_SENT } from '../http/transport-failure.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import { resolutionOf } from '../suite/responses/transport-failures.ts';

// Sentences about the target that a reader must know first. Null if they do not apply.

/** A run against a service has hundreds of responses; fewer than these say little. */
const LEAST_RESPONSES = 10;

/**
 * A sentence for a target that gives the same response to every request: a login page, a gateway or another service. Null if
 * responses differ, or if the target rejects every key, which another sentence reports.
 */
export function sameResponseNotice(exchanges: readonly Exchange[]): string | null {
  // Responses to other methods, such as HEAD, always differ.
  const answered = exchanges.flatMap(({ operation, response }) =>
    response === null || operation === 'other' ? [] : [{ operation, response }],
  );
  const [first] = answered;
  if (first === undefined || answered.length < LEAST_RESPONSES || first.response.status === 401) return null;
  if (!first.response.complete) return null;
  if (new Set(answered.map(({ operation }) => operation)).size < 2) return null;
  const kind = kindOf(first.response);
  if (answered.some(({ response }) => kindOf(response) !== kind)) return null;
  return `The target gives every request the same response: ${kind}. It may be a login page, a gateway or another service. Check ${nameByFlag('baseUrl')}.`;
}

/** Why no request had a response, and what to do. */
export function neverResponded(exchanges: readonly Exchange[]): string | null {
  const failure = exchanges[0]?.failure ?? null;
  if (failure === null || exchanges.some(({ response }) => response !== null)) return null;
  return `No request had a response. ${failure.message} ${resolutionOf(failure.kind) ?? ''}`.trim();
}

/** A busy gateway loses single requests. This many attempts after the last response are an outage. */
const LEAST_LOST = 5;
const REQUESTS_NAMED = 3;

/** A sentence for a target that stopped responding, with the requests in flight: one of them may have ended it. */
export function stoppedResponding(exchanges: readonly Exchange[], target: string): string | null {
  const attempts = exchanges
    .flatMap((exchange) =>
      exchange.attempts.map(({ startedAt, milliseconds, status, failure }) => {
        const start = Date.parse(startedAt);
        return { exchange, start, end: start + milliseconds, status, failure };
      }),
    )
    .sort((one, other) => one.start - other.start);
  const lastResponse = attempts.reduce(
    (latest, { status, end }) => (status === null ? latest : Math.max(latest, end)),
    0,
  );
  const lost = attempts.filter(({ end }) => end > lastResponse);
  if (lastResponse === 0 || lost.length < LEAST_LOST) return null;
  const gone = lost.find(({ failure }) => failure !== null && NEVER_SENT.has(failure.kind));
  if (gone === undefined) return null;
  const inFlight = lost.filter(
    ({ start, failure }) => start < gone.start && !NEVER_SENT.has(failure?.kind ?? 'refused'),
  );
  const requests = [...new Set(inFlight.map(({ exchange }) => requestLine(exchange, target)))];
  const named = listSome(requests, REQUESTS_NAMED, ', ');
  const suspects =
    requests.length === 0 ? '' : ` In flight when it stopped, oldest first: ${named}. One of them may have ended it.`;
  return `The target stopped responding during the run: ${gone.failure?.message ?? ''}${suspects}`;
}

/** The status and other properties that all responses share. */
function kindOf(response: ResponseRecord): string {
  const { status, headers, body } = response;
  const location = headerValue(headers, 'location');
  // The query often repeats the requested address.
  if (location !== undefined) return `status ${status} to ${location.replace(/[?#].*$/s, '')}`;
  const type = headerValue(headers, 'content-type')?.replace(/;.*$/s, '').trim().toLowerCase() ?? null;
  if (body.length === 0) return `status ${status} with no body`;
  // A pet store gives one kind of response to every request only if its body is always the same.
  if (status < 300 && type !== 'text/html') return `status ${status} with the body ${body.text.slice(0, 100)}`;
  return `status ${status} with ${type === null ? 'a body' : `a body of type ${type}`}`;
}
