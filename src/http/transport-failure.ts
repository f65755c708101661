import { counted } from '../contract/describe.ts';
import { codeOf } from '../contract/errors.ts';
import { type AttemptRecord, type Header, headerValue, type TransportFailure } from './exchange.ts';
import { meaningOf } from './failure-kinds.ts';

/** Whether the service may have stored what an attempt sent. It did not if it rejected the request or never received it. */
export function mayHaveStored({ status, failure }: AttemptRecord): boolean {
  if (status === null) return failure === null || meaningOf(failure.kind).isUnsent !== true;
  return status < 400 || status === 408 || status >= 500;
}

/** The failure for a run that was stopped. Every reason except the deadline of the run counts as an interruption. */
export function stopFailure(signal: AbortSignal): TransportFailure {
  const reason: unknown = signal.reason;
  const isLate = reason === 'run-deadline' || (reason instanceof Error && reason.name === 'TimeoutError');
  return isLate
    ? { kind: 'run-deadline', message: 'The deadline of the run passed before a response arrived.' }
    : { kind: 'interrupted', message: 'The run was interrupted before a response arrived.' };
}

/** The failure of a connection that closed without any byte of a response. */
export const CLOSED_BEFORE_RESPONSE: TransportFailure = {
  kind: 'closed-before-response',
  message: 'The connection was closed before any byte of a response.',
};

/** The failure of a body that exceeds a bound of the suite. */
export const TOO_LARGE: TransportFailure = {
  kind: 'too-large',
  message: 'The body of the response was larger than the suite reads.',
};

/** A proxy made no connection, for the reason in the message. The target is not to blame. */
export class ProxyError extends Error {}

/** How far an exchange was when it failed, and what had arrived. `head`: some bytes of a response, but no complete head. */
export interface Reached {
  readonly phase: 'connecting' | 'waiting' | 'head' | 'body';
  readonly connection: 'fresh' | 'reused';
  readonly headers: readonly Header[];
  readonly bodyBytes: number;
}

/** The failure of an exchange that took too long. */
export function timeoutFailure({ phase }: Reached, { host }: URL, milliseconds: number): TransportFailure {
  const within = `within ${milliseconds / 1000} s`;
  if (phase === 'connecting')
    return { kind: 'connect-timeout', message: `No connection to ${host} was made ${within}.` };
  if (phase === 'body')
    return { kind: 'response-timeout', message: `The response started, but its body was not complete ${within}.` };
  return { kind: 'response-timeout', message: `No response started ${within}.` };
}

const REJECTED_BY_UNDICI = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);
const TLS_ALERT = /^ERR_SSL_.*_ALERT_/;
/** undici's parser errors have no code, so their messages identify them. */
const EARLY_END = 'Invalid EOF state';
const PROTOCOL_MESSAGES: ReadonlySet<string> = new Set(['bad upgrade', 'bad response']);

/** Whether undici rejects the request, which is a fault of the suite. */
export function isSuiteFault(error: Error): boolean {
  return REJECTED_BY_UNDICI.has(firstCode(error));
}

/** The failure that an error of the connection or of undici shows. */
export function failureFor(error: Error, reached: Reached, target: URL): TransportFailure {
  if (error instanceof ProxyError) return { kind: 'proxy', message: error.message };
  const { phase, connection } = reached;
  const code = firstCode(error);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return TOO_LARGE;
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return { kind: 'head-too-large', message: 'The header fields of the response were larger than the suite reads.' };
  if (phase === 'connecting') return connectionFailure(code, target);
  if (isMalformed(error, code, phase)) {
    if (phase !== 'body' && connection === 'reused') return STRAY_BYTES;
    return { kind: 'not-http', message: `The response does not follow HTTP/1.1 (${error.message}).` };
  }
  // With TLS 1.3 a client learns after its handshake that its certificate is rejected or missing.
  if (phase === 'waiting' && TLS_ALERT.test(code)) return tlsFailure(code, target);
  if (phase === 'waiting' && !isParserError(error)) return CLOSED_BEFORE_RESPONSE;
  return { kind: 'cut-short', message: `The connection ended ${placeIn(reached)}.` };
}

/** On a reused connection malformed bytes may be the rest of an earlier response, so the exchange is not accused. */
const STRAY_BYTES: TransportFailure = {
  kind: 'stray-bytes',
  message:
    'Bytes that do not start a response arrived on a reused connection. They may belong to its previous response.',
};

/** This machine has no descriptor or memory for another connection. */
const MACHINE_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);
const UNREACHABLE_CODES = new Set('EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL EHOSTDOWN EACCES EPERM'.split(' '));
const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NONAME', 'EAI_NODATA']);
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/;

function connectionFailure(code: string, target: URL): TransportFailure {
  const { host, hostname, protocol } = target;
  // The machine may give up earlier than the timer of the exchange.
  if (code === 'ETIMEDOUT')
    return { kind: 'connect-timeout', message: `No connection to ${host} was made in time (${code}).` };
  if (MACHINE_CODES.has(code))
    return { kind: 'machine-limit', message: `This machine could not open another connection (${code}).` };
  if (code === 'ECONNREFUSED') return { kind: 'refused', message: `${host} refused the connection.` };
  if (UNREACHABLE_CODES.has(code)) return { kind: 'refused', message: `${host} cannot be reached (${code}).` };
  if (DNS_CODES.has(code))
    return { kind: 'dns', message: `The host name ${hostname} could not be resolved (${code}).` };
  // A restart behind TLS resets the connection in its handshake.
  if (protocol === 'https:' && code === 'ECONNRESET') return { ...tlsFailure(code, target), kind: 'refused' };
  return TLS_CODE.test(code) || protocol === 'https:' ? tlsFailure(code, target) : CLOSED_BEFORE_RESPONSE;
}

function tlsFailure(code: string, { host }: URL): TransportFailure {
  const reason = code === '' ? 'closed in the handshake' : code;
  return { kind: 'tls', message: `The TLS connection to ${host} failed (${reason}).` };
}

function isParserError({ name }: Error): boolean {
  return name === 'HTTPParserError';
}

/** Whether bytes arrived that do not follow HTTP/1.1. A connection that ends early is no such case. */
function isMalformed(error: Error, code: string, phase: Reached['phase']): boolean {
  if (isParserError(error)) return !error.message.includes(EARLY_END);
  // undici reports contradicting lengths before the head is complete.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return phase !== 'body';
  return PROTOCOL_MESSAGES.has(error.message);
}

/** Whether the whole body arrived. undici 8 misreads a Content-Length that white space follows, as RFC 9112 section 5 allows. */
export function isMisreadLength(error: Error, { headers, bodyBytes }: Reached): boolean {
  return firstCode(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && announcedLength(headers) === bodyBytes;
}

/** Where in a response its connection ended; in a body, in bytes before decoding. */
function placeIn({ phase, headers, bodyBytes }: Reached): string {
  if (phase === 'head') return 'within the head of the response';
  const announced = announcedLength(headers);
  const got = `after ${counted(bodyBytes, 'byte')} of the body`;
  return announced !== null && bodyBytes < announced
    ? `${got}; its Content-Length is ${announced}`
    : `${got}, before its end`;
}

/** The length in bytes that a response announces for its body, or null. */
export function announcedLength(headers: readonly Header[]): number | null {
  const length = headerValue(headers, 'content-length')?.trim();
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : null;
}

/** If a host has several addresses, the error is an AggregateError; the first one is enough. */
function firstCode(error: unknown): string {
  return codeOf(error) ?? (error instanceof AggregateError ? firstCode(error.errors[0]) : '');
}
