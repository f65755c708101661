import { problemsOf } from './declared.ts';
import { createFleet, type Fleet } from './fleet.ts';
import type { AloneRow } from './kill-matrix.ts';
import { jobFor, type FleetService } from './services.ts';
import type { Summary } from './summary.ts';

const CANDIDATES = 3;
/** It needs most fixtures, and fixtures catch some faults. */
const WITH_FIXTURES = 'list/limit/20';

/** The cases to try alone, the best first: those that find most requirements violated. */
export function chooseCandidates({ violatedBy }: Pick<Summary, 'violatedBy'>): readonly string[] {
  const best = Object.entries(violatedBy)
    .toSorted(([one, finds], [other, finds2]) => finds2.length - finds.length || costOf(one) - costOf(other))
    .slice(0, CANDIDATES - 1)
    .map(([caseId]) => caseId);
  return [...new Set([...best, WITH_FIXTURES])];
}

/** Of two equal cases, prefer the one with fewer requests. Generated cases depend on the seed, and searches for all stored pets send most. */
function costOf(caseId: string): number {
  return /^(generated|stored)\//.test(caseId) ? 1 : 0;
}

/** How often a case runs alone before it is recorded. */
const TRIES = 2;

/** By service id: a case that catches the steady fault each time it runs alone, and what it finds each time. */
export async function tryCasesAlone(
  services: readonly FleetService[],
  summaries: readonly Summary[],
): Promise<Readonly<Record<string, AloneRow>>> {
  const fleet = createFleet();
  const summaryOf = new Map(summaries.map((summary) => [summary.id, summary]));
  const rows = await Promise.all(
    services.map(async (service) => {
      const summary = summaryOf.get(service.id);
      if (summary === undefined || service.kind !== 'fault' || !('breaks' in service.declared)) return [];
      for (const caseId of chooseCandidates(summary)) {
        const violated = await findEachTime(fleet, service, caseId);
        if (violated.length > 0) return [[service.id, { case: caseId, violated }] as const];
      }
      return [];
    }),
  );
  return Object.fromEntries(rows.flat());
}

/** The requirements that a case finds violated each time it runs alone. None if a run finds what the fault does not declare. */
async function findEachTime(fleet: Fleet, service: FleetService, caseId: string): Promise<readonly string[]> {
  let violated: readonly string[] | null = null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { summary } = await fleet.judge(jobFor(service, [caseId]));
    if (problemsOf(service, summary, []).length > 0) return [];
    const earlier: readonly string[] = violated ?? summary.violated;
    violated = summary.violated.filter((id) => earlier.includes(id));
  }
  return violated ?? [];
}
