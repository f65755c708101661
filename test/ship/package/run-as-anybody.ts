import { dirname } from 'node:path';
import { type ProcessResult, resultOf, startProcess } from '../../support/child-process.ts';

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
export function runAsAnybody({ node, words, directory, environment }: ProcessStart): Promise<ProcessResult> {
  const child = startProcess(node, words, {
    cwd: directory,
    env: { PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}`, ...environment },
    ...(IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  return resultOf(child);
}
