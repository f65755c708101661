import type { RunInput } from '../conformance/run-input.ts';

/**
 * What the thread of the cases is told of a run besides what the test runner tells it. A run is begun while the test runner
 * still loads, since nothing that comes before the cases needs it; one that was stopped by then is abandoned.
 */
export interface RunMessage {
  readonly type: 'begin-run' | 'abandon-run';
  readonly input: RunInput;
}

/** The thread's answer once the journal of an abandoned run is closed. */
export const RUN_ABANDONED = 'run-abandoned';

export function isRunMessage(message: unknown): message is RunMessage {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  return message.type === 'begin-run' || message.type === 'abandon-run';
}
