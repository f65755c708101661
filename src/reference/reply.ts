import type { Json } from './json-value.ts';

/** The rejections of a body (part 4.2). */
export const bodyRejections = [
  'empty-body',
  'malformed-json',
  'not-an-object',
  'missing-field',
  'invalid-name',
  'invalid-category',
  'invalid-status',
] as const;

/** Why a request is rejected. A fault can treat one kind differently from the others. */
export type RejectionKind =
  | 'key-missing'
  | 'key-invalid'
  | (typeof bodyRejections)[number]
  | 'invalid-limit'
  | 'invalid-filter'
  | 'unknown-pet'
  | 'removed'
  | 'unknown-path'
  | 'unknown-method'
  | 'too-large'
  | 'too-many'
  | 'unsupported-type'
  | 'internal';

/** A rejection before it is rendered: `status` is the HTTP status, `message` is for people. */
export interface Rejection {
  readonly kind: RejectionKind;
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The end of a step that rejects the request. */
export interface Rejected {
  readonly ok: false;
  readonly rejection: Rejection;
}

/** The end of a step: its result, or a rejection. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Rejected;

/** A response before it is encoded. `kind` is `success`, or why the request was rejected. */
export interface Reply {
  readonly status: number;
  readonly kind: 'success' | RejectionKind;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: the response has no content, as with 204. */
  readonly body: Json | undefined;
}

/** An encoded response. Only with `length` framing it has a Content-Length; with `none` it has no content. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
  readonly framing: 'length' | 'chunked' | 'none';
}

/** The result of a successful step. */
export function accepted<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

/** The result of a step that rejects the request. */
export function rejected(
  kind: RejectionKind,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Rejected {
  return { ok: false, rejection: { kind, status, message, headers } };
}

/** The rejection of an id that no pet has. */
export const unknownPet = rejected('unknown-pet', 404, 'There is no pet with this id.');

/** The rejection by a service that fails. */
export const serviceFailure = rejected('internal', 500, 'The service failed.');
