import { requirements, type RequirementRow } from '../../src/contract/requirements.ts';
import { faults } from '../../src/reference/faults/index.ts';
import type { Fault } from '../../src/reference/faults/fault.ts';

const WANTED = 2;

/** What a fault declares to break, always or now and then. */
export function brokenBy(fault: Fault): readonly string[] {
  return 'breaks' in fault ? fault.breaks : fault.breaksSome;
}

/**
 * The faults that are judged: all of them in a long test; else two for every required requirement, preferring steady
 * ones that break little else, so that the shorter test still covers the whole table.
 */
export function selectFaults(all: boolean): readonly Fault[] {
  if (all) return faults;
  const rows: readonly RequirementRow[] = requirements;
  const chosen = new Set<Fault>();
  for (const { id } of rows.filter(({ level, reason }) => level === 'required' && reason === undefined)) {
    const candidates = faults
      .filter((fault) => brokenBy(fault).includes(id))
      .toSorted(
        (left, right) => unsteadiness(left) - unsteadiness(right) || brokenBy(left).length - brokenBy(right).length,
      );
    for (const fault of candidates.slice(0, WANTED)) chosen.add(fault);
  }
  return faults.filter((fault) => chosen.has(fault));
}

function unsteadiness(fault: Fault): number {
  return 'breaks' in fault ? 0 : 1;
}
