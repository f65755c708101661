import type { Attempted } from './attempts.ts';
import { recordBody } from './body-record.ts';
import type { Exchange, RequestRecord, ResponseRecord, TransportFailure } from './exchange.ts';
import { redactIssuedSecret, type Redactor } from './redaction.ts';

/** By what an exchange is found. */
export type ExchangeNames = Pick<Exchange, 'id' | 'caseId' | 'operation'>;

/** The record of an exchange, redacted. */
export function recordExchange(
  names: ExchangeNames,
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
    attempts: attempts.map((each) => ({
      ...each,
      failure: each.failure === null ? null : redactFailure(each.failure),
    })),
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
    headers: outcome.headers.map(([name, value]) => [
      redactor.redactText(name),
      redactIssuedSecret(name, redactor.redactHeader(name, value)),
    ]),
    body: recordBody(result.kind === 'response' ? result.body : outcome.body, redactor),
    complete: outcome.broke === null,
  };
}
