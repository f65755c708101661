import type { Configuration } from '../settings/configuration.ts';
import type { CaseEnd } from '../suite/execution/run-cases.ts';
import { messageOf } from '../contract/errors.ts';

/** How each case ended, and the faults of the suite that belong to no case. */
export interface CaseEnds {
  readonly cases: readonly CaseEnd[];
  readonly suiteFaults: readonly string[];
}

/**
 * Redacts the errors of a run: an error of Node or of a library may quote its input, and so the key. The redactor is loaded
 * only if there are errors.
 */
export async function redactFaults(result: CaseEnds, configuration: Configuration): Promise<CaseEnds> {
  if (result.suiteFaults.length === 0 && result.cases.every(({ errors }) => errors.length === 0)) return result;
  const { redactorFor } = await import('../suite/records/run-redactor.ts');
  const { redactText } = redactorFor(configuration);
  return {
    cases: result.cases.map((end) => ({ ...end, errors: end.errors.map(redactText) })),
    suiteFaults: result.suiteFaults.map(redactText),
  };
}

/** Does some work for a run. An error that it throws quotes no secret and has only a message. */
export async function withoutSecretsInErrors<T>(configuration: Configuration, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work()]);
  if (outcome.status === 'fulfilled') return outcome.value;
  const { redactorFor } = await import('../suite/records/run-redactor.ts');
  const reason: unknown = outcome.reason;
  const message = messageOf(reason);
  // The original error is not the cause: it would show the secret.
  throw new Error(redactorFor(configuration).redactText(message));
}
