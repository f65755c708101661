import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errorLine, type RunConsole } from '../run/run-console.ts';
import type { Report } from '../report/report.ts';
import type { RunCases } from '../run/judge-cases.ts';
import { safeText } from '../report/safe-text.ts';
import { asConformanceError, ConformanceError, requireUsable, type RunResult } from './conformance-error.ts';
import { optionProblems, type RunOptions, sourcesOf } from './run-options.ts';

/**
 * Judges a service, as the command `run` does, and returns the report. It prints nothing and does not change this process.
 * Several runs may be active at a time, each with its own folder.
 *
 * Rejects with a `ConformanceError`, whose `code` says why: wrong options, a service that never responds, a signal. If the service
 * responds to any request, the run judges it and returns the report.
 */
export function run(options: RunOptions = {}): Promise<RunResult> {
  return runWithCases(options);
}

const ABORTED = 'The signal stopped the run.';

/** Judges a service as `run` does, with `runCases` to run the cases in another order. */
export async function runWithCases(options: RunOptions, runCases?: RunCases): Promise<RunResult> {
  requireUsable();
  const problems = optionProblems(options);
  if (problems.length > 0) throw new ConformanceError('configuration', problems);
  const { reports, signal } = options;
  if (hasFired(signal)) throw new ConformanceError('aborted', [ABORTED], { cause: signal?.reason });
  // `prepareRun` rejects a value of another type.
  let keeps = typeof reports === 'string';
  const directory = keeps ? resolve(reports ?? '') : makeTemporaryFolder();
  try {
    return await judge(options, directory, runCases);
  } catch (error) {
    const conformanceError = asConformanceError(error);
    if (keeps || conformanceError.code !== 'suite') throw conformanceError;
    keeps = true;
    const kept = `If the run added pets, ${safeText(directory)} has a list of them.`;
    throw new ConformanceError('suite', [...conformanceError.problems, kept]);
  } finally {
    if (!keeps) rmSync(directory, { recursive: true, force: true });
  }
}

/** A folder for the journal of a run that keeps no report. */
function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'petstore-conformance-run-'));
  } catch (error) {
    throw new ConformanceError('suite', ['A temporary folder could not be created.'], { cause: error });
  }
}

async function judge(options: RunOptions, directory: string, runCases: RunCases | undefined): Promise<RunResult> {
  const { signal } = options;
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const { console, errors, failure } = createCaller(options, stop);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    // Loaded late, because these modules need a new Node and the files of the package when they load. Loaded together, because Jest
    // rejects an import between its loading of a file and the first test.
    const [{ prepareRun }, { executeRun }] = await Promise.all([
      import('../run/prepare-run.ts'),
      import('../run/execute-run.ts'),
    ]);
    const current = resolve();
    const preparation = await prepareRun(sourcesOf(options, current, directory), current, Date.now());
    if (preparation.kind === 'bad') {
      const problems = preparation.problems.map(safeText);
      for (const problem of problems) console.error(problem);
      throw new ConformanceError('configuration', problems);
    }
    const { notes } = preparation.value;
    for (const note of notes) console.error(note);
    const interruption = { stop: stopping.signal, signal: () => null };
    const { report, isWritten } = await executeRun(preparation.value, console, interruption, runCases);
    if (!isWritten) throw new ConformanceError('suite', errors);
    const kept = options.reports === undefined ? null : directory;
    const result = { report, exitCode: report.verdict.exitCode, directory: kept, notes };
    requireJudged(result, failure(), signal);
    return result;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** The functions of the caller, as the console of a run. Their first error calls `stop`. `errors` are the sentences on standard error. */
function createCaller({ console, onProgress }: RunOptions, stop: () => void) {
  const errors: string[] = [];
  let failure: { readonly error: unknown } | null = null;

  function call(work: () => unknown): void {
    // Asynchronous, because the function of the caller may return a promise that rejects.
    (async () => work())().catch((error: unknown) => {
      failure ??= { error };
      stop();
    });
  }
  const own: RunConsole = {
    out: (text) => call(() => console?.log(text.trimEnd())),
    error(sentence) {
      errors.push(sentence);
      call(() => console?.error(errorLine(sentence).trimEnd()));
    },
    isTerminal: false,
    colour: false,
    width: 100,
    environment: {},
    now: Date.now,
    onProgress: (progress) => call(() => onProgress?.(progress)),
  };
  return { console: own, errors, failure: () => failure };
}

/** Throws if the run did not judge the service to its end. The error holds the results so far. */
function requireJudged(
  result: RunResult,
  failure: { readonly error: unknown } | null,
  signal: AbortSignal | undefined,
): void {
  if (failure !== null) {
    const sentence = 'onProgress or console threw an error, and the run stopped.';
    throw new ConformanceError('callback', [sentence], { result, cause: failure.error });
  }
  const { report } = result;
  if (hasFired(signal) && report.run.end === 'interrupted') {
    throw new ConformanceError('aborted', [ABORTED], { result, cause: signal?.reason });
  }
  const silence = silenceOf(report);
  if (silence !== null) {
    const sentence = `The service did not respond to any request: ${silence} Start it, or correct baseUrl.`;
    throw new ConformanceError('unreachable', [sentence], { result });
  }
}

function hasFired(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Why no request got a response; null if one did, or if the failure violates the contract. */
function silenceOf({ exchanges, verdict }: Report): string | null {
  const isSilent = verdict.outcome === 'inconclusive' && exchanges.every(({ response }) => response === null);
  return isSilent ? (exchanges.at(-1)?.failure?.message ?? null) : null;
}
