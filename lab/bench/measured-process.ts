import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resultOf, startProcess } from '../child-process.ts';

const PRELOAD = new URL('measure-process.js', import.meta.url).href;

/** What one process came to. `seconds` is from before it was started until it had ended. */
export interface MeasuredProcess {
  readonly seconds: number;
  readonly peakMegabytes: number;
  /** Seconds of all its threads together, at work for it or in the system. */
  readonly cpuSeconds: number;
  /** Milliseconds since the process began, by the name of the mark; of a name that comes twice, the first. */
  readonly marks: ReadonlyMap<string, number>;
  readonly output: string;
}

const LONGEST_SECONDS = 120;

/**
 * Runs a script of this package as a process of its own, in an empty folder. Rejects where it ends with another code than
 * 0, or not within two minutes.
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

function readMeasurement(file: string): Pick<MeasuredProcess, 'peakMegabytes' | 'cpuSeconds' | 'marks'> {
  const { marks, ...measurement } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly marks: readonly (readonly [name: string, milliseconds: number])[];
    readonly peakMegabytes: number;
    readonly cpuSeconds: number;
  };
  return { marks: new Map(marks.toReversed()), ...measurement };
}
