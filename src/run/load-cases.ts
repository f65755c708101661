import type { CaseDescription } from '../suite/case.ts';
import { loadSuite } from '../suite/load-suite.ts';

/** The cases of the suite, loaded but not run. Throws where one of its specs does not load. */
export async function loadCases(): Promise<readonly CaseDescription[]> {
  const { cases, faults } = await loadSuite();
  if (faults.length > 0) throw new Error(faults[0]);
  return cases.map(({ description }) => description);
}

/** The cases that can be chosen from. A run reports specs that do not load, so only a lack of all cases throws. */
export async function loadCasesToChoose(): Promise<readonly CaseDescription[]> {
  const { cases, faults } = await loadSuite();
  if (cases.length === 0) throw new Error(faults[0]);
  return cases.map(({ description }) => description);
}
