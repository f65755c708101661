import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Report } from '../report/report.ts';
import { REPORT_FILE } from '../report/reports-folder.ts';
import { ConformanceError } from './conformance-error.ts';
import { requireUsable } from './require-usable.ts';
import { optionProblems, requestOf, type RunOptions, type RunRequest } from './run-options.ts';
import type { RunResult } from './run-result.ts';
import { STOP, type ThreadMessage } from './thread-messages.ts';

/** The folders that runs of this process write to. */
const inUse = new Set<string>();

/**
 * Judges a service, as the command `run` does, and gives the report. It runs in a thread of its own: nothing of this
 * process is changed, nothing is printed, and several runs may go on at a time, each with a folder of its own.
 *
 * Rejects with a `ConformanceError`, whose `code` says why: wrong options, a service that answers nothing, a signal. A
 * service that answers anything is judged, and ends as a report.
 */
export async function run(options: RunOptions = {}): Promise<RunResult> {
  requireUsable();
  const problems = optionProblems(options);
  if (problems.length > 0) throw new ConformanceError('configuration', problems);
  const { signal } = options;
  if (hasFired(signal)) throw new ConformanceError('aborted', [ABORTED], { cause: signal?.reason });
  try {
    return await judge(options);
  } catch (error) {
    if (error instanceof ConformanceError) throw error;
    throw new ConformanceError('suite', ['The run failed by a fault of the suite.'], { cause: error });
  }
}

const ABORTED = 'The signal stopped the run.';

async function judge(options: RunOptions): Promise<RunResult> {
  const { reports } = options;
  const scratch = makeScratch();
  const directory = reports === undefined ? scratch : resolve(reports);
  const isShared = inUse.has(directory);
  try {
    if (isShared) {
      throw new ConformanceError('configuration', ['reports must be a folder that no other run is writing to.']);
    }
    inUse.add(directory);
    const end = await runInThread(requestOf(options, scratch), options);
    return judgedResult(resultOf(end, directory, reports === undefined ? null : directory), end, options);
  } finally {
    if (!isShared) inUse.delete(directory);
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A folder for the journal of a run that writes no report, and for its surroundings. */
function makeScratch(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'petstore-conformance-run-'));
  } catch (error) {
    throw new ConformanceError('suite', ['No temporary folder could be made.'], { cause: error });
  }
}

function hasFired(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

interface ThreadEnd {
  readonly code: number;
  readonly errors: readonly string[];
  /** What a function of the caller has thrown; null where none has. */
  readonly failure: { readonly error: unknown } | null;
}

function runInThread(request: RunRequest, { console, onProgress, signal }: RunOptions): Promise<ThreadEnd> {
  const errors: string[] = [];
  const ended = Promise.withResolvers<ThreadEnd>();
  const temporary = tmpdir();
  const thread = new Worker(threadFile(), {
    workerData: request,
    env: { TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const stop = (): void => thread.postMessage(STOP);
  signal?.addEventListener('abort', stop, { once: true });
  let last: ThreadMessage | null = null;
  let failure: ThreadEnd['failure'] = null;
  /** Calls a function of the caller. The first error stops the run; without this it would end the process. */
  function call(work: () => unknown): void {
    // Asynchronous, so that a promise that rejects counts too.
    (async () => work())().catch((error: unknown) => {
      failure ??= { error };
      stop();
    });
  }
  thread.on('message', (message: ThreadMessage) => {
    if (message.type === 'out') call(() => console?.log(message.text.trimEnd()));
    else if (message.type === 'error') {
      errors.push(message.text.replace(/^petstore-conformance: /, '').trimEnd());
      call(() => console?.error(message.text.trimEnd()));
    } else if (message.type === 'progress') call(() => onProgress?.(message.progress));
    else last = message;
  });
  const fail = (sentence: string, options?: ErrorOptions): void =>
    ended.reject(new ConformanceError('suite', [sentence], options));
  thread.on('error', (error) => fail('The thread of the run failed.', { cause: error }));
  // Only now has everything been cleared away that the run has used.
  thread.on('exit', () => {
    if (last?.type === 'ended') ended.resolve({ code: last.code, errors, failure });
    else fail(last?.type === 'fault' ? last.message : 'The thread of the run ended too early.');
  });
  return ended.promise.finally(() => signal?.removeEventListener('abort', stop));
}

/** The module of the thread. Looked up by each run, since its place is not known within a bundle. */
function threadFile(): string {
  return join(dirname(fileURLToPath(import.meta.url)), './run-thread.ts');
}

const WRONG_USAGE = 3;
const SUITE_FAULT = 4;

function resultOf({ code, errors }: ThreadEnd, written: string, directory: string | null): RunResult {
  if (code === WRONG_USAGE) throw new ConformanceError('configuration', errors);
  if (code >= SUITE_FAULT) throw new ConformanceError('suite', errors);
  const report = JSON.parse(readFileSync(join(written, REPORT_FILE), 'utf8')) as Report;
  return { report, exitCode: report.verdict.exitCode, directory, notes: errors };
}

/** Gives the result of a run that judged the service to its end. What another one learned is in the error. */
function judgedResult(result: RunResult, { failure }: ThreadEnd, { signal }: RunOptions): RunResult {
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
    const sentence = `The service did not answer any request: ${silence} Start it, or correct baseUrl.`;
    throw new ConformanceError('unreachable', [sentence], { result });
  }
  return result;
}

/** Why no request was answered; null where one was, or was answered so that it violates the contract. */
function silenceOf({ exchanges, verdict }: Report): string | null {
  const isSilent = verdict.outcome === 'inconclusive' && exchanges.every(({ response }) => response === null);
  return isSilent ? (exchanges.at(-1)?.failure?.message ?? null) : null;
}
