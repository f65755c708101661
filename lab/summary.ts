import type { Finished } from './fleet.ts';

/** What the judging of one service came to, as far as the tests of detection and fairness need it. */
export interface Summary {
  readonly id: string;
  readonly verdict: string;
  readonly milliseconds: number;
  /** Ids of requirements by outcome: required and violated, recommended and violated, required and not settled. */
  readonly violated: readonly string[];
  readonly warned: readonly string[];
  readonly notVerified: readonly string[];
  readonly notApplicable: readonly string[];
  /** Outcomes of all requirements by id. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** Ids of the violated checks, and the first of them with what was expected and what came. */
  readonly violatedChecks: readonly string[];
  readonly first: string | null;
  readonly harnessErrors: readonly string[];
  readonly suiteFaults: readonly string[];
  /** Ids of the checks that were satisfied or violated. */
  readonly settled: readonly string[];
  /** The lines of specs/ that judged, and those that found a violation. */
  readonly judgedAt: readonly string[];
  readonly violatedAt: readonly string[];
}

function linesOf(callSites: readonly string[]): readonly string[] {
  return [...new Set(callSites.filter((site) => site.startsWith('specs/')))];
}

/** Draws the summary from a report. */
export function summarise({ id, report }: Finished): Summary {
  const ids = (level: string, outcome: string): readonly string[] =>
    report.requirements.filter((row) => row.level === level && row.outcome === outcome).map((row) => row.id);
  const violated = report.checks.filter((check) => check.outcome === 'violated');
  const settled = report.checks.filter((check) => check.outcome === 'satisfied' || check.outcome === 'violated');
  const [first] = violated;
  const broken = report.checks.filter((check) => check.outcome === 'harness-error');
  return {
    id,
    verdict: report.verdict.outcome,
    milliseconds: Date.parse(report.run.endedAt) - Date.parse(report.run.startedAt),
    violated: ids('required', 'violated'),
    warned: ids('recommended', 'violated'),
    notVerified: ids('required', 'not-verified'),
    notApplicable: ids('required', 'not-applicable'),
    outcomes: Object.fromEntries(report.requirements.map((row) => [row.id, row.outcome])),
    violatedChecks: violated.map((check) => check.id),
    first: first === undefined ? null : `${first.id}: expected ${first.expected}, came ${first.actual}`,
    harnessErrors: broken.map((check) => `${check.id}: ${check.reason ?? ''}`),
    suiteFaults: report.suiteFaults,
    settled: settled.map((check) => check.id),
    judgedAt: linesOf(settled.flatMap((check) => check.callSites)),
    violatedAt: linesOf(violated.flatMap((check) => check.violatedAt)),
  };
}
