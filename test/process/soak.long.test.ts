import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resultOf, startProcess } from '../../lab/child-process.ts';
import { startReference } from '../../src/reference/reference-service.ts';

const ENTRY = fileURLToPath(new URL('./soak-process.ts', import.meta.url));
const EXCHANGES = 100_000;
/** The allowed change of memory for each exchange, in bytes. */
const LEFT_BEHIND = 60;

interface Soaked {
  readonly sent: number;
  readonly responses: number;
  readonly memory: readonly number[];
  readonly sockets: number;
  readonly descriptorsLeft: number;
}

async function soak(): Promise<Soaked> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-soak-'));
  const service = await startReference({ seed: 6 });
  try {
    const words = ['--expose-gc', ENTRY, service.url, service.key, String(EXCHANGES), join(folder, 'journal')];
    const { code, out, error } = await resultOf(startProcess(process.execPath, words));
    if (code !== 0) throw new Error(`The soak ended with code ${code}: ${error}`);
    return JSON.parse(out) as Soaked;
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

describe('a soak', () => {
  it(`of ${EXCHANGES} generated exchanges gets every response, uses constant memory, and leaves nothing open`, async () => {
    const { sent, responses, memory, sockets, descriptorsLeft } = await soak();
    expect([sent, responses]).toEqual([EXCHANGES, EXCHANGES]);
    const quarter = memory.length / 4;
    const second = mean(memory.slice(quarter, 2 * quarter));
    const last = mean(memory.slice(-quarter));
    // The middles of the two quarters are half a soak apart.
    expect(Math.abs(last - second) / (EXCHANGES / 2)).toBeLessThan(LEFT_BEHIND);
    expect([sockets, descriptorsLeft]).toEqual([0, 0]);
  });
});
