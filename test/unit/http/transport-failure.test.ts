import { describe, expect, it } from 'vitest';
import { failureFor, type Reached, timeoutFailure } from '../../../src/http/transport-failure.ts';

const http = new URL('http://pets.example:8080/v1');
const https = new URL('https://pets.example/v1');
const errorOf = (code: string): Error => Object.assign(new Error('internal words'), { code });

function reached(phase: Reached['phase'], changes: Partial<Reached> = {}): Reached {
  return { phase, connection: 'fresh', headers: [], bodyBytes: 0, ...changes };
}

const CERTIFICATE_REQUIRED = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED';
const CLOSED = 'The connection was closed before any byte of a response.';

describe('a break on the wire', () => {
  it.each([
    ['connecting', 'ECONNREFUSED', http, 'refused', 'pets.example:8080 refused the connection.'],
    ['connecting', 'EHOSTUNREACH', http, 'refused', 'pets.example:8080 cannot be reached (EHOSTUNREACH).'],
    ['connecting', 'EAI_AGAIN', http, 'dns', 'The host name pets.example could not be resolved (EAI_AGAIN).'],
    [
      'waiting',
      CERTIFICATE_REQUIRED,
      https,
      'tls',
      `The TLS connection to pets.example failed (${CERTIFICATE_REQUIRED}).`,
    ],
    ['connecting', 'ECONNRESET', https, 'refused', 'The TLS connection to pets.example failed (ECONNRESET).'],
    ['connecting', 'ECONNRESET', http, 'closed-before-response', CLOSED],
    ['connecting', 'CERT_HAS_EXPIRED', https, 'tls', 'The TLS connection to pets.example failed (CERT_HAS_EXPIRED).'],
    ['connecting', 'EMFILE', https, 'machine-limit', 'This machine could not open another connection (EMFILE).'],
    [
      'connecting',
      'ETIMEDOUT',
      https,
      'connect-timeout',
      'No connection to pets.example was made in time (ETIMEDOUT).',
    ],
    ['waiting', 'ECONNRESET', http, 'closed-before-response', CLOSED],
    ['head', 'UND_ERR_SOCKET', http, 'cut-short', 'The connection ended within the head of the response.'],
  ] as const)('while %s with %s is told in plain words', (phase, code, target, kind, message) => {
    const failure = failureFor(errorOf(code), reached(phase), target);
    expect(failure).toEqual({ kind, message });
  });

  it.each([
    [[['Content-Length', '100']], 12, 'The connection ended after 12 bytes of the body; its Content-Length is 100.'],
    [[['transfer-encoding', 'chunked']], 1, 'The connection ended after 1 byte of the body, before its end.'],
  ] as const)('within a body with %j is told with the bytes received', (headers, length, message) => {
    const failure = failureFor(errorOf('UND_ERR_SOCKET'), reached('body', { headers, bodyBytes: length }), http);
    expect(failure).toEqual({ kind: 'cut-short', message });
  });

  it('of every address of a host is reported for the first', () => {
    const error = new AggregateError([errorOf('ECONNREFUSED'), errorOf('ENETUNREACH')]);
    expect(failureFor(error, reached('connecting'), http).kind).toBe('refused');
  });

  it.each([
    ['waiting', 'fresh', 'not-http'],
    ['waiting', 'reused', 'stray-bytes'],
    ['body', 'reused', 'not-http'],
  ] as const)('by bytes that are no HTTP while %s on a %s connection is %s', (phase, connection, kind) => {
    const error = Object.assign(new Error('Invalid character'), { name: 'HTTPParserError' });
    expect(failureFor(error, reached(phase, { connection }), http).kind).toBe(kind);
  });

  it.each([
    ['connecting', 'connect-timeout'],
    ['waiting', 'response-timeout'],
    ['head', 'response-timeout'],
    ['body', 'response-timeout'],
  ] as const)('by our own deadline while %s is a %s', (phase, kind) => {
    expect(timeoutFailure(reached(phase), http, 2_500)).toMatchObject({
      kind,
      message: expect.stringContaining('within 2.5 s'),
    });
  });
});
