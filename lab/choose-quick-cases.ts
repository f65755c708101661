import type { Summary } from './summary.ts';

/** Some cases, and the requirements that they find violated on a service. */
export interface QuickCases {
  readonly cases: readonly string[];
  readonly violated: readonly string[];
}

/** More than so many cases are not worth their fixtures: the whole suite judges then. */
const MOST = 3;

/**
 * The few cases that find most of what the whole suite found violated on a service, the one that finds most first. Null where
 * no case by itself finds anything.
 */
export function chooseQuickCases({ violatedBy }: Summary): readonly string[] | null {
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
