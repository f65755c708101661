import { describe, expect, it } from 'vitest';
import { lookAgain } from '../../../src/conformance/look-again.ts';
import { fakeRun, petStore, type FakeRun } from './fakes.ts';

/** Looks until the look of this number is settled; gives how often was looked. */
async function looks(fake: FakeRun, settledAt: number): Promise<number> {
  let seen = 0;
  await lookAgain(
    fake.run,
    () => Promise.resolve((seen += 1)),
    (look) => look >= settledAt,
  );
  return seen;
}

const runWith = (settle: string): FakeRun => fakeRun(petStore(), {}, { settle });
const total = (waits: readonly number[]): number => waits.reduce((sum, wait) => sum + wait, 0);

describe('looking again', () => {
  it('is not needed where the first look settles it, and notes no delay', async () => {
    const fake = runWith('5');
    expect(await looks(fake, 1)).toBe(1);
    expect(fake.paused).toEqual([]);
    expect(fake.run.settlingDelays).toEqual([]);
    expect(fake.run.lost()).toBe(false);
  });

  it('goes on until a look settles it, with longer and longer pauses, and notes the delay', async () => {
    const fake = runWith('5');
    expect(await looks(fake, 4)).toBe(4);
    expect(fake.paused).toEqual([50, 100, 200]);
    expect(fake.run.settlingDelays).toEqual([350]);
    expect(fake.run.lost()).toBe(false);
  });

  it.each(['1', '5', '12'])(
    'ends after %s s of settling time, looks a last time then, and notes the loss',
    async (settle) => {
      const fake = runWith(settle);
      const seen = await looks(fake, Number.POSITIVE_INFINITY);
      expect(total(fake.paused)).toBe(Number(settle) * 1000);
      expect(Math.max(...fake.paused)).toBeLessThanOrEqual(500);
      expect(seen).toBe(fake.paused.length + 1);
      expect(fake.run.lost()).toBe(true);
      expect(fake.run.settlingDelays).toEqual([]);
    },
  );

  it('does not wait at all where the settling time is none', async () => {
    const fake = runWith('0');
    expect(await looks(fake, 2)).toBe(1);
    expect(fake.paused).toEqual([]);
  });

  it('waits at most a quarter of a second after a loss', async () => {
    const fake = runWith('5');
    await looks(fake, Number.POSITIVE_INFINITY);
    fake.paused.splice(0);
    await looks(fake, Number.POSITIVE_INFINITY);
    expect(total(fake.paused)).toBe(250);
  });

  it('gives the last look', async () => {
    let seen = 0;
    const last = await lookAgain(
      runWith('1').run,
      () => Promise.resolve((seen += 1)),
      (look) => look === 3,
    );
    expect(last).toBe(3);
  });
});
