import { problemsOf } from './declared.ts';
import type { FewCases } from './kill-matrix.ts';
import { judgeServices, type FleetService } from './services.ts';
import type { Summary } from './summary.ts';

/** With more cases than this, the whole suite is cheaper. */
const MOST = 3;

/**
 * The few cases that find most violations that the whole suite found on a service, with the best case first. Null if no
 * single case finds a violation.
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

/** Of two equal cases, prefer the one with fewer requests. Generated cases depend on the seed, and searches for all stored pets send most. */
function costOf(caseId: string): number {
  return /^(generated|stored)\//.test(caseId) ? 1 : 0;
}

/** How often few cases must find the same violations before they are recorded. */
const TRIES = 2;

/** The few cases that catch a deterministic fault like all cases do, if each try finds the same violations. */
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
