import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));

/** What a process did. */
export interface ProcessResult {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Receives the means to end a process that was started. */
type OnStart = (kill: (signal: NodeJS.Signals) => void) => void;

/** Runs the command as a process in a folder that stays, with no setting but those given. */
export function runCommandIn(
  directory: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  onStart?: OnStart,
): Promise<ProcessResult> {
  const surroundings = { PATH: process.env['PATH'] ?? '', HOME: directory, ...environment };
  return runProcess(process.execPath, [BIN, ...words], directory, surroundings, onStart);
}

/** Runs any program in a folder to its end. */
export async function runProcess(
  program: string,
  words: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string>>,
  onStart?: OnStart,
): Promise<ProcessResult> {
  const child = spawn(program, words, { cwd: directory, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  onStart?.((signal) => child.kill(signal));
  let out = '';
  let error = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, error };
}
