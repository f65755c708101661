import { describe, expect, it } from 'vitest';
import type { Disturbance } from '../../../../src/http/disturbance.ts';
import { type AttemptHistory, createPatience } from '../../../../src/http/pacing/patience.ts';

const LIMITED: Disturbance = { sign: 429, retryAfter: 1_000, rateLimit: 'certain' };
const BAD_GATEWAY: Disturbance = { sign: 502, retryAfter: null, rateLimit: 'none' };

const FIRST: AttemptHistory = {
  operation: 'listPets',
  disturbed: 1,
  disturbedAlone: 1,
  isServiceUp: false,
  waited: 0,
};

/** A request whose attempts failed while the service responded to others. */
function alone(attempts: number): AttemptHistory {
  return { ...FIRST, disturbed: attempts, disturbedAlone: attempts, isServiceUp: true };
}

describe('patience', () => {
  it('gives up a limited request that has waited long enough, whatever the service responds to others', () => {
    const patience = createPatience(120_000);
    expect(patience.recordDisturbance(LIMITED, { ...FIRST, waited: 119_999 }, false)).toBe(false);
    expect(patience.recordDisturbance(LIMITED, { ...FIRST, waited: 120_000 }, false)).toBe(true);
    expect(patience.isGone()).toBe(false);
  });

  it.each([
    ['an outage', BAD_GATEWAY, 30_000],
    ['a rate limit', LIMITED, 120_000],
  ])('for %s ends after its time without a response', (_what, disturbance, longest) => {
    const patience = createPatience(120_000);
    patience.recordResponse();
    patience.recordWait(longest - 1);
    expect(patience.recordDisturbance(disturbance, FIRST, false)).toBe(false);
    patience.recordWait(1);
    expect(patience.recordDisturbance(disturbance, FIRST, false)).toBe(true);
    expect(patience.isGone()).toBe(true);
    patience.recordResponse();
    expect(patience.isGone()).toBe(false);
  });

  it('gives others of an operation two attempts once three were given up, until one recovers', () => {
    const patience = createPatience(120_000);
    expect(patience.recordDisturbance(BAD_GATEWAY, alone(6), true)).toBe(false);
    for (let time = 0; time < 3; time += 1) expect(patience.recordDisturbance(BAD_GATEWAY, alone(7), true)).toBe(true);
    expect(patience.recordDisturbance(BAD_GATEWAY, alone(2), true)).toBe(true);
    expect(patience.recordDisturbance(BAD_GATEWAY, { ...alone(2), operation: 'getPet' }, true)).toBe(false);
    patience.recordRecovery('listPets');
    expect(patience.recordDisturbance(BAD_GATEWAY, alone(2), true)).toBe(false);
  });

  it('gives no request up before an attempt alone', () => {
    const patience = createPatience(120_000);
    expect([5, 6].map((attempts) => patience.isLastAttempt(alone(attempts)))).toEqual([false, true]);
    expect(patience.recordDisturbance(BAD_GATEWAY, alone(7), false)).toBe(false);
    for (let time = 0; time < 3; time += 1) patience.recordDisturbance(BAD_GATEWAY, alone(7), true);
    expect([0, 1].map((attempts) => patience.isLastAttempt(alone(attempts)))).toEqual([false, true]);
    expect(patience.recordDisturbance(BAD_GATEWAY, alone(4), false)).toBe(false);
    expect(patience.recordDisturbance(BAD_GATEWAY, alone(5), true)).toBe(true);
  });
});
