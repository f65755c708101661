import { describePets } from '../contract/describe.ts';
import { readId } from '../contract/pet.ts';
import { checkPet } from '../contract/validation.ts';
import type { HttpResult } from '../http/request.ts';
import { mayHaveStored } from '../http/transport-failure.ts';
import type { ApiRequest } from './api-request.ts';
import { RAISE_CREATES } from './budget.ts';
import type { Judge } from './judge.ts';
import type { Addition } from './records.ts';
import { isSuccess } from './response.ts';
import type { Run } from './run.ts';

/** Reserves a pet of the budget before a request that could add one. Ends the case if none is left. */
export function reserveAddition(run: Run, judge: Judge, purpose: 'cases' | 'trials'): void {
  if (run.budget.reserve(purpose)) return;
  const most = describePets(run.configuration.maxCreates);
  if (run.budget.spent() > 0 && run.known.own().length === 0)
    judge.stop(`The run may add at most ${most}, and no creation of a pet succeeded.`, null);
  judge.stop(`The run may add at most ${most}, and this case would exceed that.`, RAISE_CREATES);
}

/** Records each pet that a request added or may have added, and returns the reserved pet if there is none. */
export function settleAddition(run: Run, caseId: string, { pet, expects }: ApiRequest, sent: HttpResult): void {
  const { attempts, result, exchangeId } = sent;
  const shared = {
    name: pet?.name ?? null,
    caseId,
    exchange: exchangeId,
    intended: pet !== undefined && expects.some((status) => isSuccess({ status })),
  };
  const additions = attempts.filter(mayHaveStored).map((attempt): Addition => {
    const seen = readAddition(attempt, attempt === attempts.at(-1) ? result : null);
    return { ...seen, ...shared, sentAt: attempt.startedAt };
  });
  if (additions.length === 0) run.budget.release();
  for (const [index, addition] of additions.entries()) {
    if (index > 0) run.budget.addRepeat();
    run.record({ type: 'addition', addition });
  }
}

/** What became of an attempt, and the id in its response. Only a valid pet counts as created. */
function readAddition(
  { status }: HttpResult['attempts'][number],
  result: HttpResult['result'] | null,
): Pick<Addition, 'id' | 'outcome'> {
  if (status === null || !isSuccess({ status })) return { id: null, outcome: 'unknown' };
  const reading = result?.kind === 'response' ? result.json() : null;
  if (reading?.kind !== 'json') return { id: null, outcome: 'claimed' };
  const id = readId(reading.document)?.toString() ?? null;
  return { id, outcome: checkPet(reading.document).length === 0 ? 'created' : 'claimed' };
}
