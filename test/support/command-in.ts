import { fileURLToPath } from 'node:url';
import { type ProcessResult, resultOf, startProcess } from '../../lab/child-process.ts';

export type { ProcessResult } from '../../lab/child-process.ts';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));

/** Receives a started process, and can end it. */
type OnStart = (kill: (signal: NodeJS.Signals) => void) => void;

/** Runs the command as a process in an existing folder, and only with the given settings. */
export function runCommandIn(
  directory: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  onStart?: OnStart,
): Promise<ProcessResult> {
  const surroundings = { PATH: process.env['PATH'] ?? '', HOME: directory, ...environment };
  return runProcess(process.execPath, [BIN, ...words], directory, surroundings, onStart);
}

/** Runs a program in a folder to its end. */
export function runProcess(
  program: string,
  words: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string>>,
  onStart?: OnStart,
): Promise<ProcessResult> {
  const child = startProcess(program, words, { cwd: directory, env: environment });
  onStart?.((signal) => child.kill(signal));
  return resultOf(child);
}
