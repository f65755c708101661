import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Attempted } from './attempts.ts';
import { BOUNDS } from './bounds.ts';
import type { BodyRecord, Exchange, RequestRecord, ResponseRecord, TransportFailure, Header } from './exchange.ts';
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

/** The most UTF-8 bytes for one UTF-16 unit. */
const MOST_BYTES_OF_UNIT = 3;

/** A body as evidence: redacted and capped, in base64 if it is not UTF-8. `isCut`: it may end with a part of a secret. */
export function recordBody(bytes: Uint8Array, redactor: Redactor, isCut: boolean = false): BodyRecord {
  const whole = { length: bytes.length, sha256: hash('sha256', bytes) };
  const isText = isUtf8(bytes);
  // A body of megabytes is not decoded completely.
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(
    0,
    (searchedCharacters(redactor) + 1) * MOST_BYTES_OF_UNIT,
  );
  const most = isText ? BOUNDS.bodyCharacters : (BOUNDS.bodyCharacters / 4) * 3;
  const { text, capped } = redactCapped(beginning.toString(isText ? 'utf8' : 'latin1'), most, redactor, isCut);
  if (isText) return { text, capped, encoding: 'utf8', ...whole };
  return { text: Buffer.from(text, 'latin1').toString('base64'), capped, encoding: 'base64', ...whole };
}

/** Redacts a text, then cuts it to `most` characters. If only a part is searched, its end is dropped: it may hold half a secret. */
function redactCapped(
  text: string,
  most: number,
  redactor: Redactor,
  isCut: boolean,
): Pick<BodyRecord, 'text' | 'capped'> {
  const searched = searchedCharacters(redactor);
  if (text.length <= searched) {
    const redacted = isCut ? redactor.redactText(`${text}…`).slice(0, -1) : redactor.redactText(text);
    return { text: redacted.slice(0, most), capped: redacted.length > most };
  }
  const redacted = redactor.redactText(text.slice(0, searched));
  const certain = Math.max(0, redacted.length - redactor.longestOccurrence);
  return { text: redacted.slice(0, Math.min(most, certain)), capped: true };
}

/** How many characters of a text are searched for secrets. The kept ones are then certainly clean. */
function searchedCharacters(redactor: Redactor): number {
  return BOUNDS.bodyCharacters + 2 * redactor.longestOccurrence;
}
