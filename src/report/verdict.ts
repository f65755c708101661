import type { Check, RequirementResult, RunEnd, Verdict, VerdictName } from './report.ts';

/** Everything that the verdict follows from. */
export interface VerdictInput {
  readonly requirements: readonly RequirementResult[];
  readonly checks: readonly Check[];
  readonly suiteFaults: readonly string[];
  readonly selection: 'all' | 'part';
  readonly end: RunEnd;
  readonly profile: 'full' | 'read-only';
}

const EXIT_CODES = { conformant: 0, 'not conformant': 1, inconclusive: 2 } as const satisfies Record<
  VerdictName,
  number
>;

/**
 * The verdict: not conformant if any required requirement is violated, even in a run cut short; inconclusive if any
 * applicable required one is not verified, on a harness error or when only a part was selected; else conformant.
 */
export function decideVerdict(input: VerdictInput): Verdict {
  const required = input.requirements.filter((requirement) => requirement.level === 'required');
  const violated = required.filter((requirement) => requirement.outcome === 'violated');
  const doubts = doubtsOf(input, required);
  if (violated.length > 0) {
    return verdict('not conformant', input, [
      ...violated.map(({ id, statement }) => `${id} is violated: ${statement}`),
      ...doubts,
    ]);
  }
  if (doubts.length > 0) return verdict('inconclusive', input, doubts);
  return verdict('conformant', input, [
    `${required.filter(({ outcome }) => outcome === 'verified').length} required requirements are verified and none is violated.`,
  ]);
}

function verdict(outcome: VerdictName, input: VerdictInput, reasons: readonly string[]): Verdict {
  return { outcome, profile: input.profile, exitCode: EXIT_CODES[outcome], reasons };
}

/** What keeps a run without violations from being conformant, one sentence each, like reasons told once. */
function doubtsOf(input: VerdictInput, required: readonly RequirementResult[]): readonly string[] {
  const doubts: string[] = [];
  if (input.end === 'interrupted') doubts.push('The run was interrupted before its end.');
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
    const supply = requirements.find((requirement) => requirement.supply !== null)?.supply;
    doubts.push(
      `${nameSome(requirements)} not verified: ${reason}${supply === undefined || supply === null ? '' : ` ${supply}`}`,
    );
  }
  if (verified.length === 0 && doubts.length === 0) doubts.push('Nothing was verified.');
  return doubts;
}

function nameSome(requirements: readonly RequirementResult[]): string {
  const [first, second] = requirements;
  if (requirements.length === 1) return `${first?.id ?? ''} is`;
  if (requirements.length === 2) return `${first?.id ?? ''} and ${second?.id ?? ''} are`;
  return `${first?.id ?? ''} and ${requirements.length - 1} other requirements are`;
}
