import { describe, expect, it } from 'vitest';
import { auditWhole, isBrokenByService, supplyFor } from '../../../src/conformance/audit-transport.ts';
import type { TransportFailureKind } from '../../../src/target/exchange.ts';
import { answerOf, court, isLeft, type Reply } from './fakes.ts';

async function audit(reply: Reply, condition: 'named' | 'open' = 'named') {
  const made = court();
  const left = await isLeft(() => auditWhole(made.judge, answerOf(reply), condition));
  return { left, verdicts: made.verdicts(), stop: made.stop() };
}

/** What each failure means: a violation, or something that an operator may mend, or neither. */
const FAILURES: readonly (readonly [TransportFailureKind, string | null, RegExp | null])[] = [
  ['cut-short', 'ANSWER-COMPLETE violated', null],
  ['not-http', 'ANSWER-COMPLETE violated', null],
  ['undecodable', 'ANSWER-JSON violated', null],
  ['refused', null, /PETSTORE_BASE_URL/],
  ['dns', null, /PETSTORE_BASE_URL/],
  ['tls', null, /certificate/],
  ['closed-before-answer', null, /log of the service/],
  ['connect-timeout', null, /PETSTORE_REQUEST_TIMEOUT/],
  ['answer-timeout', null, /PETSTORE_REQUEST_TIMEOUT/],
  ['body-timeout', null, /PETSTORE_REQUEST_TIMEOUT/],
  ['stray-bytes', null, /more bytes/],
  ['too-large', null, /--max-body/],
  ['head-too-large', null, /--max-head/],
  ['unpacked-too-large', null, /--max-unpacked/],
  ['request-limit', null, /--max-requests/],
  ['interim-flood', null, /log of the service/],
  ['body-reset', null, /reset/],
  ['proxy', null, /--proxy-from-environment/],
  ['rate-limited', null, /PETSTORE_CONCURRENCY/],
  ['run-deadline', null, /PETSTORE_DEADLINE/],
  ['interrupted', null, /Run again/],
];

describe('an answer that did not arrive', () => {
  it.each(FAILURES)('by %s ends the case, judged as %s', async (kind, verdict, supply) => {
    for (const condition of ['named', 'open'] as const) {
      const { left, verdicts, stop } = await audit({ failure: kind }, condition);
      expect(left).toBe(true);
      expect(verdicts).toEqual(verdict === null ? [] : [verdict]);
      expect(stop?.outcome).toBe('not-verified');
      expect(stop?.exchanges).toEqual(['x1']);
      if (supply === null) expect(stop?.supply).toBeNull();
      else expect(stop?.supply).toMatch(supply);
    }
  });

  it.each(FAILURES)('by %s is the doing of the service only where that is a violation', (kind, verdict) => {
    expect(isBrokenByService(kind)).toBe(verdict !== null);
    expect(supplyFor(kind) === null).toBe(verdict !== null);
  });

  it('says what went wrong', async () => {
    expect((await audit({ failure: 'refused' })).stop?.reason).toBe('It failed: refused.');
  });
});

describe('an answer that arrived', () => {
  it.each([200, 201, 400, 404, 500, 503])(
    'with status %i is whole, and its status is left to the case',
    async (status) => {
      expect(await audit({ status })).toMatchObject({ left: false, verdicts: ['ANSWER-COMPLETE satisfied'] });
    },
  );

  it.each([200, 302, 400, 404, 422, 499])('outside the named conditions may have status %i', async (status) => {
    expect((await audit({ status }, 'open')).verdicts).toEqual([
      'ANSWER-COMPLETE satisfied',
      'ANSWER-NO-SERVER-ERROR satisfied',
    ]);
  });

  it.each([500, 501, 503, 599])('outside the named conditions should not have status %i', async (status) => {
    const { left, verdicts } = await audit({ status }, 'open');
    expect(left).toBe(false);
    expect(verdicts).toContain('ANSWER-NO-SERVER-ERROR violated');
  });

  it('is given back', () => {
    const answer = answerOf({ status: 204 });
    const whole = auditWhole(court().judge, answer, 'named');
    expect(whole.answer).toBe(answer);
    expect(whole.answered.status).toBe(204);
  });
});
