import { FIXTURES_CASE } from '../src/suite/fixtures/fixture-step.ts';
import { isRuleCase } from '../src/report/verdict/fold-checks.ts';
import type { Check, Report } from '../src/report/report.ts';

/** The judgement of one service, reduced to what the tests of detection and fairness need. */
export interface Summary {
  readonly id: string;
  readonly verdict: string;
  /** How the run ended. `complete` means that nothing stopped it. */
  readonly end: string;
  readonly milliseconds: number;
  /** Requirement ids: required and violated, recommended and violated, required and not settled. */
  readonly violated: readonly string[];
  readonly warned: readonly string[];
  readonly notVerified: readonly string[];
  readonly notApplicable: readonly string[];
  /** Outcomes of all requirements by id. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** Ids of the violated checks, and the first of them with its expected and actual text. */
  readonly violatedChecks: readonly string[];
  /** Ids of the violated checks that just one of two tries found. */
  readonly unstableChecks: readonly string[];
  /**
   * By case id: the requirements that its judgements or its responses violate. Findings of fixtures belong to no case,
   * because every selection includes them.
   */
  readonly violatedBy: Readonly<Record<string, readonly string[]>>;
  readonly first: string | null;
  /** The checks that decided nothing: their requirement, and how they ended with which reason. */
  readonly open: readonly { readonly requirement: string; readonly ended: string }[];
  /** The verdict's reasons for what this catalogue left open. */
  readonly notes: Report['verdict']['reasons'];
  readonly harnessErrors: readonly string[];
  readonly suiteFaults: readonly string[];
  /** Ids of the checks that were satisfied or violated. */
  readonly settled: readonly string[];
}

function violatedBy(report: Report, violated: readonly Check[]): Readonly<Record<string, readonly string[]>> {
  const required = new Set(report.requirements.filter(({ level }) => level === 'required').map(({ id }) => id));
  const senders = new Map(report.exchanges.map(({ id, caseId }) => [id, caseId]));
  const found = new Map<string, Set<string>>();
  for (const check of violated.filter(({ requirement }) => required.has(requirement))) {
    for (const caseId of casesBehind(check, senders).filter((id) => id !== FIXTURES_CASE)) {
      found.set(caseId, (found.get(caseId) ?? new Set()).add(check.requirement));
    }
  }
  return Object.fromEntries([...found].map(([caseId, ids]) => [caseId, [...ids]]));
}

/** The cases behind a check: its own, or those whose responses broke a response rule. */
function casesBehind(check: Check, senders: ReadonlyMap<string, string>): readonly string[] {
  if (!isRuleCase(check.case)) return [check.case];
  return [...check.exchanges, ...check.furtherViolations].flatMap((id) => senders.get(id) ?? []);
}

/** Summarizes a report. */
export function summarise(id: string, report: Report): Summary {
  const ids = (level: string, outcome: string): readonly string[] =>
    report.requirements.filter((row) => row.level === level && row.outcome === outcome).map((row) => row.id);
  const violated = report.checks.filter((check) => check.outcome === 'violated');
  const settled = report.checks.filter((check) => check.outcome === 'satisfied' || check.outcome === 'violated');
  const [first] = violated;
  const broken = report.checks.filter((check) => check.outcome === 'harness-error');
  return {
    id,
    verdict: report.verdict.outcome,
    end: report.run.end,
    milliseconds: Date.parse(report.run.endedAt) - Date.parse(report.run.startedAt),
    violated: ids('required', 'violated'),
    warned: ids('recommended', 'violated'),
    notVerified: ids('required', 'not-verified'),
    notApplicable: ids('required', 'not-applicable'),
    outcomes: Object.fromEntries(report.requirements.map((row) => [row.id, row.outcome])),
    violatedChecks: violated.map((check) => check.id),
    unstableChecks: violated.filter(({ unstable }) => unstable === true).map((check) => check.id),
    violatedBy: violatedBy(report, violated),
    first: first === undefined ? null : `${first.id}: expected ${first.expected}, came ${first.actual}`,
    open: report.checks
      .filter(({ outcome }) => outcome === 'not-verified' || outcome === 'not-applicable')
      .map(({ requirement, outcome, reason }) => ({ requirement, ended: `${outcome}: ${reason ?? ''}` })),
    notes: report.verdict.reasons.filter(({ kind }) => kind === 'note'),
    harnessErrors: broken.map((check) => `${check.id}: ${check.reason ?? ''}`),
    suiteFaults: report.suiteFaults,
    settled: settled.map((check) => check.id),
  };
}
