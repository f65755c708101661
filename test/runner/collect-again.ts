import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { caseThread } from '../../src/runner/case-thread.ts';
import { openRunner } from '../../src/runner/run-cases.ts';

// Lists the cases three times over on one thread, and prints how many there were: node collect-again.ts (keeps | ends)
// With `ends` the thread is ended each time, as if it had broken down.

const scratch = mkdtempSync(join(tmpdir(), 'petstore-conformance-test-'));
const thread = caseThread();
const runner = openRunner({ cacheDirectory: scratch, concurrency: 1, thread });
const counts: number[] = [];
try {
  for (let round = 0; round < 3; round += 1) {
    counts.push((await runner.collect()).cases.length);
    if (process.argv[2] === 'ends') await thread.close();
  }
} finally {
  await runner.close();
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(`${JSON.stringify(counts)}\n`);
