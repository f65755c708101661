import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { HttpResult } from '../../src/http/request.ts';
import { clientFor, createRequest, listRequest } from '../support/client-under-test.ts';
import { LIMIT } from '../support/limits.ts';
import { makesWait } from '../../lab/hostile/bounds.ts';
import { fleet } from '../../lab/hostile/fleet.ts';
import type { Ending, HostileTarget, Listening } from '../../lab/hostile/hostile-target.ts';

// Most targets make a client wait, and waiting needs no CPU.
vi.setConfig({ maxConcurrency: 50 });

/** In milliseconds. Short only for targets that must cause a timeout. */
function patienceFor(target: HostileTarget): Parameters<typeof clientFor>[1] {
  return { requestTimeoutMilliseconds: makesWait(target) ? 2_000 : LIMIT };
}

/** Targets that cause timeouts run separately: the work of other targets would count toward their timeouts. */
const GROUPS = [
  ['causes no timeout', fleet.filter((target) => !makesWait(target))],
  ['causes a timeout', fleet.filter(makesWait)],
] as const;

async function tryClientOn(target: HostileTarget, listening: Listening) {
  const { client } = clientFor(listening.baseUrl, patienceFor(target));
  try {
    const first = endingOf(await client.send(listRequest, 'case'));
    const second = endingOf(await client.send(listRequest, 'case'));
    const post = endingOf(await client.send(createRequest, 'case'));
    return { endings: { first, second, post }, posts: listening.posts() };
  } finally {
    client.close();
    await listening.close();
  }
}

function endingOf({ result }: HttpResult): Ending {
  return result.kind === 'response' ? 'response' : result.failure.kind;
}

describe('the client on the hostile fleet', () => {
  const started = new Map<HostileTarget, Listening>();

  // Start all targets first: preparing some responses takes long, and must not cause a timeout.
  beforeAll(async () => {
    for (const target of fleet) started.set(target, await target.start());
  });

  it('has at least sixty targets with unique names', () => {
    expect(new Set(fleet.map(({ id }) => id)).size).toBe(fleet.length);
    expect(fleet.length).toBeGreaterThanOrEqual(60);
  });

  describe.each(GROUPS)('when a target %s', (_group, targets) => {
    it.concurrent.each(targets.map((target) => [target.id, target] as const))(
      'reports the ending of %s, and repeats no POST that got a response',
      async (_id, target) => {
        const { posts, endings } = await tryClientOn(target, started.get(target) ?? (await target.start()));
        const { ending, endingOfSecond = ending } = target;
        expect(endings).toEqual({ first: ending, second: endingOfSecond, post: ending });
        expect(posts).toBeLessThanOrEqual(target.mostPosts ?? 1);
      },
    );
  });
});
