import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resultOf, startProcess } from '../child-process.ts';

const PRELOAD = new URL('measure-process.js', import.meta.url).href;

/** The measurement of one process. `seconds` covers the time from just before its start to its end. */
export interface MeasuredProcess {
  readonly seconds: number;
  readonly peakMegabytes: number;
  /** CPU seconds of all threads, in user and system mode. */
  readonly cpuSeconds: number;
  readonly output: string;
}

const LONGEST_SECONDS = 120;

/**
 * Runs a script of this package as a separate process in an empty folder. Rejects if its exit code is not 0, or if it runs
 * longer than two minutes.
 */
export async function measureProcess(
  script: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<MeasuredProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-bench-'));
  try {
    const file = join(folder, 'measurement.json');
    const begun = performance.now();
    const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
    const child = startProcess(process.execPath, ['--import', PRELOAD, path, ...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, BENCH_MEASUREMENT: file, ...environment },
      timeout: LONGEST_SECONDS * 1000,
      killSignal: 'SIGKILL',
    });
    child.stderr.pipe(process.stderr);
    const { code, out: output } = await resultOf(child);
    const seconds = (performance.now() - begun) / 1000;
    if (code !== 0) throw new Error(`${script} ended with ${code ?? 'a signal'}:\n${output}`);
    return { seconds, output, ...readMeasurement(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readMeasurement(file: string): Pick<MeasuredProcess, 'peakMegabytes' | 'cpuSeconds'> {
  return JSON.parse(readFileSync(file, 'utf8')) as Pick<MeasuredProcess, 'peakMegabytes' | 'cpuSeconds'>;
}
