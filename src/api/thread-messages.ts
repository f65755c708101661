import type { RunProgress } from '../cli/run-progress.ts';

/** What the thread of a run says: a text that the command has printed, a case that ended, its exit code as the last word, or a fault. */
export type ThreadMessage =
  | { readonly type: 'out' | 'error'; readonly text: string }
  | { readonly type: 'progress'; readonly progress: RunProgress }
  | { readonly type: 'ended'; readonly code: number }
  | { readonly type: 'fault'; readonly message: string };

/** What the thread is told: to stop the run, as Ctrl-C would. */
export const STOP = 'stop';
