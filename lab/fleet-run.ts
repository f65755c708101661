import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../test/support/child-process.ts';
import { PACKAGE_ROOT } from '../src/runner/package-root.ts';
import type { Summary } from './summary.ts';

/** Megabytes: with as little as Node sets aside by itself, a tenth of the time of so many runs goes to collecting. */
const ROOM_FOR_SHORT_LIVED = '--max-semi-space-size=32';

/**
 * Has a fleet judged in a process of its own, which the test runner of these tests does not slow down, and gives the
 * summaries by id. `which` is what lab/detection.ts takes. Rejects where the process does not end well.
 */
export async function judgeFleet(which: string): Promise<ReadonlyMap<string, Summary>> {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-conformance-detection-'));
  try {
    const file = join(directory, 'detection.json');
    const words = [ROOM_FOR_SHORT_LIVED, join(PACKAGE_ROOT, 'lab/detection.ts'), file, which];
    const child = startProcess(process.execPath, words);
    child.stdout.pipe(process.stdout);
    child.stderr.pipe(process.stderr);
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    if (code !== 0) throw new Error(`The fleet ended with exit code ${code}.`);
    const summaries = JSON.parse(readFileSync(file, 'utf8')) as readonly Summary[];
    return new Map(summaries.map((summary) => [summary.id, summary]));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
