import type { Answer, Answered } from '../target/answer.ts';
import type { Whole } from './audit-transport.ts';
import type { Judge } from './judge.ts';
import type { Run } from './run.ts';

/** Whether an answer says that what was asked for was done. */
export function isSuccess({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}

/** Gives back to the budget what a request certainly did not add. */
export function settleBudget(run: Run, answer: Answer): void {
  const { result } = answer;
  for (let repeat = 1; repeat < answer.attempts; repeat += 1) run.budget.addRepeat();
  const refused = result.status !== null && result.status >= 400 && result.status < 500;
  const unsent = result.kind === 'unanswered' && result.status === null && neverSent(result.failure.kind);
  // A server error does not tell whether the animal was stored before it.
  if (refused || unsent) run.budget.release();
}

function neverSent(kind: string): boolean {
  return kind === 'refused' || kind === 'dns' || kind === 'tls' || kind === 'connect-timeout';
}

/** Notes an animal that an answer of 2xx says was added, whether it was to be or not, as far as its body tells. */
export function noteAdded(
  run: Run,
  judge: Judge,
  { answer, answered }: Whole,
  name: string | null,
  intended: boolean,
): void {
  run.journal.append({
    type: 'created',
    animal: {
      ...identityOf(answered),
      ...(name === null ? {} : { name }),
      caseId: judge.caseId,
      exchange: answer.exchangeId,
      intended,
    },
  });
}

function identityOf(answered: Answered): { readonly id: string | null; readonly name: string | null } {
  const text = new TextDecoder().decode(answered.body.subarray(0, 65_536));
  const id = /"id"\s*:\s*(-?\d+)/.exec(text)?.[1] ?? null;
  return { id, name: null };
}
