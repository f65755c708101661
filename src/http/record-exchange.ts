import type { Attempted } from './attempts.ts';
import { BOUNDS } from './bounds.ts';
import { recordBody } from './body-record.ts';
import type { Exchange, RequestRecord, ResponseRecord, TransportFailure, Header } from './exchange.ts';
import { redactIssuedSecret, type Redactor } from './redaction.ts';

/** The record of an exchange, redacted. */
export function recordExchange(
  names: Pick<Exchange, 'id' | 'caseId' | 'operation'>,
  request: RequestRecord,
  { attempts, outcome, result }: Attempted,
  redactor: Redactor,
): Exchange {
  const redactFailure = (failure: TransportFailure): TransportFailure => ({
    ...failure,
    message: redactor.redactText(failure.message),
  });
  return {
    ...names,
    request,
    attempts: attempts.map((each) => ({ ...each, failure: each.failure && redactFailure(each.failure) })),
    response: recordResponse(outcome, result, redactor),
    failure: result.kind === 'response' ? null : redactFailure(result.failure),
  };
}

function recordResponse(
  outcome: Attempted['outcome'],
  result: Attempted['result'],
  redactor: Redactor,
): ResponseRecord | null {
  if (outcome === null || outcome.status === null) return null;
  return {
    status: outcome.status,
    ...recordHeaders(outcome.headers, redactor),
    body: recordBody(result.kind === 'response' ? result.body : outcome.body, redactor, outcome.failure !== null),
    complete: outcome.failure === null,
  };
}

/** Whole header fields as evidence, redacted. Fields that exceed the room are counted. */
function recordHeaders(
  headers: readonly Header[],
  redactor: Redactor,
): Pick<ResponseRecord, 'headers' | 'omittedHeaders'> {
  const kept: Header[] = [];
  let room = BOUNDS.headerCharacters;
  for (const [rawName, rawValue] of headers) {
    const name = redactor.redactText(rawName);
    const value = redactIssuedSecret(rawName, redactor.redactHeader(rawName, rawValue));
    const length = name.length + value.length;
    if (length > room) continue;
    room -= length;
    kept.push([name, value]);
  }
  const omittedHeaders = headers.length - kept.length;
  return omittedHeaders === 0 ? { headers: kept } : { headers: kept, omittedHeaders };
}
