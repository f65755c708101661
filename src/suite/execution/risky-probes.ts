import { LIMIT_MAX } from '../../contract/operations.ts';
import type { TestableId } from '../../contract/requirements.ts';
import type { HttpResult } from '../../http/request.ts';
import { nameByFlag } from '../../settings/read-settings.ts';
import { getRequest, listRequest, type UnsentRequest } from '../api-request.ts';
import type { CaseContext } from '../expectations/case-context.ts';
import { isSuccess } from '../responses/response.ts';
import type { Run } from '../run.ts';

/** A read that fails now and then was not damaged by the probe before it. */
const LOOKS = 3;

/** Why cases with risky probes do not apply. */
export const PROBES_LEFT_OUT = `The run skips risky probes. Set ${nameByFlag('riskyProbes')} to include them.`;

/** Finds the reads that work before the first risky probe: a page with the status of the probes, and an own pet. */
export async function findWorkingReads(run: Run, caseId: string): Promise<void> {
  const [own] = run.phase === 'before' ? run.known.own() : [];
  const reads = [listRequest({ status: 'sold', limit: LIMIT_MAX }), ...(own === undefined ? [] : [getRequest(own.id)])];
  for (const read of reads) if (works(await send(run, read, caseId))) run.probing.reads.push(read);
}

/** Reads again after a risky probe. If a read fails that worked before, no later request can be judged. */
export async function lookForDamage(run: Run, caseId: string): Promise<void> {
  for (const read of run.probing.reads) {
    let sent = await send(run, read, caseId);
    for (let look = 1; look < LOOKS && !works(sent); look += 1) sent = await send(run, read, caseId);
    run.probing.last = { exchangeId: sent.exchangeId };
    if (works(sent)) continue;
    run.probing.damage = { caseId, seen: `${describeResult(sent)} to ${read.method} ${read.path}` };
    return;
  }
}

/** Judges that the reads that worked before the risky probes still work. */
export function expectNoDamage({ run, judge }: CaseContext, requirement: TestableId): void {
  const { damage, last } = run.probing;
  if (!run.configuration.riskyProbes) return judge.stopNotApplicable(PROBES_LEFT_OUT);
  if (last === null)
    return judge.stopNotApplicable('The service accepted no risky probe, or no earlier read succeeded.');
  judge.check(requirement, damage === null, {
    expected: 'the list and an earlier pet still readable',
    actual: damage === null ? 'both still readable' : `${damage.seen}, since the case ${damage.caseId}`,
    responses: [last],
  });
}

/** No response rule judges these reads: what a service does after a probe is left open too. */
function send(run: Run, request: UnsentRequest, caseId: string): Promise<HttpResult> {
  return run.client.send({ ...request, credential: run.credentials.valid }, caseId);
}

function describeResult({ result }: HttpResult): string {
  if (result.kind === 'no-response') return result.failure.message;
  return isSuccess(result) ? 'a body that is not JSON' : `status ${result.status}`;
}

function works({ result }: HttpResult): boolean {
  if (result.kind === 'no-response' || !isSuccess(result)) return false;
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(result.body));
    return true;
  } catch {
    return false;
  }
}
