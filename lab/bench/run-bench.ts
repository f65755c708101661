import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureExamples } from './measure-examples.ts';
import { measureLatencies } from './measure-latencies.ts';
import { measurePackage } from './measure-package.ts';
import { measureWhole } from './measure-whole.ts';
import { renderPerformance } from './render-performance.ts';

// Measures speed and scale, and writes docs/performance.md. Takes about four minutes on an otherwise idle machine.

const [load = 0] = loadavg();
const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-bench-'));
try {
  const whole = await measureWhole(folder);
  const latencies = await measureLatencies(folder);
  const scales = await measureExamples(folder);
  const packed = await measurePackage(folder);
  const machine = {
    cores: availableParallelism(),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    load,
  };
  const page = renderPerformance({ machine, ...whole, latencies, scales, packed });
  writeFileSync(new URL('../../docs/performance.md', import.meta.url), page);
  process.stdout.write(page);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
