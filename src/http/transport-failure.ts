import { codeOf } from '../contract/errors.ts';
import { counted } from '../contract/describe.ts';
import type { AttemptRecord, TransportFailure } from './exchange.ts';
import { meaningOf, type TransportFailureKind } from './failure-kinds.ts';
import { namedKind } from './named-break.ts';
import { announcedLength } from './response-body.ts';
import type { WireBreak, WireOutcome } from './wire.ts';

/** What can go wrong on the wire itself. */
type BreakKind = Exclude<
  TransportFailureKind,
  'undecodable' | 'stray-bytes' | 'unpacked-too-large' | 'rate-limited' | 'disturbed' | 'request-limit' | StopReason
>;

/** Whether the service may have stored what an attempt sent. It did not if it rejected the request or never received it. */
export function mayHaveStored({ status, failure }: AttemptRecord): boolean {
  if (status === null) return failure === null || meaningOf(failure.kind).isUnsent !== true;
  return status < 400 || status === 408 || status >= 500;
}

/** Why a run ends early: the reason of its AbortSignal. */
export type StopReason = 'run-deadline' | 'interrupted';

/** A request that undici refuses to send: a fault of the suite. */
export class UnsendableRequest extends Error {}

/** The failure for a run that was stopped. Every reason but the deadline of the run counts as an interruption. */
export function stopFailure(signal: AbortSignal): TransportFailure {
  const reason: unknown = signal.reason;
  const isLate = reason === 'run-deadline' || (reason instanceof Error && reason.name === 'TimeoutError');
  return isLate
    ? { kind: 'run-deadline', message: 'The deadline of the run passed before a response arrived.' }
    : { kind: 'interrupted', message: 'The run was interrupted before a response arrived.' };
}

const UNREACHABLE_CODES = new Set(
  'ECONNREFUSED EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL EHOSTDOWN EACCES EPERM'.split(' '),
);
/** This machine has no descriptor or memory for another connection. */
const MACHINE_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);
const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NONAME', 'EAI_NODATA']);
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/;
const TLS_ALERT = /^ERR_SSL_.*_ALERT_/;
/** undici's parser errors have no code, so their messages identify them. */
const EARLY_END = 'Invalid EOF state';
const PROTOCOL_MESSAGES: ReadonlySet<string> = new Set(['bad upgrade', 'bad response']);
const UNSENDABLE_CODES = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);

/** The exchange that broke: its target, its time-out in seconds, and what had arrived. */
interface BrokenExchange {
  readonly target: URL;
  readonly seconds: number;
  readonly received?: Pick<WireOutcome, 'headers' | 'body'>;
}

/** Says what went wrong. Throws UnsendableRequest if the request itself was at fault. */
export function describeBreak(broke: WireBreak, exchange: BrokenExchange): TransportFailure {
  const code = breakCode(broke.error);
  if (UNSENDABLE_CODES.has(code)) throw new UnsendableRequest(broke.error?.message ?? 'The request cannot be sent.');
  const kind = broke.by === 'deadline' ? timeoutIn(broke) : kindOf(broke, code, exchange.target);
  return { kind, message: messageFor(kind, broke, code, exchange) };
}

function timeoutIn({ phase }: WireBreak): BreakKind {
  if (phase === 'connecting') return 'connect-timeout';
  return phase === 'body' ? 'body-timeout' : 'response-timeout';
}

function kindOf(broke: WireBreak, code: string, target: URL): BreakKind {
  const { phase, error } = broke;
  const named = namedKind(error);
  if (named !== null) return named;
  if (phase === 'connecting') return connectingKind(code, target);
  if (error?.name === 'HTTPParserError') return error.message.includes(EARLY_END) ? 'cut-short' : 'not-http';
  // undici reports contradicting lengths before the head is complete.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return phase === 'body' ? 'cut-short' : 'not-http';
  if (error !== null && PROTOCOL_MESSAGES.has(error.message)) return 'not-http';
  // With TLS 1.3 a client learns after its handshake that its certificate is rejected or missing.
  if (phase === 'waiting' && TLS_ALERT.test(code)) return 'tls';
  return phase === 'waiting' ? 'closed-before-response' : 'cut-short';
}

function connectingKind(code: string, target: URL): BreakKind {
  // The machine may give up earlier than the timer of the exchange.
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect-timeout';
  if (MACHINE_CODES.has(code)) return 'machine-limit';
  if (UNREACHABLE_CODES.has(code)) return 'refused';
  if (DNS_CODES.has(code)) return 'dns';
  return TLS_CODE.test(code) || target.protocol === 'https:' ? 'tls' : 'closed-before-response';
}

function messageFor(
  kind: BreakKind,
  broke: WireBreak,
  code: string,
  { target: { host, hostname }, seconds, received }: BrokenExchange,
): string {
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
function whereInBody(received: BrokenExchange['received']): string {
  if (received === undefined) return 'before the body of the response was complete';
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
