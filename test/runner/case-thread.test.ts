import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resultOf, startProcess } from '../child-process.ts';

const SCRIPT = fileURLToPath(new URL('./collect-again.ts', import.meta.url));

/** Lists the cases three times in a process of its own, and gives how many there were each time. */
async function collect(ending: 'keeps' | 'ends'): Promise<readonly number[]> {
  const { code, out, error } = await resultOf(startProcess(process.execPath, [SCRIPT, ending]));
  expect(code, error).toBe(0);
  return JSON.parse(out) as number[];
}

describe('the thread of the cases', () => {
  it('serves one use of the test runner after another', async () => {
    const [first, ...others] = await collect('keeps');
    expect(first).toBeGreaterThan(400);
    expect(others).toEqual([first, first]);
  });

  it('is replaced by a new one where it has ended', async () => {
    const [first, ...others] = await collect('ends');
    expect(first).toBeGreaterThan(400);
    expect(others).toEqual([first, first]);
  });
});
