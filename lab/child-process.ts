import { type ChildProcessByStdio, spawn, type SpawnOptions } from 'node:child_process';
import type { Readable } from 'node:stream';

/** A process that this helper started. Its standard input is empty. */
export type StartedProcess = ChildProcessByStdio<null, Readable, Readable>;

/** The output and exit code of a process. `code` is null if a signal ended it. */
export interface ProcessResult {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

type StartOptions = Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid' | 'signal' | 'timeout' | 'killSignal'>;

/**
 * Starts a watcher, then replaces itself with the program. The watcher ends the process group when the pipe closes. The
 * pipe closes when this process ends, even if it is killed.
 */
const GUARD = '{ read -r _; kill -9 0; } <&3 >/dev/null 2>&1 & exec 3<&-; exec "$@"';
const PIPE = 3;

/** Starts a program in its own process group. The group ends when the program or this process ends. */
export function startProcess(
  program: string,
  words: readonly string[],
  options: StartOptions & { readonly withMessages?: boolean } = {},
): StartedProcess {
  const { withMessages = false, ...rest } = options;
  const child = spawn('/bin/sh', ['-c', GUARD, 'sh', program, ...words], {
    ...rest,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', ...(withMessages ? (['ipc'] as const) : [])],
  });
  child.once('exit', () => child.stdio[PIPE]?.destroy());
  return child as StartedProcess;
}

/** Collects the output of a process until it ends. */
export async function resultOf(child: StartedProcess): Promise<ProcessResult> {
  let out = '';
  let error = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, out, error };
}
