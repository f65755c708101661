import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Node loads this module first in a process that is measured. When the process ends, the module writes its peak
// memory and CPU time to the file in BENCH_MEASUREMENT. It is JavaScript because TypeScript would load the compiler.

const file = process.env['BENCH_MEASUREMENT'];

if (isMainThread && file !== undefined) {
  process.once('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const measurement = { peakMegabytes: maxRSS / 1000, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
    writeFileSync(file, JSON.stringify(measurement));
  });
}
