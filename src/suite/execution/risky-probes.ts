import { alternatives } from '../../contract/describe.ts';
import { LIMIT_MAX } from '../../contract/operations.ts';
import type { HttpResult } from '../../http/request.ts';
import { nameByFlag } from '../../settings/read-settings.ts';
import { type UnsentRequest } from '../api-request.ts';
import { getRequest, listRequest } from '../operations/requests.ts';
import { type CaseScope, probe } from '../case-scope.ts';
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
  const sent = await Promise.all(reads.map(async (read) => ({ read, result: await send(run, read, caseId) })));
  run.found.probing.reads = sent.filter(({ result }) => problemIn(result) === null).map(({ read }) => read);
}

/** Runs a case with a risky probe. If the case added a pet, the run reads again. */
export async function runProbe(run: Run, caseId: string, body: () => Promise<void>): Promise<void> {
  run.found.probing.unread.add(caseId);
  try {
    await body();
  } finally {
    // Cases beside it add pets too, so the budget does not show whether this one has.
    const hasAdded = run.records.all().some((each) => each.type === 'addition' && each.addition.caseId === caseId);
    if (hasAdded) await lookForDamage(run, caseId);
    else run.found.probing.unread.delete(caseId);
  }
}

/** Reads again after a risky probe. If a read fails that worked before, no later request can be judged. */
async function lookForDamage(run: Run, caseId: string): Promise<void> {
  const { probing } = run.found;
  const looks = await Promise.all(probing.reads.map(async (read) => ({ read, sent: await look(run, read, caseId) })));
  const broken = looks.find(({ sent }) => problemIn(sent) !== null);
  const last = broken ?? looks.at(-1);
  // The evidence of a damage is the first read that failed.
  if (probing.damage !== null) return;
  if (last !== undefined) probing.last = { exchangeId: last.sent.exchangeId };
  if (broken === undefined) return void probing.unread.delete(caseId);
  const { read, sent } = broken;
  const isGone = looks.every((each) => each.sent.result.kind === 'no-response');
  probing.damage = { caseIds: [...probing.unread], seen: `${read.method} ${read.path} got ${problemIn(sent)}`, isGone };
}

async function look(run: Run, read: UnsentRequest, caseId: string): Promise<HttpResult> {
  let sent = await send(run, read, caseId);
  for (let looks = 1; looks < LOOKS && problemIn(sent) !== null; looks += 1) sent = await send(run, read, caseId);
  return sent;
}

/** Judges that the reads that worked before the risky probes still work. */
export function expectNoDamage(scope: CaseScope): void {
  const { damage, last } = scope.run.found.probing;
  if (!scope.run.configuration.riskyProbes) return scope.stopNotApplicable(PROBES_LEFT_OUT);
  if (last === null)
    return scope.stopNotApplicable('The service accepted no risky probe, or no earlier read succeeded.');
  // A service that responds to nothing shows no damage of the catalogue.
  if (damage?.isGone === true) return scope.stopNotVerified(`Since ${probesOf(damage)}, ${damage.seen}.`, [last]);
  scope.check('CREATE-NO-DAMAGE', damage === null, {
    expected: 'the list and an earlier pet still readable',
    actual: damage === null ? 'both still readable' : `${damage.seen}, since ${probesOf(damage)}`,
    responses: [last],
  });
}

/** The cases of which one damaged the catalogue, in a sentence: `the case A`, `the case A or B`. */
export function probesOf({ caseIds }: { readonly caseIds: readonly string[] }): string {
  return `the case ${alternatives(caseIds)}`;
}

/** No rule judges these reads: what a service does after a probe is left open too. */
function send(run: Run, read: UnsentRequest, caseId: string): Promise<HttpResult> {
  return probe(run, caseId, { ...read, credential: run.credentials.valid });
}

/** Why a read shows no JSON of success; null if it does. */
function problemIn({ result }: HttpResult): string | null {
  if (result.kind === 'no-response') return 'no response';
  if (!isSuccess(result)) return `status ${result.status}`;
  const reading = result.json();
  return reading.kind === 'json' || reading.reason === 'too-complex' ? null : 'a body that is not JSON';
}
