import type { SharedRun } from '../conformance/shared-run.ts';

/** vitest evaluates setup files once for each spec file, so what holds for a whole run is kept here. */
const reported = new WeakSet<SharedRun>();

/**
 * The error of a run whose target cannot be judged, for the first spec file that asks; null for the others, whose cases are
 * skipped with the same reason. Null where the target can be judged.
 */
export function targetFailure(shared: SharedRun): Error | null {
  const { target } = shared.catalogue;
  if (target === null || reported.has(shared)) return null;
  reported.add(shared);
  const error = new Error(`The target cannot be judged: ${target.reason} ${target.supply ?? ''}`.trim());
  // No line of the suite's own code explains it.
  error.stack = '';
  return error;
}
