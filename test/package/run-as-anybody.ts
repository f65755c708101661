import { spawn } from 'node:child_process';
import { dirname } from 'node:path';

/** What a process did. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** How a process is started. Root becomes a user that owns nothing. */
export interface ProcessStart {
  readonly node: string;
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
}

const NOBODY = 65_534;
/** Whether this process may become another user. */
export const IS_ROOT = process.getuid?.() === 0;

/** Runs Node to its end as a user without rights, with the given variables and a PATH alone. */
export async function runAsAnybody({ node, words, directory, environment }: ProcessStart): Promise<ProcessEnd> {
  const child = spawn(node, words, {
    cwd: directory,
    env: { PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}`, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
    ...(IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}),
  });
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
