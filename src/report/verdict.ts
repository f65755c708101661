import { outdatedDeviations } from './deviations.ts';
import type { Check, ReportedDeviation, RequirementResult, RunEnd, RunSignal, Verdict, VerdictName } from './report.ts';
import { VERDICTS } from './verdicts.ts';

/** Everything that the verdict follows from. */
export interface VerdictInput {
  readonly requirements: readonly RequirementResult[];
  readonly checks: readonly Check[];
  readonly deviations: readonly ReportedDeviation[];
  readonly suiteFaults: readonly string[];
  readonly selection: 'all' | 'part';
  readonly end: RunEnd;
  /** What interrupted the run, if it was a signal. */
  readonly signal: RunSignal | null;
  readonly profile: 'full' | 'read-only';
  /** Whether the embedded reference service was judged. */
  readonly embedded: boolean;
}

/**
 * The verdict: not conformant if any required requirement is violated, even in a run cut short; deviations out of date if
 * a known deviation is stale or has expired; inconclusive if any applicable required one is not verified, on a harness
 * error or when only a part was selected; else conformant, with known deviations where there are any.
 */
export function decideVerdict(input: VerdictInput): Verdict {
  const required = input.requirements.filter((requirement) => requirement.level === 'required');
  const violated = required.filter((requirement) => requirement.outcome === 'violated');
  const doubts = doubtsOf(input, required);
  const outdated = outdatedDeviations(input.deviations);
  if (violated.length > 0) {
    return verdict('not conformant', input, [
      ...outdated,
      ...violated.map(({ id, statement }) => `${id} is violated: ${statement}`),
      ...doubts,
    ]);
  }
  if (outdated.length > 0) return verdict('deviations out of date', input, [...outdated, ...doubts]);
  if (doubts.length > 0) return verdict('inconclusive', input, doubts);
  const deviating = input.requirements.filter(({ outcome }) => outcome === 'deviating');
  if (deviating.length > 0) {
    return verdict('conformant with known deviations', input, [
      ...deviating.map(({ id, statement }) => `${id} deviates, as is known: ${statement}`),
      verifiedText(required),
    ]);
  }
  return verdict('conformant', input, [verifiedText(required)]);
}

function verifiedText(required: readonly RequirementResult[]): string {
  const verified = required.filter(({ outcome }) => outcome === 'verified').length;
  const deviating = required.filter(({ outcome }) => outcome === 'deviating').length;
  const otherwise = deviating === 0 ? 'none is violated' : 'none is violated beyond what is listed';
  return `${verified} required requirements are verified and ${otherwise}.`;
}

function verdict(outcome: VerdictName, input: VerdictInput, reasons: readonly string[]): Verdict {
  const { profile, embedded } = input;
  const judged = embedded ? 'embedded reference service' : 'service';
  return { outcome, judged, profile, exitCode: VERDICTS[outcome].exitCode, reasons };
}

/** What keeps a run without violations from being conformant, one sentence each, like reasons told once. */
function doubtsOf(input: VerdictInput, required: readonly RequirementResult[]): readonly string[] {
  const doubts: string[] = [];
  const by = input.signal === null ? '' : ` by ${input.signal}`;
  if (input.end === 'interrupted') doubts.push(`The run was interrupted${by} before its end.`);
  if (input.end === 'deadline')
    doubts.push('The run reached its deadline before its end; raise --deadline (PETSTORE_DEADLINE).');
  if (input.selection === 'part') doubts.push('Only a part of the suite was selected.');
  for (const fault of input.suiteFaults) doubts.push(`A fault of the suite itself: ${fault}`);
  const harness = input.checks.filter((check) => check.outcome === 'harness-error');
  if (harness.length > 0) {
    doubts.push(
      `${harness.length} checks ended in a fault of the suite itself, the first in ${harness[0]?.id ?? ''}: ${harness[0]?.reason ?? ''}`,
    );
  }
  const verified = required.filter((requirement) => requirement.outcome === 'verified');
  const open = required.filter(
    (requirement) => requirement.outcome === 'not-verified' || requirement.outcome === 'observed',
  );
  for (const [reason, requirements] of Map.groupBy(
    open,
    (requirement) => requirement.reason ?? 'It was not settled.',
  )) {
    const howToResolve = requirements.find((requirement) => requirement.howToResolve !== null)?.howToResolve;
    doubts.push(
      `${nameSome(requirements)} not verified: ${reason}${howToResolve === undefined || howToResolve === null ? '' : ` ${howToResolve}`}`,
    );
  }
  const deviating = required.some((requirement) => requirement.outcome === 'deviating');
  if (verified.length === 0 && !deviating && doubts.length === 0) doubts.push('Nothing was verified.');
  return doubts;
}

function nameSome(requirements: readonly RequirementResult[]): string {
  const [first, second] = requirements;
  if (requirements.length === 1) return `${first?.id ?? ''} is`;
  if (requirements.length === 2) return `${first?.id ?? ''} and ${second?.id ?? ''} are`;
  return `${first?.id ?? ''} and ${requirements.length - 1} other requirements are`;
}
