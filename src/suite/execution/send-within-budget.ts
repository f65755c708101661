import { describePets, firstUnits } from '../../contract/describe.ts';
import { effectOf } from '../../contract/operations.ts';
import { BOUNDS } from '../../http/bounds.ts';
import type { Client } from '../../http/client.ts';
import type { TransportFailure } from '../../http/exchange.ts';
import type { HttpResult } from '../../http/request.ts';
import { mayHaveStored } from '../../http/transport-failure.ts';
import { type ApiRequest, mustBeRejected } from '../api-request.ts';
import type { Purpose } from './budget.ts';
import type { Judge } from '../judge.ts';
import { maximumReached, type Reason, reasonOf } from '../reasons.ts';
import type { Addition } from '../records/records.ts';
import { meantId, onlyObjectIn } from '../responses/makeshift.ts';
import { isSuccess } from '../responses/response.ts';
import { idToText } from '../responses/text-ids.ts';
import type { Run } from '../run.ts';

/** Why a request is not sent: an empty budget of the run, or an obstacle that its client knows. */
type NotSent = 'wrong keys' | 'pets' | 'wrong additions' | 'obstacle';

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
  if (run.client.obstacle() !== null) return 'obstacle';
  const isAddition = effectOf(request.operation) === 'adds a pet';
  if (isAddition && isDecided && mustBeRejected(request) && !run.budget.allowsWrong()) return 'wrong additions';
  if (isAddition && !run.budget.reserve(purpose)) return 'pets';
  if (!run.wrongKeys.reserve(request.credential)) {
    if (isAddition) run.budget.release();
    return 'wrong keys';
  }
  const sent = await send(request, caseId);
  if (isAddition) settleAddition(run, caseId, request, sent);
  return sent;
}

/** Why a request is not sent after failures in a row. A response to another request may have removed the obstacle. */
function afterFailures(last: TransportFailure | null): Reason {
  const reason = 'The request was not sent after several requests without a response.';
  if (last === null) return { reason, cause: 'no-response' };
  const of = reasonOf(last);
  // A bound or the end of the run needs no other words.
  return of.cause === 'no-response' ? { ...of, reason: `${reason} The last one: ${last.message}` } : of;
}

const REJECT_FIRST = 'Reject such requests, then run again.';

/** Ends a case that may not send a request. */
export function stopNotSent({ configuration, client, budget, known }: Run, judge: Judge, notSent: NotSent): never {
  const { maxWrongKeys, maxCreates } = configuration;
  if (notSent === 'obstacle') return judge.stopNotVerified(afterFailures(client.obstacle()));
  if (notSent === 'wrong keys')
    return judge.stopNotVerified(
      maximumReached('max-wrong-keys', `The run may try at most ${maxWrongKeys ?? 0} wrong keys.`),
    );
  if (notSent === 'wrong additions') {
    const added = describePets(budget.wrong());
    const reason = `The service added, or may have added, ${added} for requests that it must reject. The run leaves the rest for requirements that are not violated yet.`;
    return judge.stopNotVerified({ ...maximumReached('max-creates', reason), howToResolve: REJECT_FIRST });
  }
  const most = `The run may add at most ${describePets(maxCreates)}`;
  if (budget.spent() > 0 && known.own().length === 0)
    return judge.stopNotVerified(`${most}, and no creation of a pet succeeded.`);
  return judge.stopNotVerified(maximumReached('max-creates', `${most}, and this case would exceed that.`));
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
  if (additions.length === 0) run.budget.release();
  if (mustBeRejected(request)) run.budget.countWrong(additions.length);
  for (const [index, addition] of additions.entries()) {
    if (index > 0) run.budget.addRepeat();
    run.record({ type: 'addition', addition });
  }
}

/** What became of an attempt, and the id that its response shows, in whatever form. */
function readAddition(
  { status }: HttpResult['attempts'][number],
  result: HttpResult['result'] | null,
): Pick<Addition, 'id' | 'outcome'> {
  if (status === null || !isSuccess({ status })) return { id: null, outcome: 'unknown' };
  const reading = result?.kind === 'response' ? result.json() : null;
  if (reading?.kind !== 'json') return { id: null, outcome: 'claimed' };
  const { document } = reading;
  const id = meantId(document, document.value) ?? meantId(document, onlyObjectIn(document.value)?.value ?? null);
  return id === null ? { id, outcome: 'claimed' } : { id: idToText(id), outcome: 'created' };
}
