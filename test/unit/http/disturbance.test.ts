import { describe, expect, it } from 'vitest';
import type { TransportFailure } from '../../../src/http/exchange.ts';
import type { WireOutcome } from '../../../src/http/wire.ts';
import { disturbanceIn, disturbedFailure, isDisturbance } from '../../../src/http/disturbance.ts';

const now = new Date('2030-01-01T00:00:00Z');

/** A response with this status and no body. */
function responseWith(status: number, headers: WireOutcome['headers'] = []): WireOutcome {
  return { connection: 'fresh', httpVersion: '1.1', status, headers, body: new Uint8Array(), failure: null };
}

function failedBy(failure: TransportFailure): WireOutcome {
  return { ...responseWith(0), status: null, failure };
}

describe('a disturbance', () => {
  it.each([429, 503, 502, 520])('by the status %d may ask for a wait', (status) => {
    expect(disturbanceIn(responseWith(status, [['Retry-After', '2']]), now)).toEqual({
      sign: status,
      retryAfter: 2_000,
    });
  });

  it.each([200, 401, 500, 501])('is not the status %d', (status) => {
    expect(disturbanceIn(responseWith(status), now)).toBeNull();
    expect(isDisturbance(status)).toBe(false);
  });

  it.each([408, 503, 527])('is the status %d', (status) => {
    expect(isDisturbance(status)).toBe(true);
  });
});

describe('a failed connection', () => {
  it.each([
    ['refused', 'refused'],
    ['closed', 'closed-before-response'],
  ] as const)('that was %s is a disturbance, and stays one after every attempt', (_what, kind) => {
    const failure = { kind, message: 'It failed.' };
    const disturbance = disturbanceIn(failedBy(failure), now);
    expect(disturbance).toEqual({ sign: kind, retryAfter: null });
    const ended = disturbance === null ? null : disturbedFailure(disturbance, failure, 3);
    expect(ended).toEqual({ kind, message: 'It failed.' });
    expect(isDisturbance(kind)).toBe(true);
  });

  it('by a certificate or a late response is none', () => {
    const failure = { kind: 'tls', message: 'It failed.' } as const;
    expect(disturbanceIn(failedBy(failure), now)).toBeNull();
    expect((['tls', 'response-timeout', 'cut-short'] as const).map(isDisturbance)).toEqual([false, false, false]);
  });
});

/** The wait that a 503 with these fields asks for. */
function waitFor(retryAfter: string | undefined, date: string | undefined): number | null | undefined {
  const fields = [
    ['Retry-After', retryAfter],
    ['Date', date],
  ] as const;
  const headers = fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return disturbanceIn(responseWith(503, headers), now)?.retryAfter;
}

describe('Retry-After', () => {
  it.each([
    ['7', undefined, 7_000],
    [' 120 ', undefined, 120_000],
    ['Tue, 01 Jan 2030 00:00:30 GMT', undefined, 30_000],
    ['Tue, 01 Jan 2030 01:00:30 GMT', 'Tue, 01 Jan 2030 01:00:00 GMT', 30_000],
    ['Tue, 01 Jan 2030 00:00:30 GMT', 'not a date', 30_000],
  ])('%s with Date %s asks for a wait of %d ms', (value, date, expected) => {
    expect(waitFor(value, date)).toBe(expected);
  });

  it.each([undefined, '', '0', '-1', '1.5', 'soon', 'Mon, 31 Dec 2029 23:59:59 GMT', 'Xyz'])(
    '%s asks for none',
    (value) => {
      expect(waitFor(value, undefined)).toBeNull();
    },
  );
});
