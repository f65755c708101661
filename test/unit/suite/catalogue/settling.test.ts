import { expect, it } from 'vitest';
import { pollUntil } from '../../../../src/suite/catalogue/settling.ts';
import { fakeRun, petStore, type FakeRun } from '../fakes.ts';

/** Looks until the look of this number settles it; gives the last look, and how long was paused. */
async function look(fake: FakeRun, settledAt: number) {
  const pausedBefore = fake.paused.length;
  let seen = 0;
  const last = await pollUntil(
    fake.run,
    () => Promise.resolve((seen += 1)),
    (each) => each >= settledAt,
  );
  expect(last).toBe(seen);
  const paused = fake.paused.slice(pausedBefore);
  return { last, longest: Math.max(0, ...paused), total: paused.reduce((sum, wait) => sum + wait, 0) };
}

const NEVER = Number.POSITIVE_INFINITY;

it.each<
  [settleTimeout: string, settledAt: number, last: number, total: number, delays: readonly number[], lost: boolean]
>([
  ['5', 1, 1, 0, [], false],
  // Pauses of 50, 100 and 200 ms.
  ['5', 4, 4, 350, [350], false],
  ['5', NEVER, 14, 5000, [], true],
  ['0', 2, 1, 0, [], true],
])(
  'within %s s of settling time a look that settles as number %d',
  async (settleTimeout, settledAt, last, total, delays, lost) => {
    const fake = fakeRun(petStore(), {}, { settleTimeout });
    const looked = await look(fake, settledAt);
    expect(looked).toMatchObject({ last, total });
    expect(looked.longest).toBeLessThanOrEqual(500);
    expect([fake.run.settling.delays, fake.run.settling.hasTimedOut]).toEqual([delays, lost]);
  },
);

it('waits at most a quarter of a second after a loss, unless the list was late before', async () => {
  const fake = fakeRun(petStore(), {}, { settleTimeout: '5' });
  await look(fake, NEVER);
  expect((await look(fake, NEVER)).total).toBe(250);
  fake.run.settling.delays.push(900);
  expect((await look(fake, NEVER)).total).toBeGreaterThan(4900);
});
