import { codeOf } from '../contract/errors.ts';
import { counted } from '../contract/describe.ts';
import type { AttemptRecord, TransportFailure, TransportFailureKind } from './exchange.ts';
import { announcedLength } from './response-body.ts';
import type { WireBreak, WireOutcome } from './wire.ts';

/** What can go wrong on the wire itself. */
type BreakKind = Exclude<
  TransportFailureKind,
  'undecodable' | 'stray-bytes' | 'unpacked-too-large' | 'rate-limited' | 'disturbed' | 'request-limit' | StopReason
>;

/** Failures before the request was sent. */
export const NEVER_SENT: ReadonlySet<TransportFailureKind> = new Set([
  'refused',
  'dns',
  'tls',
  'connect-timeout',
  'machine-limit',
]);

/** Whether the service may have stored what an attempt sent. It did not if it rejected the request or never received it. */
export function mayHaveStored({ status, failure }: AttemptRecord): boolean {
  if (status === null) return failure === null || !NEVER_SENT.has(failure.kind);
  return status < 400 || status === 408 || status >= 500;
}

/** Why a run ends early: the reason of its AbortSignal. */
export type StopReason = 'run-deadline' | 'interrupted';

/** A request that undici refuses to send: a fault of the suite. */
export class UnsendableRequest extends Error {}

/** Reads the reason of an aborted signal. Anything but the run's own deadline counts as an interruption. */
function stopReason(signal: AbortSignal): StopReason {
  const reason: unknown = signal.reason;
  const timedOut = reason === 'run-deadline' || (reason instanceof Error && reason.name === 'TimeoutError');
  return timedOut ? 'run-deadline' : 'interrupted';
}

/** The failure for a run that was stopped. */
export function stopFailure(signal: AbortSignal): TransportFailure {
  const reason = stopReason(signal);
  const message =
    reason === 'run-deadline'
      ? 'The deadline of the run passed before a response arrived.'
      : 'The run was interrupted before a response arrived.';
  return { kind: reason, message };
}

const refusedCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EHOSTDOWN',
  'EACCES',
  'EPERM',
]);
/** This machine has no descriptor or memory for another connection. */
const machineCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);
const nameCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NONAME', 'EAI_NODATA']);
const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/;
const tlsAlert = /^ERR_SSL_.*_ALERT_/;
/** Errors that name their kind: limits of the suite, and its own error classes. */
const namedKinds: ReadonlyMap<string, BreakKind> = new Map([
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'too-large'],
  ['ANNOUNCED_TOO_LARGE', 'too-large'],
  ['UND_ERR_HEADERS_OVERFLOW', 'head-too-large'],
  ['INTERIM_FLOOD', 'interim-flood'],
  ['RESET_WITHOUT_LENGTH', 'body-reset'],
  ['PROXY', 'proxy'],
]);
/** undici's parser errors have no code, so their messages identify them. */
const earlyEnd = 'Invalid EOF state';
const protocolMessages: ReadonlySet<string> = new Set(['bad upgrade', 'bad response']);
const unsendableCodes = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);

/**
 * Says what went wrong. `target` is the host and port, `seconds` the time-out. Throws UnsendableRequest if the request
 * itself was at fault.
 */
export function describeBreak(
  broke: WireBreak,
  target: URL,
  seconds: number,
  received: Pick<WireOutcome, 'headers' | 'body'> | null = null,
): TransportFailure {
  const code = breakCode(broke.error);
  if (unsendableCodes.has(code)) throw new UnsendableRequest(broke.error?.message ?? 'The request cannot be sent.');
  const kind = broke.by === 'deadline' ? timeoutIn(broke) : kindOf(broke, code, target);
  return { kind, message: messageFor(kind, broke, code, target, seconds, received) };
}

function timeoutIn({ phase }: WireBreak): BreakKind {
  if (phase === 'connecting') return 'connect-timeout';
  return phase === 'body' ? 'body-timeout' : 'response-timeout';
}

function kindOf(broke: WireBreak, code: string, target: URL): BreakKind {
  const { phase, error } = broke;
  const named = namedKinds.get(code);
  if (named !== undefined) return named;
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || (phase === 'connecting' && code === 'ETIMEDOUT')) return 'connect-timeout';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return timeoutIn(broke);
  if (phase === 'connecting') return connectingKind(code, target);
  if (error?.name === 'HTTPParserError') return error.message.includes(earlyEnd) ? 'cut-short' : 'not-http';
  // undici reports contradicting lengths before the head is complete.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return phase === 'body' ? 'cut-short' : 'not-http';
  if (error !== null && protocolMessages.has(error.message)) return 'not-http';
  // With TLS 1.3 a client learns after its handshake that its certificate is rejected or missing.
  if (phase === 'waiting' && tlsAlert.test(code)) return 'tls';
  return phase === 'waiting' ? 'closed-before-response' : 'cut-short';
}

function connectingKind(code: string, target: URL): BreakKind {
  if (machineCodes.has(code)) return 'machine-limit';
  if (refusedCodes.has(code)) return 'refused';
  if (nameCodes.has(code)) return 'dns';
  return tlsCode.test(code) || target.protocol === 'https:' ? 'tls' : 'closed-before-response';
}

function messageFor(
  kind: BreakKind,
  broke: WireBreak,
  code: string,
  target: URL,
  seconds: number,
  received: Pick<WireOutcome, 'headers' | 'body'> | null,
): string {
  const { host, hostname } = target;
  const within = `within ${seconds} s`;
  const where = broke.phase === 'head' ? 'within the head of the response' : whereInBody(received);
  const messages: Readonly<Record<BreakKind, string>> = {
    refused: code === 'ECONNREFUSED' ? `${host} refused the connection.` : `${host} cannot be reached (${code}).`,
    dns: `The host name ${hostname} could not be resolved (${code}).`,
    tls: `The TLS connection to ${host} failed (${code === '' ? 'closed in the handshake' : code}).`,
    'connect-timeout': `No connection to ${host} was made ${within}.`,
    'machine-limit': `This machine could not open another connection (${code}).`,
    'response-timeout': `No response started ${within}.`,
    'body-timeout': `The response started, but its body was not complete ${within}.`,
    'closed-before-response': 'The connection was closed before any byte of a response.',
    'cut-short': `The connection ended ${where}.`,
    'not-http': `The response does not follow HTTP/1.1 (${broke.error?.message ?? code}).`,
    'too-large': 'The body of the response was larger than the suite reads.',
    'head-too-large': 'The header fields of the response were larger than the suite reads.',
    'interim-flood': 'The service kept sending interim responses (1xx) and sent no final response.',
    'body-reset': 'The connection was reset, and no length says whether the body was complete.',
    proxy: broke.error?.message ?? 'The proxy made no connection to the service.',
  };
  return messages[kind];
}

/** Where in a body its connection ended, in bytes before decoding. */
function whereInBody(received: Pick<WireOutcome, 'headers' | 'body'> | null): string {
  if (received === null) return 'before the body of the response was complete';
  const { length } = received.body;
  const announced = announcedLength(received.headers);
  const got = counted(length, 'byte');
  if (announced !== null && length < announced) return `after ${got} of the body; its Content-Length is ${announced}`;
  return `after ${got} of the body, before its end`;
}

/** If a host has several addresses, the error is an AggregateError; the first one is enough. */
function breakCode(error: unknown): string {
  return codeOf(error) ?? (error instanceof AggregateError ? breakCode(error.errors[0]) : '');
}
