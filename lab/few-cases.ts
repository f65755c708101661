import { problemsOf } from './declared.ts';
import type { FewCases } from './kill-matrix.ts';
import { judgeServices, type FleetService } from './services.ts';
import type { Summary } from './summary.ts';

/** More than so many cases are not worth their fixtures: the whole suite judges then. */
const MOST = 3;

/**
 * The few cases that find most of what the whole suite found violated on a service, the one that finds most first. Null where
 * no case by itself finds anything.
 */
export function chooseFewCases({ violatedBy }: Summary): readonly string[] | null {
  const chosen: string[] = [];
  const missing = new Set(Object.values(violatedBy).flat());
  while (chosen.length < MOST && missing.size > 0) {
    const [best] = Object.entries(violatedBy)
      .map(([caseId, requirements]) => ({ caseId, finds: requirements.filter((id) => missing.has(id)) }))
      .toSorted((left, right) => right.finds.length - left.finds.length || costOf(left.caseId) - costOf(right.caseId));
    if (best === undefined || best.finds.length === 0) break;
    chosen.push(best.caseId);
    for (const id of best.finds) missing.delete(id);
  }
  return chosen.length === 0 ? null : chosen;
}

/** Of two that find as much, the one that sends less: properties and cases that look for all stored pets send most. */
function costOf(caseId: string): number {
  return /^(property|stored)\//.test(caseId) ? 1 : 0;
}

/** How often a few cases must find the same before they are recorded in the place of all. */
const TRIES = 2;

/** The few cases that catch a service as well as all cases do, if they find the same in each try. Steady faults only. */
export async function tryFewCases(
  services: readonly FleetService[],
  summaries: readonly Summary[],
): Promise<Readonly<Record<string, FewCases>>> {
  const steady = services.filter((service) => service.kind === 'fault' && 'breaks' in service.declared);
  const chosen = new Map<string, FewCases>();
  for (const summary of summaries) {
    const cases = chooseFewCases(summary);
    if (cases === null || !steady.some(({ id }) => id === summary.id)) continue;
    const violated = new Set(cases.flatMap((caseId) => summary.violatedBy[caseId] ?? []));
    chosen.set(summary.id, { cases, violated: [...violated] });
  }
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    await judgeServices(
      steady.filter(({ id }) => chosen.has(id)),
      ({ id }) => chosen.get(id)?.cases ?? null,
      (service, summary) => {
        if (problemsOf(service, summary, chosen.get(service.id)?.violated).length > 0) chosen.delete(service.id);
      },
    );
  }
  return Object.fromEntries(chosen);
}
