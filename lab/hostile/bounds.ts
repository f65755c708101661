import type { VerdictName } from '../../src/report/report.ts';
import type { HostileTarget } from './hostile-target.ts';

/** What a broken response violates, and nothing else. */
export const VIOLATED_BY: Readonly<Record<string, readonly string[]>> = {
  'cut-short': ['ANSWER-COMPLETE'],
  'not-http': ['ANSWER-COMPLETE'],
  undecodable: ['ANSWER-JSON'],
};

/** The verdict on a target. Failures that violate nothing may not be the doing of the service. */
export function verdictOn({ ending, verdict }: HostileTarget): VerdictName {
  const violates = ending === 'response' || VIOLATED_BY[ending] !== undefined;
  return verdict ?? (violates ? 'not conformant' : 'inconclusive');
}

/** The longest that a run of the fleet takes without need, in seconds. */
export const ENOUGH_SECONDS = 5;

/** How long a request may take, in seconds. Short only where a target makes it wait without end. */
export function requestTimeoutFor(target: HostileTarget): number {
  return makesWait(target) ? 1 : 600;
}

/**
 * Judges a target within so many seconds. On a busy machine a violation may come late: until it is found, the deadline is
 * doubled.
 */
export async function judgeInTime<Result extends { readonly verdict: VerdictName }>(
  target: HostileTarget,
  judge: (deadlineSeconds: number) => Promise<Result>,
): Promise<Result> {
  const verdict = verdictOn(target);
  for (let seconds = verdict === 'conformant' ? HOUR : ENOUGH_SECONDS; ; seconds *= 2) {
    const judged = await judge(seconds);
    if (seconds >= HOUR || judged.verdict === verdict || judged.verdict !== 'inconclusive') return judged;
  }
}

const HOUR = 3600;

/** Whether some request to the target ends by a time-out. */
export function makesWait({ ending, endingOfSecond }: HostileTarget): boolean {
  return [ending, endingOfSecond].some((each) => each?.endsWith('-timeout') === true);
}
