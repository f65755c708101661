import type { Check, ReportedCase } from './report.ts';

/**
 * The violated check that speaks for its requirement. One that did not show again tells least; a case that is about the
 * requirement tells more than another.
 */
export function representativeCheck(
  checks: readonly Check[],
  caseOf: (id: string) => ReportedCase | undefined,
): Check | undefined {
  const steady = checks.filter((check) => check.unstable !== true);
  const cited = steady.find((check) => caseOf(check.case)?.requirements.includes(check.requirement) === true);
  return cited ?? steady[0] ?? checks[0];
}

/** A JSON Pointer in words where it is empty. */
export function pointerText(pointer: string): string {
  return pointer === '' ? 'the whole body' : pointer;
}
