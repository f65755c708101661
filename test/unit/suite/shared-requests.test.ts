import { setImmediate as endOfTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ListQuery } from '../../../src/suite/api-request.ts';
import { createSharedRequests } from '../../../src/suite/shared-requests.ts';
import type { Ended } from '../../../src/suite/judge.ts';
import type { ShownPage } from '../../../src/suite/responses/response.ts';
import { page } from './fakes.ts';

interface Sent {
  readonly query: ListQuery;
  readonly caseId: string;
  readonly respond: () => void;
  readonly fail: () => void;
}

/** Shared pages whose requests are answered by hand, one after another. */
function byHand() {
  const sent: Sent[] = [];
  const shared = createSharedRequests();
  const send = (query: ListQuery, caseId: string): Promise<Ended<ShownPage>> => {
    const { promise, resolve, reject } = Promise.withResolvers<Ended<ShownPage>>();
    const serial = BigInt(sent.length + 1);
    const pets = [{ id: serial, name: 'Rex', categoryId: 1n, status: undefined }];
    sent.push({
      query,
      caseId,
      respond: () => resolve({ kind: 'done', result: page(pets, query) }),
      fail: () => reject(new Error('broken')),
    });
    return promise;
  };
  const read = (query: ListQuery, caseId: string): Promise<Ended<ShownPage>> =>
    shared.page(query, () => send(query, caseId));
  return { sent, read };
}

/** Waits until only responses are pending. */
async function settle(): Promise<void> {
  await endOfTurn();
  await endOfTurn();
}

/** The id of the one pet on a page, which is the serial number of its request. */
function serialOf(shared: Ended<ShownPage>): bigint | undefined {
  return shared.kind === 'done' ? shared.result.pets[0]?.id : undefined;
}

const PAGE = { limit: 100 };

describe('a shared page', () => {
  it('that is under way is not joined, since it may not show what came before the look, but the next one is', async () => {
    const { sent, read } = byHand();
    const first = read(PAGE, 'a/one');
    await settle();
    const waiting = ['a/two', 'a/three', 'a/four'].map((caseId) => read(PAGE, caseId));
    await settle();
    expect(sent).toHaveLength(1);
    sent[0]?.respond();
    await settle();
    const late = read(PAGE, 'a/five');
    sent[1]?.respond();
    await settle();
    sent[2]?.respond();
    expect((await Promise.all([first, ...waiting, late])).map(serialOf)).toEqual([1n, 2n, 2n, 2n, 3n]);
    expect(sent.map(({ caseId }) => caseId)).toEqual(['a/one', 'a/two', 'a/five']);
  });

  it('that broke is asked for again by those who wait for the next', async () => {
    const { sent, read } = byHand();
    const first = read(PAGE, 'a/one');
    await settle();
    const second = read(PAGE, 'a/two');
    sent[0]?.fail();
    await expect(first).rejects.toThrow('broken');
    await settle();
    sent[1]?.respond();
    expect(serialOf(await second)).toBe(2n);
  });
});
