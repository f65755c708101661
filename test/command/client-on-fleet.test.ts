import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { HttpResult } from '../../src/http/request.ts';
import { clientFor, createRequest, listRequest } from '../support/client-under-test.ts';
import { LIMIT } from '../support/limits.ts';
import { makesWait } from '../../lab/hostile/bounds.ts';
import { fleet } from '../../lab/hostile/fleet.ts';
import type { Ending, HostileTarget, Listening } from '../../lab/hostile/hostile-target.ts';

// Most targets make a client wait, and waiting costs nothing.
vi.setConfig({ maxConcurrency: 50 });

/** In milliseconds. Short only where a target is to make the client give up. */
function patienceFor(target: HostileTarget): Parameters<typeof clientFor>[1] {
  return { requestTimeoutMilliseconds: makesWait(target) ? 2_000 : LIMIT, patienceMilliseconds: 3_000 };
}

/** Targets that make the client wait come by themselves: the work of the others would count as waiting. */
const GROUPS = [
  ['does not make it wait', fleet.filter((target) => !makesWait(target))],
  ['makes it wait', fleet.filter(makesWait)],
] as const;

async function tryClientOn(target: HostileTarget, listening: Listening) {
  const { client } = clientFor(listening.baseUrl, patienceFor(target));
  try {
    const first = endingOf(await client.send(listRequest, 'case'));
    const second = endingOf(await client.send(listRequest, 'case'));
    const post = endingOf(await client.send(createRequest, 'case'));
    return { endings: { first, second, post }, posts: listening.posts() };
  } finally {
    await client.close();
    await listening.close();
  }
}

function endingOf({ result }: HttpResult): Ending {
  return result.kind === 'response' ? 'response' : result.failure.kind;
}

describe('the client on the hostile fleet', () => {
  const started = new Map<HostileTarget, Listening>();

  // All of them first: to make some of their responses takes time, which is to be nobody's time-out.
  beforeAll(async () => {
    for (const target of fleet) started.set(target, await target.start());
  });

  it('has targets of different names, and sixty of them at least', () => {
    expect(new Set(fleet.map(({ id }) => id)).size).toBe(fleet.length);
    expect(fleet.length).toBeGreaterThanOrEqual(60);
  });

  describe.each(GROUPS)('where a target %s', (_group, targets) => {
    it.concurrent.each(targets.map((target) => [target.id, target] as const))(
      'tells %s from everything else, and repeats no POST that was answered',
      async (_id, target) => {
        const { posts, endings } = await tryClientOn(target, started.get(target) ?? (await target.start()));
        const { ending, endingOfSecond = ending } = target;
        expect(endings).toEqual({ first: ending, second: endingOfSecond, post: ending });
        expect(posts).toBeLessThanOrEqual(target.mostPosts ?? 1);
      },
    );
  });
});
