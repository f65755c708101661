import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./collect-again.ts', import.meta.url));

/** Lists the cases three times in a process of its own, and gives how many there were each time. */
function collect(ending: 'keeps' | 'ends'): readonly number[] {
  const { stdout, status } = spawnSync(process.execPath, [SCRIPT, ending], { encoding: 'utf8', timeout: 60_000 });
  expect(status).toBe(0);
  return JSON.parse(stdout) as number[];
}

describe('the thread of the cases', () => {
  it('serves one use of the test runner after another', () => {
    const [first, ...others] = collect('keeps');
    expect(first).toBeGreaterThan(400);
    expect(others).toEqual([first, first]);
  });

  it('is replaced by a new one where it has ended', () => {
    const [first, ...others] = collect('ends');
    expect(first).toBeGreaterThan(400);
    expect(others).toEqual([first, first]);
  });
});
