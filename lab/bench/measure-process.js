import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded before a process that is measured. At its end it writes the marks of its timeline, its peak memory and the time
// of its threads to the file that BENCH_MEASUREMENT names. Plain JavaScript: TypeScript would load the compiler first.

const file = process.env['BENCH_MEASUREMENT'];

if (isMainThread && file !== undefined) {
  process.once('exit', () => {
    const marks = performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime]);
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const measurement = { marks, peakMegabytes: maxRSS / 1000, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
    writeFileSync(file, JSON.stringify(measurement));
  });
}
