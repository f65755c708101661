import type { CaseDescription } from '../suite/case.ts';
import { loadSuite } from '../suite/load-suite.ts';

/** Loads the cases of the suite. Throws if one of its specs does not load. */
export async function loadCases(): Promise<readonly CaseDescription[]> {
  const { cases, faults } = await loadSuite();
  if (faults.length > 0) throw new Error(faults[0]);
  return cases.map(({ description }) => description);
}
