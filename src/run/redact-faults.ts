import type { Configuration } from '../settings/configuration.ts';
import type { CaseEnd } from '../suite/executor.ts';
import { messageOf } from '../contract/message-of.ts';

/** How each case ended, and the faults of the suite that belong to no case. */
export interface CaseEnds {
  readonly cases: readonly CaseEnd[];
  readonly suiteFaults: readonly string[];
}

/**
 * Takes secrets out of the errors that a run has met. An error that Node or a library throws may quote what it was given,
 * and so the key. Nearly every run meets none, and then nothing is loaded for it.
 */
export async function redactFaults(result: CaseEnds, configuration: Configuration): Promise<CaseEnds> {
  if (result.suiteFaults.length === 0 && result.cases.every(({ errors }) => errors.length === 0)) return result;
  const { redactorFor } = await import('../suite/run-redactor.ts');
  const { redactText } = redactorFor(configuration);
  return {
    cases: result.cases.map((end) => ({ ...end, errors: end.errors.map(redactText) })),
    suiteFaults: result.suiteFaults.map(redactText),
  };
}

/** Does some work for a run. What it throws in the end quotes no secret, and is an Error with nothing but a message. */
export async function withoutSecretsInErrors<T>(configuration: Configuration, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work()]);
  if (outcome.status === 'fulfilled') return outcome.value;
  const { redactorFor } = await import('../suite/run-redactor.ts');
  const reason: unknown = outcome.reason;
  const message = messageOf(reason);
  // With the error itself as its cause it would carry the secret on to whoever prints it.
  throw new Error(redactorFor(configuration).redactText(message));
}
