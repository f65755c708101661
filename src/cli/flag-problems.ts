import type { Reading } from '../settings/value-types.ts';

/** The problems with the value of a flag, one sentence each; none if it is right. */
export function flagProblems(flag: string, reading: Reading<unknown>): readonly string[] {
  return reading.kind === 'ok' ? [] : reading.problems.map((problem) => `${flag} ${problem}`);
}
