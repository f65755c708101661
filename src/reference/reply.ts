import type { Json } from './json-value.ts';

/** Why a request is refused. Fine enough for a fault to treat one kind of error unlike the others. */
export type RefusalKind =
  | 'key-missing'
  | 'key-invalid'
  | 'empty-body'
  | 'malformed-json'
  | 'not-an-object'
  | 'missing-field'
  | 'invalid-name'
  | 'invalid-category'
  | 'invalid-status'
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

/** A refusal before it is rendered: `status` is the HTTP status, `message` is for people. */
export interface Refusal {
  readonly kind: RefusalKind;
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a step gives: its result, or a refusal. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** An answer before it is turned into bytes. `kind` is `success`, or why the request was refused. */
export interface Reply {
  readonly status: number;
  readonly kind: 'success' | RefusalKind;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** An answer as bytes. Where `framing` is `chunked` no Content-Length is sent. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
  readonly framing: 'length' | 'chunked';
}

/** The result of a step that went well. */
export function accepted<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

/** The result of a step that refuses the request. */
export function refused(
  kind: RefusalKind,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { kind, status, message, headers } };
}
