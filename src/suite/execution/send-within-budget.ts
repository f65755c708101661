import { counted, firstUnits } from '../../contract/describe.ts';
import { effectOf } from '../../contract/operations.ts';
import { BOUNDS } from '../../http/bounds.ts';
import type { Client } from '../../http/client.ts';
import type { TransportFailure } from '../../http/exchange.ts';
import type { HttpResult } from '../../http/request.ts';
import { mayHaveStored } from '../../http/transport-failure.ts';
import { type ApiRequest, mustBeRejected } from '../api-request.ts';
import type { Purpose } from './budget.ts';
import { type GivenReason, maximumReached, type Reason, reasonOf } from '../reasons.ts';
import type { Addition } from '../records/records.ts';
import { idOfAdded } from '../responses/makeshift.ts';
import { isSuccess } from '../responses/response.ts';
import { idToText } from '../responses/text-ids.ts';
import type { Run } from '../run.ts';

/** Why a request is not sent: an empty budget of the run, or an obstacle that its client knows. */
interface NotSent {
  readonly notSent: GivenReason;
}

/** What a request is sent for, and how. `isDecided`: all that its case judges is violated already. */
interface Sending {
  readonly purpose: Purpose;
  readonly isDecided: boolean;
  readonly send: Client['send'];
}

/** Sends a request if the budgets of the run allow it. Records each pet that the request added or may have added. */
export async function sendWithinBudget(
  run: Run,
  caseId: string,
  request: ApiRequest,
  { purpose, isDecided, send }: Sending,
): Promise<HttpResult | NotSent> {
  const obstacle = run.client.obstacle();
  if (obstacle !== null) return { notSent: afterFailures(obstacle) };
  const isAddition = effectOf(request.operation) === 'adds a pet';
  if (isAddition && isDecided && mustBeRejected(request) && !run.budget.allowsWrong())
    return { notSent: tooManyWrongAdditions(run.budget.wrong()) };
  if (isAddition && !run.budget.reserve(purpose)) return { notSent: noPetLeft(run) };
  if (!run.budget.reserveKey(request.credential)) {
    if (isAddition) run.budget.settle(0);
    const most = `The run may try at most ${run.configuration.maxWrongKeys ?? 0} wrong keys.`;
    return { notSent: maximumReached('max-wrong-keys', most) };
  }
  const sent = await send(request, caseId);
  if (isAddition) settleAddition(run, caseId, request, sent);
  return sent;
}

/** A response to another request may remove the obstacle later. */
function afterFailures(last: TransportFailure): Reason {
  const of = reasonOf(last);
  // A bound or the end of the run needs no other words.
  if (of.cause !== 'no-response') return of;
  const reason = `The request was not sent after several requests without a response. The last one: ${last.message}`;
  return { ...of, reason };
}

function tooManyWrongAdditions(count: number): Reason {
  const added = counted(count, 'pet');
  const reason = `The service added, or may have added, ${added} for requests that it must reject. The run leaves the rest for requirements that are not violated yet.`;
  return { ...maximumReached('max-creates', reason), howToResolve: 'Reject such requests, then run again.' };
}

function noPetLeft({ configuration, budget, known }: Run): GivenReason {
  const most = `The run may add at most ${counted(configuration.maxCreates, 'pet')}`;
  return budget.spent() > 0 && known.own().length === 0
    ? `${most}, and no creation of a pet succeeded.`
    : maximumReached('max-creates', `${most}, and this case would exceed that.`);
}

/** Records each pet that a request added or may have added, and returns the reserved pet if there is none. */
function settleAddition(run: Run, caseId: string, request: ApiRequest, sent: HttpResult): void {
  const { pet, expects } = request;
  const { attempts, result, exchangeId } = sent;
  const shared = {
    name: pet === undefined ? null : firstUnits(pet.name, BOUNDS.nameCharacters),
    caseId,
    exchange: exchangeId,
    intended: pet !== undefined && expects.some((status) => isSuccess({ status })),
  };
  const additions = attempts.filter(mayHaveStored).map((attempt): Addition => {
    const seen = readAddition(attempt, attempt === attempts.at(-1) ? result : null);
    return { ...seen, ...shared, sentAt: attempt.startedAt };
  });
  run.budget.settle(additions.length, mustBeRejected(request));
  for (const addition of additions) run.records.add({ type: 'addition', addition });
}

/** What became of an attempt, and the id that its response shows. */
function readAddition(
  { status }: HttpResult['attempts'][number],
  result: HttpResult['result'] | null,
): Pick<Addition, 'id' | 'outcome'> {
  if (status === null || !isSuccess({ status })) return { id: null, outcome: 'unknown' };
  const id = result?.kind === 'response' ? idOfAdded(result) : null;
  return id === null ? { id, outcome: 'claimed' } : { id: idToText(id), outcome: 'created' };
}
