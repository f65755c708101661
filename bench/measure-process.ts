import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded before a process that is measured. At its end it writes the marks of its timeline and its peak memory to the
// file that BENCH_MEASUREMENT names.

const file = process.env['BENCH_MEASUREMENT'];

if (isMainThread && file !== undefined) {
  process.once('exit', () => {
    const marks = performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime]);
    const peakMegabytes = process.resourceUsage().maxRSS / 1000;
    writeFileSync(file, JSON.stringify({ marks, peakMegabytes }));
  });
}
