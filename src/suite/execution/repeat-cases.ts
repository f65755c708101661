import type { ConformanceCase } from '../case.ts';
import { boundRequests } from './client-guards.ts';
import { firstOfEach } from './controlled-trials.ts';
import { isViolation, type RunRecord } from '../records/records.ts';
import type { Run } from '../run.ts';

/** The most requests that repeat cases in which a request had no response. */
const REPEAT_REQUESTS = 20;
/** As each may take a time-out, the repeats end after so many in a row without a response. */
const REPEATS_WITHOUT_RESPONSE = 3;

interface RepeatOptions {
  readonly run: Run;
  /** The records of the run so far. */
  readonly records: () => readonly RunRecord[];
  readonly isStopped: () => boolean;
  /** Runs a case once more with another client. */
  readonly runAgain: (run: Run, each: ConformanceCase) => Promise<void>;
}

/**
 * Repeats those of some cases in which a request had no response, alone and one after another. All repeats of a run share one
 * maximum of requests.
 */
export function createRepeats({ run, records, isStopped, runAgain }: RepeatOptions) {
  const client = boundRequests(run.client, REPEAT_REQUESTS);
  return async function repeatWithoutResponse(cases: readonly ConformanceCase[]): Promise<void> {
    const withoutResponse = casesWithoutResponse(records());
    const repeated = cases.filter(({ description }) => withoutResponse.has(description.caseId));
    let inRow = 0;
    for (const each of firstOfEach(repeated, ({ description }) => description.repeatGroup)) {
      if (isStopped() || run.client.isGone() || client.obstacle() !== null || inRow >= REPEATS_WITHOUT_RESPONSE) return;
      const { caseId } = each.description;
      run.record({ type: 'repeat', caseId });
      await runAgain({ ...run, client }, each);
      inRow = casesWithoutResponse(records()).has(caseId) ? inRow + 1 : 0;
    }
  };
}

/**
 * The cases in which a request had no response, at their last run if they were repeated. A violation settles a case, and a
 * repeat changes nothing where a limit of the run prevents the request.
 */
function casesWithoutResponse(records: readonly RunRecord[]): ReadonlySet<string> {
  const violating = new Set(records.filter(isViolation).map(({ caseId }) => caseId));
  const withoutResponse = new Set<string>();
  for (const record of records) {
    if (record.type === 'repeat') withoutResponse.delete(record.caseId);
    if (record.type !== 'stopped' || record.cause !== 'no-response') continue;
    if (!violating.has(record.caseId)) withoutResponse.add(record.caseId);
  }
  return withoutResponse;
}
