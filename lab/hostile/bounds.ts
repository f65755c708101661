import type { VerdictName } from '../../src/report/report.ts';
import type { HostileTarget } from './hostile-target.ts';

/** The only requirements that a broken response violates. */
export const VIOLATED_BY: Readonly<Record<string, readonly string[]>> = {
  'cut-short': ['ANSWER-COMPLETE'],
  'not-http': ['ANSWER-COMPLETE'],
  undecodable: ['ANSWER-JSON'],
};

/** The verdict on a target. A failure without a violation may not be the fault of the service. */
export function verdictOn({ ending, verdict }: HostileTarget): VerdictName {
  const violates = ending === 'response' || VIOLATED_BY[ending] !== undefined;
  return verdict ?? (violates ? 'not conformant' : 'inconclusive');
}

/** The time that a run may add beyond what the target requires, in seconds. */
export const ENOUGH_SECONDS = 5;

/** The request timeout in seconds. It is short only for targets that never finish a response. */
export function requestTimeoutFor(target: HostileTarget): number {
  return makesWait(target) ? 1 : 600;
}

/**
 * Judges a target with a deadline in seconds. On a busy machine the run may find a violation late, so the deadline doubles
 * until the run finds it.
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

/** Whether a request to the target ends with a timeout. */
export function makesWait({ ending, endingOfSecond }: HostileTarget): boolean {
  return [ending, endingOfSecond].some((each) => each?.endsWith('-timeout') === true);
}
