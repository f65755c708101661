import type { RequestKind } from '../contract/operations.ts';
import type { TransportFailureKind } from './failure-kinds.ts';

// A recorded exchange is plain JSON data. It holds no secret, because it is redacted when it is captured.

/** A header field. The name has the spelling of its sender. */
export type Header = readonly [name: string, value: string];

/** A body as evidence. `text` is capped; `length` (bytes) and `sha256` (hex) are of the whole body before redaction. */
export interface BodyRecord {
  readonly text: string;
  readonly encoding: 'utf8' | 'base64';
  readonly length: number;
  readonly sha256: string;
  readonly capped: boolean;
}

/** What was sent. `credential` names the recipe of the Authorization header, never its value. */
export interface RequestRecord {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: BodyRecord | null;
  readonly credential: string;
  /** A shell command that sends the same request, with `$PETSTORE_API_KEY` instead of the key. */
  readonly curl: string;
}

/** What was received. `body` is after content decoding; `complete` is false if the transfer was cut short. */
export interface ResponseRecord {
  readonly status: number;
  readonly headers: readonly Header[];
  /** How many more header fields the response had than evidence keeps. */
  readonly omittedHeaders?: number;
  readonly body: BodyRecord;
  readonly complete: boolean;
}

/** Why no complete response arrived. */
export interface TransportFailure {
  readonly kind: TransportFailureKind;
  /** One sentence, redacted, fit for a terminal. */
  readonly message: string;
}

/** One attempt at a request. A disturbance or a closed idle connection leads to a further one. Times in milliseconds. */
export interface AttemptRecord {
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly connection: 'fresh' | 'reused';
  readonly status: number | null;
  readonly failure: TransportFailure | null;
  /** How long the run waited after this attempt before the next one. */
  readonly waitedMilliseconds: number;
}

/** An exchange as the journal and the report keep it. `id` is unique in a run ("x1", "x2", …). */
export interface Exchange {
  readonly id: string;
  readonly caseId: string;
  readonly operation: RequestKind;
  readonly request: RequestRecord;
  readonly attempts: readonly AttemptRecord[];
  readonly response: ResponseRecord | null;
  readonly failure: TransportFailure | null;
}

/** The value of the first field with this name, which is given in lower case. */
export function headerValue(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

/** The method and the address of a request below a base address: `GET /pets?limit=52`. */
export function requestLine({ request: { method, url } }: Pick<Exchange, 'request'>, baseUrl: string): string {
  return `${method} ${url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url}`;
}

/** The number of an exchange. They are numbered in the order in which they were sent. */
export function serialOf(id: string): number {
  return Number(id.replace(/^\D+/, ''));
}
