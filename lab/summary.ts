import { FIXTURES_CASE } from '../src/suite/fixtures/fixture-step.ts';
import { casesBehind } from '../src/run/rerun-violations.ts';
import { symptomsOf } from '../src/report/diagnosis.ts';
import type { Check, Report } from '../src/report/report.ts';

/** What the judging of one service came to, as far as the tests of detection and fairness need it. */
export interface Summary {
  readonly id: string;
  readonly verdict: string;
  /** How the run ended: `complete`, unless it was cut short. */
  readonly end: string;
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
  /**
   * By id of a case: the requirements that are violated by its judgements, or by a response to it that broke a response
   * rule. What fixtures find stands under no case, since every selection finds it.
   */
  readonly violatedBy: Readonly<Record<string, readonly string[]>>;
  /** What the diagnosis knows it by. */
  readonly symptoms: readonly string[];
  readonly first: string | null;
  /** What the verdict says that this catalogue left open. */
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

/** Draws the summary from a report. */
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
    violatedBy: violatedBy(report, violated),
    symptoms: [...symptomsOf(violated)],
    first: first === undefined ? null : `${first.id}: expected ${first.expected}, came ${first.actual}`,
    notes: report.verdict.reasons.filter(({ kind }) => kind === 'note'),
    harnessErrors: broken.map((check) => `${check.id}: ${check.reason ?? ''}`),
    suiteFaults: report.suiteFaults,
    settled: settled.map((check) => check.id),
  };
}
