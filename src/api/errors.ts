import type { RunResult } from './run-result.ts';

/**
 * Wrong usage: nothing was sent. `problems` has one sentence for each thing that is wrong, with the setting and what it
 * should be; the message is all of them. The command ends with 3 for the same.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** A fault of the suite itself, which says nothing of the service: there is no report. The command ends with 4 for the same. */
export class SuiteFault extends Error {
  override readonly name = 'SuiteFault';
}

/**
 * The run was stopped by its signal, whose reason is the `cause`. `result` is what had been learnt until then, with the
 * animals that were added; null where the run had not begun.
 */
export class RunAborted extends Error {
  override readonly name = 'AbortError';
  readonly result: RunResult | null;

  constructor(reason: unknown, result: RunResult | null) {
    super('The run was stopped by its signal.', { cause: reason });
    this.result = result;
  }
}

/** Two reports that cannot be compared, or a text that is no report. The message says why. */
export class UnfitReport extends Error {
  override readonly name = 'UnfitReport';
}
