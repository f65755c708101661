import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../src/target/answer.ts';
import { clientFor, createRequest, listRequest } from '../target/client-under-test.ts';
import { fleet } from './fleet.ts';
import type { Ending, HostileTarget, Listening } from './hostile-target.ts';

// Most targets make a client wait, and waiting costs nothing.
vi.setConfig({ maxConcurrency: 50 });

/** Milliseconds. Only where a target is to make the client give up is it short; else no load of the machine may decide. */
function patienceFor({ ending, endingOfSecond }: HostileTarget): Parameters<typeof clientFor>[1] {
  const givesUp = [ending, endingOfSecond].some((each) => each?.endsWith('-timeout') === true);
  return { requestTimeoutMilliseconds: givesUp ? 2_000 : 45_000, patienceMilliseconds: 3_000 };
}

interface Outcome {
  readonly first: Ending;
  readonly second: Ending;
  readonly post: Ending;
  readonly posts: number;
}

async function tryClientOn(target: HostileTarget, listening: Listening): Promise<Outcome> {
  const { client } = clientFor(listening.baseUrl, patienceFor(target));
  try {
    const first = endingOf(await client.send(listRequest, 'case'));
    const second = endingOf(await client.send(listRequest, 'case'));
    const post = endingOf(await client.send(createRequest, 'case'));
    return { first, second, post, posts: listening.posts() };
  } finally {
    await client.close();
    await listening.close();
  }
}

function endingOf({ result }: Answer): Ending {
  return result.kind === 'answered' ? 'answered' : result.failure.kind;
}

describe('the client on the hostile fleet', () => {
  const started = new Map<HostileTarget, Listening>();

  // All of them first: to make some of their answers takes time, which is to be nobody's time-out.
  beforeAll(async () => {
    for (const target of fleet) started.set(target, await target.start());
  });

  it('has targets of different names, and sixty of them at least', () => {
    expect(new Set(fleet.map(({ id }) => id)).size).toBe(fleet.length);
    expect(fleet.length).toBeGreaterThanOrEqual(60);
  });

  it.concurrent.each(fleet.map((target) => [target.id, target] as const))(
    'tells %s from everything else, and repeats no POST that was answered',
    async (_id, target) => {
      const { posts, ...endings } = await tryClientOn(target, started.get(target) ?? (await target.start()));
      expect(endings).toEqual({
        first: target.ending,
        second: target.endingOfSecond ?? target.ending,
        post: target.ending,
      });
      expect(posts).toBeLessThanOrEqual(target.mostPosts ?? 1);
    },
  );
});
