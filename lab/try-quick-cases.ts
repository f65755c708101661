import { chooseQuickCases, type QuickCases } from './choose-quick-cases.ts';
import { problemsOf } from './declared.ts';
import { judgeServices } from './judge-services.ts';
import type { FleetService } from './services.ts';
import type { Summary } from './summary.ts';

/** How often a few cases must find the same before they are recorded in the place of all. */
const TRIES = 2;

/** The few cases that catch a service as well as all cases do, if they find the same in each try. Steady faults only. */
export async function tryQuickCases(
  services: readonly FleetService[],
  summaries: readonly Summary[],
): Promise<Readonly<Record<string, QuickCases>>> {
  const steady = services.filter((service) => service.kind === 'fault' && 'breaks' in service.declared);
  const chosen = new Map<string, QuickCases>();
  for (const summary of summaries) {
    const cases = chooseQuickCases(summary);
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
