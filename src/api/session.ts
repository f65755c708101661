import type { CaseOutcome } from './case-outcome.ts';
import { ConformanceError, requireUsable, type RunResult } from './conformance-error.ts';
import type { Verdict } from '../report/report.ts';
import type { SuiteRun } from '../suite/execution/start-run.ts';
import { requirements } from '../contract/requirements.ts';
import { RULES_PREFIX } from '../report/verdict/fold-checks.ts';
import { runWithCases } from './run.ts';
import type { RunOptions } from './run-options.ts';

/** A case or a rule as another test runner shows it. */
export interface SuiteCase {
  readonly id: string;
  readonly title: string;
  /** What it judges, or what rules judge by its requests. */
  readonly requirements: readonly string[];
}

/** A run for another test runner, which asks for the cases in its own order. */
export interface ConformanceSession {
  /**
   * Runs a case if it has not run yet, with what it needs. For a rule, ends the run. Rejects with a `ConformanceError` if the run
   * cannot start.
   */
  outcome(id: string): Promise<CaseOutcome>;
  /** Ends the run, and writes and returns its report. Cases that the caller did not ask for are not verified. */
  finish(): Promise<RunResult>;
}

/** The cases of the suite, in the order of a run. Rejects with a `ConformanceError`. */
export async function conformanceCases(): Promise<readonly SuiteCase[]> {
  requireUsable();
  const { loadSuite } = await import('../run/load-suite.ts');
  const { cases, faults } = await loadSuite();
  if (faults.length > 0) throw new ConformanceError('suite', faults);
  return cases.map(({ description: { caseId, title, judges, feeds } }) => ({
    id: caseId,
    title,
    requirements: [...judges, ...feeds],
  }));
}

/** The rules of the suite, which judge the responses to all cases. Their outcomes are known when the run has ended. */
export function conformanceRules(): readonly SuiteCase[] {
  return requirements
    .filter(({ rule, level }) => rule !== undefined && level === 'required')
    .map(({ id, statement }) => ({ id: `${RULES_PREFIX}${id}`, title: statement, requirements: [id] }));
}

/** Opens a run for another test runner. It sends nothing before the caller asks for the first case. */
export function openConformance(options: RunOptions = {}): ConformanceSession {
  return openSession(options).session;
}

/**
 * Opens a run as `openConformance` does, for a caller that must also know when the run has started. `opened` rejects with a
 * `ConformanceError` if the run cannot start.
 */
export function openSession(options: RunOptions) {
  const opened = Promise.withResolvers<SuiteRun>();
  const finished = Promise.withResolvers<void>();
  const result = runWithCases(options, async (suite) => {
    opened.resolve(suite);
    await finished.promise;
  });
  // A run that ends without a call of its function for the cases has not started.
  result.then(
    ({ report }) => opened.reject(new ConformanceError('suite', textsOf(report.verdict))),
    (error: unknown) => opened.reject(error),
  );
  // Without this, Node reports an unhandled rejection if the caller never asks for a case.
  opened.promise.catch(() => undefined);
  const session: ConformanceSession = {
    async outcome(caseId) {
      const rule = conformanceRules().find(({ id }) => id === caseId);
      if (rule !== undefined) {
        const { report } = await session.finish().catch(resultOf);
        const { ruleOutcome } = await import('./case-outcome.ts');
        return ruleOutcome(report, rule.requirements[0] ?? '');
      }
      const suite = await opened.promise;
      if (!suite.cases.some(({ description }) => description.caseId === caseId)) return notSelected(caseId);
      const end = await suite.outcome(caseId);
      const { caseOutcome } = await import('./case-outcome.ts');
      return caseOutcome(suite.records(), end);
    },
    finish() {
      finished.resolve();
      return result;
    },
  };
  return { session, opened: opened.promise };
}

function textsOf({ reasons }: Verdict): readonly string[] {
  return reasons.map(({ text }) => text);
}

/** The result of a run that could not judge the target. Its verdict fails, and its rules are skipped. */
function resultOf(error: unknown): RunResult {
  if (error instanceof ConformanceError && error.result !== null) return error.result;
  throw error;
}

/** The outcome of a case that the options `profile`, `only` and `examples` leave out. Throws if the suite has no such case. */
async function notSelected(caseId: string): Promise<CaseOutcome> {
  const cases = await conformanceCases();
  if (cases.some(({ id }) => id === caseId)) {
    return { kind: 'skipped', reason: 'The options profile, only and examples leave out this case.' };
  }
  throw new ConformanceError('configuration', [`The suite has no case ${caseId}.`]);
}
