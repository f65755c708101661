import { alternatives } from '../../contract/describe.ts';
import { LIMIT_MAX } from '../../contract/operations.ts';
import type { RemovalPhase } from '../../contract/removal-calendar.ts';
import type { HttpResult } from '../../http/request.ts';
import { nameByFlag } from '../../settings/read-settings.ts';
import type { UnsentRequest } from '../api-request.ts';
import type { Knowledge } from '../knowledge.ts';
import type { Judge } from '../judge.ts';
import { getRequest, listRequest } from '../operations/requests.ts';
import type { RunRecords } from '../records/record-store.ts';
import { type Evidence, isSuccess } from '../responses/response.ts';

/** A read that fails now and then was not damaged by the probe before it. */
const LOOKS = 3;

/** Why cases with risky probes do not apply. */
export const PROBES_LEFT_OUT = `The run skips risky probes. Set ${nameByFlag('riskyProbes')} to include them.`;

/** Sends a read that no rule judges: what a service does after a probe is left open too. */
type SendRead = (read: UnsentRequest, caseId: string) => Promise<HttpResult>;

/** The risky probes of a run. */
export type RiskyProbes = ReturnType<typeof createRiskyProbes>;

/** Runs risky probes, and reads what worked before them. A service may store what the contract leaves open and then fail to read it. */
export function createRiskyProbes(knowledge: Pick<Knowledge, 'own'>, records: Pick<RunRecords, 'all'>, send: SendRead) {
  let reads: readonly UnsentRequest[] = [];
  let lastRead: Evidence | null = null;
  /** The cases whose probes no successful read has followed yet. */
  const unread = new Set<string>();
  /** The cases of which one broke a read, and what was seen. No later request can be judged. */
  let damage: { readonly caseIds: readonly string[]; readonly seen: string; readonly isGone: boolean } | null = null;

  /** Reads again after a probe. */
  async function lookForDamage(caseId: string): Promise<void> {
    const looks = await Promise.all(reads.map(async (read) => ({ read, sent: await look(send, read, caseId) })));
    const broken = looks.find(({ sent }) => problemIn(sent) !== null);
    const last = broken ?? looks.at(-1);
    // The evidence of a damage is the first read that failed.
    if (damage !== null) return;
    if (last !== undefined) lastRead = { exchangeId: last.sent.exchangeId };
    if (broken === undefined) return void unread.delete(caseId);
    const { read, sent } = broken;
    const isGone = looks.every((each) => each.sent.result.kind === 'no-response');
    damage = { caseIds: [...unread], seen: `${read.method} ${read.path} got ${problemIn(sent)}`, isGone };
  }

  return {
    /** Finds the reads that work before the first risky probe: a page with the status of the probes, and an own pet. */
    async findWorkingReads(phase: RemovalPhase, caseId: string): Promise<void> {
      const [own] = phase === 'before' ? knowledge.own() : [];
      const pages = [listRequest({ status: 'sold', limit: LIMIT_MAX })];
      const all = own === undefined ? pages : [...pages, getRequest(own.id)];
      const sent = await Promise.all(all.map(async (read) => ({ read, result: await send(read, caseId) })));
      reads = sent.filter(({ result }) => problemIn(result) === null).map(({ read }) => read);
    },
    /** Runs a case with a risky probe. If the case added a pet, the run reads again. */
    async runProbe(caseId: string, body: () => Promise<void>): Promise<void> {
      unread.add(caseId);
      try {
        await body();
      } finally {
        // Cases beside it add pets too, so the budget does not show whether this one has.
        const hasAdded = records.all().some((each) => each.type === 'addition' && each.addition.caseId === caseId);
        if (hasAdded) await lookForDamage(caseId);
        else unread.delete(caseId);
      }
    },
    /** What the probes broke; null if nothing. */
    damage: () => damage,
    lastRead: () => lastRead,
  };
}

async function look(send: SendRead, read: UnsentRequest, caseId: string): Promise<HttpResult> {
  let sent = await send(read, caseId);
  for (let looks = 1; looks < LOOKS && problemIn(sent) !== null; looks += 1) sent = await send(read, caseId);
  return sent;
}

/** Judges that the reads that worked before the risky probes still work. `areSent`: whether the run sends such probes. */
export function expectNoDamage(judge: Judge, probes: RiskyProbes, areSent: boolean): void {
  if (!areSent) return judge.stopNotApplicable(PROBES_LEFT_OUT);
  const [damage, last] = [probes.damage(), probes.lastRead()];
  if (last === null)
    return judge.stopNotApplicable('The service accepted no risky probe, or no earlier read succeeded.');
  // A service that responds to nothing shows no damage of the catalogue.
  if (damage?.isGone === true) return judge.stopNotVerified(`Since ${probesOf(damage)}, ${damage.seen}.`, [last]);
  judge.check('CREATE-NO-DAMAGE', damage === null, {
    expected: 'the list and an earlier pet still readable',
    actual: damage === null ? 'both still readable' : `${damage.seen}, since ${probesOf(damage)}`,
    responses: [last],
  });
}

/** The cases of which one damaged the catalogue, in a sentence: `the case A`, `the case A or B`. */
export function probesOf({ caseIds }: { readonly caseIds: readonly string[] }): string {
  return `the case ${alternatives(caseIds)}`;
}

/** Why a read shows no JSON of success; null if it does. */
function problemIn({ result }: HttpResult): string | null {
  if (result.kind === 'no-response') return 'no response';
  if (!isSuccess(result)) return `status ${result.status}`;
  const reading = result.json();
  return reading.kind === 'json' || reading.reason === 'too-complex' ? null : 'a body that is not JSON';
}
