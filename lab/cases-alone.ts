import { problemsOf } from './declared.ts';
import type { AloneRow } from './kill-matrix.ts';
import { judgeServices, type FleetService } from './services.ts';
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
  const candidates = new Map(summaries.map((summary) => [summary.id, chooseCandidates(summary)]));
  const found = new Map<string, AloneRow>();
  let left = services.filter((service) => service.kind === 'fault' && 'breaks' in service.declared);
  for (let place = 0; place < CANDIDATES; place += 1) {
    const caseFor = ({ id }: FleetService): string | undefined => candidates.get(id)?.[place];
    left = left.filter((service) => caseFor(service) !== undefined);
    let trying = left;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const caught = new Set<string>();
      await judgeServices(
        trying,
        (service) => [caseFor(service) ?? ''],
        (service, summary) => {
          if (problemsOf(service, summary, []).length > 0) return;
          const earlier = found.get(service.id)?.violated ?? summary.violated;
          const violated = summary.violated.filter((id) => earlier.includes(id));
          if (violated.length === 0) return;
          caught.add(service.id);
          found.set(service.id, { case: caseFor(service) ?? '', violated });
        },
      );
      for (const { id } of trying) if (!caught.has(id)) found.delete(id);
      trying = trying.filter(({ id }) => caught.has(id));
    }
    left = left.filter(({ id }) => !found.has(id));
  }
  return Object.fromEntries(found);
}
