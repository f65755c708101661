import { nameByFlag } from '../settings/read-settings.ts';

/** What a kind of failure says. */
interface FailureMeaning {
  /** The requirement that it violates. Failures that the service may not have caused violate none. */
  readonly violates?: 'ANSWER-COMPLETE' | 'ANSWER-JSON';
  /** The request was certainly not sent. */
  readonly isUnsent?: true;
  /** The response did not come in time. */
  readonly isTimeout?: true;
  /** What an operator can do about it. */
  readonly howToResolve?: string;
}

/** Every reason why no complete response arrived. */
const FAILURES = {
  refused: { isUnsent: true, howToResolve: `Start the service, or correct ${nameByFlag('baseUrl')}.` },
  dns: { isUnsent: true, howToResolve: `Correct the host name in ${nameByFlag('baseUrl')}.` },
  tls: {
    isUnsent: true,
    howToResolve: `Give the service a certificate that this machine trusts, or give the certificate of its authority with ${nameByFlag('caFile')}. If the service demands a client certificate, set ${nameByFlag('clientCertFile')}.`,
  },
  'connect-timeout': {
    isUnsent: true,
    isTimeout: true,
    howToResolve: `Check that the service can be reached, or raise ${nameByFlag('requestTimeout')}.`,
  },
  'machine-limit': {
    isUnsent: true,
    howToResolve: `Raise the number of files that this machine may open (ulimit -n), or lower ${nameByFlag('concurrency')}.`,
  },
  proxy: {
    howToResolve: 'Check that the proxy opens tunnels (CONNECT) to the service, or run without --use-env-proxy.',
  },
  'response-timeout': {
    isTimeout: true,
    howToResolve: `Find in the log of the service why it sends no response. If all its responses are slow, raise ${nameByFlag('requestTimeout')}.`,
  },
  'closed-before-response': {
    howToResolve: 'Check the log of the service for the reason why it closes connections.',
  },
  'cut-short': { violates: 'ANSWER-COMPLETE' },
  'not-http': { violates: 'ANSWER-COMPLETE' },
  undecodable: { violates: 'ANSWER-JSON' },
  'stray-bytes': {
    howToResolve: 'Check the log of the service for a response that was longer than its Content-Length.',
  },
  'body-reset': {
    howToResolve: 'Make the service send Content-Length or chunks, or close its connections without a reset.',
  },
  'too-large': { howToResolve: `Check what the service sends, or raise ${nameByFlag('maxBodySize')}.` },
  'head-too-large': { howToResolve: `Check what the service sends, or raise ${nameByFlag('maxHeaderSize')}.` },
  'rate-limited': {
    howToResolve: `Raise the limit for this key. If it counts requests in a second, a lower ${nameByFlag('concurrency')} also helps.`,
  },
  disturbed: { howToResolve: 'Look in the logs of the service and of its gateway for the cause, then run again.' },
  'request-limit': { howToResolve: `Raise ${nameByFlag('maxRequests')}.` },
  'run-deadline': { howToResolve: `Raise ${nameByFlag('deadline')}.` },
  interrupted: { howToResolve: 'Run again without interrupting the run.' },
  // Only in reports of earlier versions of the suite.
  'body-timeout': { isTimeout: true },
  'unpacked-too-large': {},
  'interim-flood': {},
} as const satisfies Record<string, FailureMeaning>;

/** Why no complete response arrived. */
export type TransportFailureKind = keyof typeof FAILURES;

/** What a kind of failure says. */
export function meaningOf(kind: TransportFailureKind): FailureMeaning {
  return FAILURES[kind];
}
