import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/target/answer.ts';
import { clientFor, createRequest, listRequest } from '../target/client-under-test.ts';
import { fleet } from './fleet.ts';
import type { Ending, HostileTarget } from './hostile-target.ts';

const LIMITS = { requestTimeoutMilliseconds: 400, patienceMilliseconds: 3_000 };

interface Outcome {
  readonly first: Ending;
  readonly second: Ending;
  readonly post: Ending;
  readonly posts: number;
}

async function tryClientOn(target: HostileTarget): Promise<Outcome> {
  const listening = await target.start();
  const { client } = clientFor(listening.baseUrl, LIMITS);
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
  it('has targets of different names, and sixty of them at least', () => {
    expect(new Set(fleet.map(({ id }) => id)).size).toBe(fleet.length);
    expect(fleet.length).toBeGreaterThanOrEqual(60);
  });

  it.concurrent.each(fleet.map((target) => [target.id, target] as const))(
    'tells %s from everything else, and repeats no POST that was answered',
    async (_id, target) => {
      const { posts, ...endings } = await tryClientOn(target);
      expect(endings).toEqual({
        first: target.ending,
        second: target.endingOfSecond ?? target.ending,
        post: target.ending,
      });
      expect(posts).toBeLessThanOrEqual(target.mostPosts ?? 1);
    },
  );
});
