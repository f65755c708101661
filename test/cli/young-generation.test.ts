import { describe, expect, it } from 'vitest';
import { resultOf, startProcess } from '../child-process.ts';

const MODULE = new URL('../../src/cli/young-generation.ts', import.meta.url).href;

/** Megabytes set aside for short-lived objects in a process of its own that calls the bound, or not, before and after work. */
async function roomAfterWork(before: boolean, after: boolean): Promise<readonly number[]> {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { boundYoungGeneration } from ${JSON.stringify(MODULE)};
    const room = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
    function work(until) {
      for (let round = 0; round < 4 && room() < until; round += 1) {
        Array.from({ length: 300_000 }, (_, index) => ({ index }));
      }
    }
    if (${before}) boundYoungGeneration();
    work(16);
    const first = room();
    if (${after}) boundYoungGeneration();
    work(32);
    process.stdout.write(JSON.stringify([first, room()]));
  `;
  const words = ['--max-semi-space-size=16', '--input-type=module', '--eval', script];
  const { out } = await resultOf(startProcess(process.execPath, words, { env: {} }));
  return JSON.parse(out) as readonly number[];
}

describe('the room for short-lived objects', () => {
  it('grows until there is enough, and further only where it was not bounded then', async () => {
    expect(await roomAfterWork(true, true)).toEqual([16, 16]);
    expect(await roomAfterWork(true, false)).toEqual([16, 32]);
  });
});
