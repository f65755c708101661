import { chooseQuickCases, type QuickCases } from './choose-quick-cases.ts';
import { problemsOf } from './declared.ts';
import { judgeServices } from './judge-services.ts';
import type { FleetService } from './services.ts';
import type { Summary } from './summary.ts';

/** How often a few cases must find the same before they are recorded in the place of all. */
const TRIES = 2;

/** The few cases that catch a service as well, where they have found the same in each try. */
export async function tryQuickCases(
  services: readonly FleetService[],
  summaries: readonly Summary[],
): Promise<Readonly<Record<string, QuickCases>>> {
  const steady = services.filter((service) => service.kind === 'fault' && 'breaks' in service.declared);
  const chosen = new Map(
    summaries.flatMap((summary) => {
      const cases = chooseQuickCases(summary);
      return cases === null ? [] : [[summary.id, cases] as const];
    }),
  );
  const found = new Map<string, Set<string>>();
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const tried = steady.filter(({ id }) => chosen.has(id));
    await judgeServices(
      tried,
      ({ id }) => chosen.get(id) ?? [],
      (service, summary) => {
        const cases = chosen.get(service.id) ?? [];
        const expected = new Set(
          cases.flatMap((each) => summaries.find(({ id }) => id === service.id)?.violatedBy[each] ?? []),
        );
        const isAsGood = problemsOf(service, summary, [...expected]).length === 0;
        if (isAsGood) found.set(service.id, expected);
        else {
          chosen.delete(service.id);
          found.delete(service.id);
        }
      },
    );
  }
  return Object.fromEntries(
    [...found].map(([id, violated]) => [id, { cases: chosen.get(id) ?? [], violated: [...violated] }]),
  );
}
