import type { CaseDescription } from '../suite/case.ts';
import { loadSuite } from '../suite/load-suite.ts';

/** Loads the cases of the suite. Throws if one of its specs does not load. */
export async function loadCases(): Promise<readonly CaseDescription[]> {
  const { cases, faults } = await loadSuite();
  if (faults.length > 0) throw new Error(faults[0]);
  return cases.map(({ description }) => description);
}

/** Loads the cases that a run can select. The run itself reports specs that do not load, so this throws only if all fail. */
export async function loadCasesToChoose(): Promise<readonly CaseDescription[]> {
  const { cases, faults } = await loadSuite();
  if (cases.length === 0) throw new Error(faults[0]);
  return cases.map(({ description }) => description);
}
