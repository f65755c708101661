import { describe, expect, it } from 'vitest';
import type { Credential } from '../../../../src/http/request.ts';
import { createLockouts } from '../../../../src/suite/execution/lockouts.ts';
import type { ApiRequest } from '../../../../src/suite/api-request.ts';
import { credentials } from '../fakes.ts';

function requestWith(credential: Credential): ApiRequest {
  return {
    method: 'GET',
    path: '/pets',
    operation: 'listPets',
    credential,
    expects: [200],
  };
}

const RIGHT = requestWith(credentials.valid);
const WRONG = requestWith(credentials['random-key']);

/** What the run knows: the list has accepted the key, the last time at a moment. */
function knowing(acceptedAt: () => number, givesWrongKeys = false) {
  return {
    hasAccepted: () => true,
    rejects: () => false,
    givesWrongKeys: () => givesWrongKeys,
    keyAcceptedAt: acceptedAt,
  };
}

/** A service that accepts the right key whenever the list is asked, at the moments of a clock. */
function accepting(now: () => number) {
  let acceptedAt = now();
  const lockouts = createLockouts({
    knowledge: knowing(() => acceptedAt),
    clock: { now, pause: async () => undefined },
    isAccepted: async () => {
      acceptedAt = now();
      return true;
    },
  });
  return { lockouts, accept: (at: number) => void (acceptedAt = at) };
}

/** A service that rejects the right key until the pauses come to so many milliseconds. */
async function lockedOutFor(milliseconds: number) {
  const pauses: number[] = [];
  const waited = (): number => pauses.reduce((sum, pause) => sum + pause, 0);
  const lockouts = createLockouts({
    knowledge: knowing(() => 0),
    clock: { now: waited, pause: async (pause) => void pauses.push(pause) },
    isAccepted: async () => waited() >= milliseconds,
  });
  await lockouts.takeTurn(WRONG);
  return { lockouts, pauses };
}

/** A service that gives these responses to the probes in turn, and then the last one. */
function answering(responses: readonly (boolean | Error)[], known = knowing(() => 0)) {
  const left = [...responses];
  let probes = 0;
  const lockouts = createLockouts({
    knowledge: known,
    clock: { now: () => 0, pause: async () => undefined },
    isAccepted: async () => {
      probes += 1;
      const response = left.length > 1 ? left.shift() : left[0];
      if (response instanceof Error) throw response;
      return response === true;
    },
  });
  return { lockouts, probes: () => probes };
}

/** A service whose lockouts last a minute. */
function lockingOut(pauseBetween: (milliseconds: number) => Promise<void> = async () => undefined) {
  let isLocked = false;
  let time = 0;
  const lockouts = createLockouts({
    knowledge: knowing(() => 0),
    clock: {
      now: () => time,
      pause: async (pause) => {
        if (pause === 30_000) isLocked = false;
        if (pause < 500) await pauseBetween(pause);
      },
    },
    isAccepted: async () => !isLocked,
  });
  const lockOut = async (): Promise<void> => {
    isLocked = true;
    time += 1;
    expect(await lockouts.check(RIGHT, 401, time)).toBe('over');
  };
  return { lockouts, lockOut };
}

describe('a right key that is rejected', () => {
  it.each([
    ['accepted at once is no lockout', 0, 'none'],
    ['accepted within a second is no lockout', 1000, 'none'],
    ['accepted later was locked out', 1001, 'over'],
    ['rejected for long is locked out for good', 1_000_000, 'lasting'],
  ] as const)('and %s', async (_, milliseconds, lockout) => {
    const { lockouts } = await lockedOutFor(milliseconds);
    expect(await lockouts.check(RIGHT, 401, 0)).toBe(lockout);
    expect(await lockouts.check(RIGHT, 200, 0)).toBe('none');
    expect(lockouts.count()).toBe(lockout === 'over' ? 1 : 0);
  });

  it.each([
    ['a second and a half before', 1500, 'none'],
    ['three seconds before: the lockout may have begun unnoticed', 3000, 'over'],
  ] as const)('and accepted at once is judged by when it was accepted: %s', async (_, later, lockout) => {
    let now = 0;
    const { lockouts, accept } = accepting(() => now);
    await lockouts.takeTurn(WRONG);
    accept(4000);
    now = 4000 + later;
    expect(await lockouts.check(RIGHT, 401, now)).toBe(lockout);
    now += 1;
    expect(await lockouts.check(RIGHT, 401, now)).toBe('none');
  });

  it('is no lockout before the run has sent a wrong key', async () => {
    const { lockouts } = answering([false]);
    expect(await lockouts.check(RIGHT, 401, 0)).toBe('none');
  });
});

describe('a wrong key that is rejected', () => {
  it('with 401 says nothing about a lockout', async () => {
    const { lockouts } = await lockedOutFor(5000);
    expect(await lockouts.check(WRONG, 401, 0)).toBe('none');
  });

  it('with 403 is sent again after a lockout, and judged without one', async () => {
    expect(await (await lockedOutFor(5000)).lockouts.check(WRONG, 403, 0)).toBe('over');
    expect(await (await lockedOutFor(0)).lockouts.check(WRONG, 403, 0)).toBe('none');
  });

  it('with 403 is sent again without a lockout if the right key was last accepted long ago', async () => {
    let now = 0;
    const { lockouts } = accepting(() => now);
    await lockouts.takeTurn(WRONG);
    now = 3000;
    expect(await lockouts.check(WRONG, 403, 2900)).toBe('over');
    expect(await lockouts.check(WRONG, 403, 3001)).toBe('none');
    expect(lockouts.count()).toBe(0);
  });

  it('is followed by others some time apart after a lockout', async () => {
    const { lockouts, pauses } = await lockedOutFor(5000);
    await lockouts.takeTurn(WRONG);
    expect(pauses).toEqual([]);
    await lockouts.check(RIGHT, 401, 0);
    pauses.splice(0);
    await lockouts.takeTurn(WRONG);
    await lockouts.takeTurn(RIGHT);
    expect(pauses).toEqual([100]);
  });

  const REASON = 'The service locked this client out 2 times, although the run sent wrong keys 0.1 s apart.';

  it('is sent no more after two minutes in lockouts', async () => {
    const { lockouts, lockOut } = lockingOut();
    for (let count = 0; count < 2; count += 1) {
      expect(await lockouts.takeTurn(WRONG)).toBeNull();
      await lockOut();
    }
    expect(await lockouts.takeTurn(WRONG)).toBe(REASON);
    expect(await lockouts.takeTurn(RIGHT)).toBeNull();
    expect(await lockouts.check(RIGHT, 401, 3)).toBe('none');
  });

  it('does not wait if too long lockouts come before its turn', async () => {
    const gaps: number[] = [];
    const firstGap = Promise.withResolvers<void>();
    const { lockouts, lockOut } = lockingOut(async (gap) => {
      gaps.push(gap);
      await firstGap.promise;
    });
    await lockouts.takeTurn(WRONG);
    await lockOut();
    const waiting = [lockouts.takeTurn(WRONG), lockouts.takeTurn(WRONG), lockouts.takeTurn(WRONG)];
    await lockOut();
    firstGap.resolve();
    expect(await Promise.all(waiting)).toEqual([REASON, REASON, REASON]);
    expect(gaps).toEqual([100]);
  });
});

describe('the search for the end of a lockout', () => {
  it('is shared by responses that arrive during it', async () => {
    const { lockouts, probes } = answering([false, false, true]);
    await lockouts.takeTurn(WRONG);
    const checks = [lockouts.check(RIGHT, 401, 0), lockouts.check(RIGHT, 403, 0), lockouts.check(WRONG, 403, 0)];
    expect(await Promise.all(checks)).toEqual(['over', 'over', 'over']);
    expect([probes(), lockouts.count()]).toEqual([3, 1]);
  });

  it('is the last one if it finds none', async () => {
    const { lockouts, probes } = answering([false]);
    await lockouts.takeTurn(WRONG);
    expect(await lockouts.check(RIGHT, 401, 0)).toBe('lasting');
    const sent = probes();
    expect(await lockouts.check(RIGHT, 403, 0)).toBe('lasting');
    expect(await lockouts.check(WRONG, 403, 0)).toBe('lasting');
    expect(await lockouts.check(WRONG, 401, 0)).toBe('none');
    expect([probes(), lockouts.count()]).toEqual([sent, 0]);
  });

  it('starts again after one that failed', async () => {
    const { lockouts } = answering([new Error('no connection'), true]);
    await lockouts.takeTurn(WRONG);
    await expect(lockouts.check(RIGHT, 401, 0)).rejects.toThrow('no connection');
    expect(await lockouts.check(RIGHT, 401, 0)).toBe('none');
  });

  it('is not needed for wrong keys once a plain one got 403 without a lockout', async () => {
    const { lockouts, probes } = answering(
      [true],
      knowing(() => 0, true),
    );
    await lockouts.takeTurn(WRONG);
    expect(await lockouts.check(WRONG, 403, 0)).toBe('none');
    expect(probes()).toBe(0);
  });

  it('is not needed for what was sent before the end of the last one', async () => {
    const { lockouts, probes } = answering([false, false, true]);
    await lockouts.takeTurn(WRONG);
    expect(await lockouts.check(WRONG, 403, 0)).toBe('over');
    expect(await lockouts.check(WRONG, 403, 0)).toBe('over');
    expect(probes()).toBe(3);
  });

  it.each([
    ['no response', RIGHT, null],
    ['another status than a rejection', RIGHT, 404],
    ['a missing key that is rejected with 401', requestWith(credentials.none), 401],
  ])('is not started by %s', async (_, request, status) => {
    const { lockouts, probes } = answering([false]);
    await lockouts.takeTurn(WRONG);
    expect(await lockouts.check(request, status, 0)).toBe('none');
    expect(probes()).toBe(0);
  });

  it.each([
    ['an operation that has only rejected the key', { rejects: () => true }],
    ['a request before the list has accepted the key', { hasAccepted: () => false }],
  ])('is not started by %s', async (_, changes) => {
    const { lockouts, probes } = answering([false], { ...knowing(() => 0), ...changes });
    await lockouts.takeTurn(WRONG);
    expect(await lockouts.check(RIGHT, 401, 0)).toBe('none');
    expect(probes()).toBe(0);
  });
});
