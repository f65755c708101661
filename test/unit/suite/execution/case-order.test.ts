import { setImmediate as endOfTick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FIXTURES } from '../../../../src/suite/fixtures/fixture-step.ts';
import { casesAtATime, inTurns, runBounded, runInTurns } from '../../../../src/suite/execution/case-order.ts';

it.each([
  [1, 60],
  [100_000, 60],
  [1024 * 1024, 8],
  [4096 * 1024, 2],
  [100 * 1024 * 1024, 1],
])('after a body of %i bytes, at most %i cases of 60 are in progress', (bytes, cases) => {
  expect(casesAtATime(60, bytes)).toBe(cases);
});

it.each([
  ['within the limit', () => 4, 4, 4],
  ['all at once below the limit', () => 100, 9, 9],
  ['fewer after the limit has fallen', (started: number) => (started < 4 ? 4 : 2), 4, 2],
] as const)('works on every item once, %s', async (_, atATime, most, atTheEnd) => {
  const done: number[] = [];
  const inProgress: number[] = [];
  await runBounded(
    ITEMS,
    () => atATime(inProgress.length),
    async (item) => {
      inProgress.push(inProgress.length - done.length + 1);
      await endOfTick();
      done.push(item);
    },
  );
  expect(done.toSorted((a, b) => a - b)).toEqual(ITEMS);
  expect(Math.max(...inProgress)).toBe(most);
  expect(inProgress.at(-1)).toBe(atTheEnd);
});

const ITEMS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

it('in a stage, cases come first that need no pets, then the longest chains of requests, and one for each requirement in turn, and invalid bodies last, in a round after one for each requirement', () => {
  const inOrder = [
    { needs: [{ credential: 'random-key' }], feeds: ['LIST-SAME'] },
    { needs: ['any pets'], feeds: ['LIST-SAME'], requestsInRow: 3 },
    { needs: ['create'], feeds: ['LIST-SAME'], requestsInRow: 2 },
    { judges: ['CREATE-NAMES'], needs: ['create'] },
    { judges: ['CREATE-CATEGORY-INT64'], needs: ['create'] },
    { judges: ['CREATE-NAMES'], needs: ['create'], mayCreate: 2 },
    { judges: ['CREATE-CATEGORY-INT64'], needs: ['create'], mayCreate: 2 },
    { needs: ['full catalogue'], feeds: ['LIST-SAME'] },
    { judges: ['CREATE-REFUSES-NULL'], feeds: ['CREATE-REFUSED-NOT-STORED'] },
    { judges: ['CREATE-REFUSES-EMPTY'], feeds: ['CREATE-REFUSED-NOT-STORED'] },
    { judges: ['CREATE-REFUSES-NULL'], feeds: ['CREATE-REFUSED-NOT-STORED'], needs: ['create'] },
    { judges: ['CREATE-REFUSES-EMPTY'], feeds: ['CREATE-REFUSED-NOT-STORED'], needs: ['create'] },
  ] as const;
  const cases = inOrder.map((each) => ({ description: { ...FIXTURES, ...each } }));
  const given = [8, 10, 7, 3, 5, 4, 6, 9, 2, 1, 11, 0].flatMap((index) => cases[index] ?? []);
  expect(inTurns(given)).toEqual({ first: cases.slice(0, 10), further: cases.slice(10) });
});

it('starts a further invalid body once the first ones have ended, whatever else is in progress', async () => {
  const invalid = { judges: ['CREATE-REFUSES-NULL'], feeds: ['CREATE-REFUSED-NOT-STORED'] } as const;
  const cases = [
    { caseId: 'valid', feeds: ['LIST-SAME'] } as const,
    { caseId: 'first', ...invalid },
    { caseId: 'further', ...invalid },
    { caseId: 'one more', ...invalid },
  ].map((each) => ({ description: { ...FIXTURES, ...each } }));
  const ends = new Map<string, () => void>();
  const all = runInTurns(
    cases,
    () => 4,
    ({ description: { caseId } }) => new Promise((end) => ends.set(caseId, end)),
  );
  await endOfTick();
  expect([...ends.keys()]).toEqual(['valid', 'first']);
  ends.get('first')?.();
  await endOfTick();
  expect([...ends.keys()]).toEqual(['valid', 'first', 'further', 'one more']);
  for (const end of ends.values()) end();
  await all;
});
