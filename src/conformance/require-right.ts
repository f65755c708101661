import type { Answer, Answered } from '../target/answer.ts';
import type { OperationId } from '../target/exchange.ts';
import type { Whole } from './audit-transport.ts';
import type { Judge } from './judge.ts';
import type { Run } from './run.ts';

/** Whether a response to the valid key rejects it (part 5). */
export function rejectsKey({ status }: Answered): boolean {
  return status === 401 || status === 403;
}

/**
 * Judges that a request with the valid key was not refused for the key (part 5). Ends the case where it was; an operation
 * that has always refused the key accuses nobody, since permissions are not shown.
 */
export function requireRight(run: Run, judge: Judge, operation: OperationId, { answer, answered }: Whole): void {
  if (answer.request.credential.id !== run.credentials.valid.id) return;
  const refused = rejectsKey(answered);
  if (refused && !run.rights.hasAccepted(operation)) stopForRight(run, judge, operation, answer);
  for (const earlier of refused ? [] : run.rights.noteAccepted(operation)) {
    judge.everyAnswer('AUTH-VALID-KEY', false, {
      expected: 'the valid key is accepted',
      actual: `refused by ${operation}, which accepts it elsewhere in the run`,
      answers: [earlier],
    });
  }
  if (answered.status === 403) return;
  const held = judge.everyAnswer('AUTH-VALID-KEY', answered.status !== 401, {
    expected: 'the valid key is accepted',
    actual: answered.status === 401 ? '401 with the valid key' : 'accepted',
    answers: [answer],
  });
  if (held) return;
  judge.stop('The valid key was refused here, though this operation accepts it elsewhere in the run.', null, [answer]);
}

function stopForRight(run: Run, judge: Judge, operation: OperationId, answer: Answer): never {
  run.rights.noteRefused(operation, answer);
  return judge.stop(
    `The operation ${operation} refuses the configured key.`,
    'Set PETSTORE_API_KEY to a key that may use this operation.',
    [answer],
  );
}
