import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Report } from '../report/report.ts';
import { REPORT_FILE } from '../report/reports-folder.ts';
import { ConfigurationError, RunAborted, SuiteFault } from './errors.ts';
import { optionProblems, requestOf, type RunOptions, type RunRequest } from './run-options.ts';
import type { RunResult } from './run-result.ts';
import { STOP, type ThreadMessage } from './thread-messages.ts';

const ENTRY = new URL('./run-thread.ts', import.meta.url);

/** The folders that runs of this process write to. */
const inUse = new Set<string>();

/**
 * Judges a service, as the command `run` does, and gives the report. It runs in threads of its own: nothing of this
 * process is changed, nothing is printed, and several runs may go on at a time, each with a folder of its own.
 *
 * Rejects with `ConfigurationError` before anything is sent, with `SuiteFault` for a fault of the suite itself, and with
 * `RunAborted` once its signal has stopped it. Whatever the service does ends as a report.
 */
export async function run(options: RunOptions = {}): Promise<RunResult> {
  const { reports, signal } = options;
  const problems = optionProblems(options);
  if (problems.length > 0) throw new ConfigurationError(problems);
  if (hasFired(signal)) throw new RunAborted(signal?.reason, null);
  const scratch = makeScratch();
  const directory = reports === undefined ? scratch : resolve(reports);
  const isShared = inUse.has(directory);
  try {
    if (isShared) throw new ConfigurationError(['reports must be a folder that no other run is writing to.']);
    inUse.add(directory);
    const { code, errors } = await runInThread(requestOf(options, scratch), options);
    const result = resultOf(code, errors, directory, reports === undefined ? null : directory);
    if (hasFired(signal) && result.report.run.end === 'interrupted') throw new RunAborted(signal?.reason, result);
    return result;
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
    throw new SuiteFault('No temporary folder could be made.', { cause: error });
  }
}

function hasFired(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

interface ThreadEnd {
  readonly code: number;
  readonly errors: readonly string[];
}

function runInThread(request: RunRequest, { console, signal }: RunOptions): Promise<ThreadEnd> {
  const errors: string[] = [];
  const ended = Promise.withResolvers<ThreadEnd>();
  const temporary = tmpdir();
  const thread = new Worker(ENTRY, {
    workerData: request,
    env: { TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const stop = (): void => thread.postMessage(STOP);
  signal?.addEventListener('abort', stop, { once: true });
  let last: ThreadMessage | null = null;
  thread.on('message', (message: ThreadMessage) => {
    if (message.type === 'out') console?.log(message.text.trimEnd());
    else if (message.type === 'error') {
      errors.push(message.text.replace(/^petstore-conformance: /, '').trimEnd());
      console?.error(message.text.trimEnd());
    } else last = message;
  });
  thread.on('error', (error) => ended.reject(new SuiteFault('The thread of the run failed.', { cause: error })));
  // Only now has everything been cleared away that the run has used.
  thread.on('exit', () => {
    if (last?.type === 'ended') ended.resolve({ code: last.code, errors });
    else ended.reject(new SuiteFault(last?.type === 'fault' ? last.message : 'The thread of the run ended too early.'));
  });
  return ended.promise.finally(() => signal?.removeEventListener('abort', stop));
}

const WRONG_USAGE = 3;
const SUITE_FAULT = 4;

function resultOf(code: number, errors: readonly string[], written: string, directory: string | null): RunResult {
  if (code === WRONG_USAGE) throw new ConfigurationError(errors);
  if (code >= SUITE_FAULT) throw new SuiteFault(errors.join('\n'));
  const report = JSON.parse(readFileSync(join(written, REPORT_FILE), 'utf8')) as Report;
  return { report, exitCode: report.verdict.exitCode, directory, notes: errors };
}
