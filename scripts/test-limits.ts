import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/runner/package-root.ts';
import { DURATIONS_FILE, type Duration } from '../test/support/durations-reporter.ts';
import { longestOf, shortLimits } from './short-limits.ts';

// npm run test:limits: compares the limit of each test and hook with how long it took in the last `CI=true npm test`, which
// must have had an idle machine. A limit must be ten times as long.

const file = join(PACKAGE_ROOT, DURATIONS_FILE);
if (!existsSync(file)) {
  process.stderr.write(`${DURATIONS_FILE} is missing. Run CI=true npm test on an idle machine first.\n`);
  process.exitCode = 1;
} else {
  const durations: readonly Duration[] = JSON.parse(readFileSync(file, 'utf8'));
  process.stdout.write(`${durations.length} tests and hooks. The longest:\n${longestOf(durations, 10).join('\n')}\n`);
  const short = shortLimits(durations);
  for (const sentence of short) process.stderr.write(`${sentence}\n`);
  if (short.length > 0) process.exitCode = 1;
}
