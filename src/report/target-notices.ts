import { listSome } from '../contract/describe.ts';
import { type Exchange, requestLine, type ResponseRecord } from '../http/exchange.ts';
import { meaningOf } from '../http/failure-kinds.ts';
import { effectOf, OPERATION_IDS } from '../contract/operations.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import { sameResponse } from '../suite/reasons.ts';
import { isSuccess } from '../suite/responses/response.ts';

// Sentences about the target that a reader must know first. Null if they do not apply.

/** Such a run proves nothing about a target that may treat cases differently. */
export const NAMES_CASES = 'Each request named its case (--name-cases), so the target could recognise the cases.';

/** A run against a service has hundreds of responses; fewer than these say little. */
const LEAST_RESPONSES = 10;

/**
 * A sentence for a target that gives the same response to every request. Null if responses differ, or if the target rejects
 * every key, which another sentence reports. No case runs if the response is a redirect, a 4xx or an HTML page (`findTarget`).
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
  return `${sameResponse(kind)} Check ${nameByFlag('baseUrl')}.`;
}

/**
 * A sentence for a target whose successes of each operation all have the same body, although the run sent different pets. Null for
 * any other.
 */
export function sameSuccessNotice(exchanges: readonly Exchange[]): string | null {
  const successes = exchanges.flatMap(({ operation, request, response }) =>
    operation === 'other' || response === null || !response.complete || !isSuccess(response)
      ? []
      : [{ operation, sent: request.body?.text, shown: response.body.text }],
  );
  const creations = successes.filter(({ operation }) => operation === 'createPet');
  const byOperation = Map.groupBy(successes, ({ operation }) => operation);
  const isVaried = new Set(creations.map(({ sent }) => sent)).size >= LEAST_RESPONSES;
  const isSame = [...byOperation.values()].every((own) => new Set(own.map(({ shown }) => shown)).size === 1);
  // A run removes only pets that a read shows, and those of a mock have one id.
  const isWhole = OPERATION_IDS.every((each) => byOperation.has(each) || effectOf(each) === 'removes a pet');
  if (!isVaried || !isSame || !isWhole) return null;
  return `The successes of each operation all have the same body, whatever is sent, as those of a mock. Check ${nameByFlag('baseUrl')}.`;
}

/** Why no request had a response, and what to do. */
export function neverResponded(exchanges: readonly Exchange[]): string | null {
  const failure = exchanges[0]?.failure ?? null;
  if (failure === null || exchanges.some(({ response }) => response !== null)) return null;
  return `No request had a response. ${failure.message} ${meaningOf(failure.kind).howToResolve ?? ''}`.trim();
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
  const gone = lost.find(({ failure }) => failure !== null && meaningOf(failure.kind).isUnsent);
  if (gone === undefined) return null;
  const inFlight = lost.filter(
    ({ start, failure }) => start < gone.start && !meaningOf(failure?.kind ?? 'refused').isUnsent,
  );
  const nameOf = (exchange: Exchange): string => `${requestLine(exchange, target)} (exchange ${exchange.id})`;
  const answered = attempts.find(({ status, end }) => status !== null && end === lastResponse);
  const last = answered === undefined ? '' : ` after its response to ${nameOf(answered.exchange)}`;
  const requests = [...new Set(inFlight.map(({ exchange }) => exchange))].map(
    (exchange) => `${nameOf(exchange)}${bodyOf(exchange)}`,
  );
  const named = listSome(requests, REQUESTS_NAMED, ', ');
  const suspects =
    requests.length === 0
      ? ''
      : ` In flight when it stopped, oldest first: ${named}. ${requests.length === 1 ? 'This request' : 'One of them'} may have ended it.`;
  return `The target stopped responding during the run${last}: ${gone.failure?.message ?? ''}${suspects}`;
}

const BODY_NAMED = 40;

/** The start of the body that was sent: " with {"name":…", and whether it had no media type. Empty without a body. */
function bodyOf({ request: { body, headers } }: Exchange): string {
  if (body === null) return '';
  const text = body.text.replaceAll(/\s+/g, ' ');
  const what = text === '' ? 'an empty body' : `${text.slice(0, BODY_NAMED)}${text.length > BODY_NAMED ? '…' : ''}`;
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return ` with ${what}${isTyped ? '' : ' and no Content-Type'}`;
}

/** The status and other properties that all responses share. */
function kindOf(response: ResponseRecord): string {
  const { status, body } = response;
  // The body of a failure often names the request.
  if (status >= 500) return `status ${status}`;
  return `status ${status} with ${body.length === 0 ? 'no body' : `the body ${body.text.slice(0, 100)}`}`;
}
