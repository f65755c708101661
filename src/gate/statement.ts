import type { Report, Verdict } from '../report/report.ts';
import { REPORT_FILE } from '../report/reports-folder.ts';
import type { ManifestFile } from './manifest.ts';
import type { Subject } from './subject.ts';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

/** What a test result may be. */
export type TestResult = 'PASSED' | 'WARNED' | 'FAILED';

/** The result that a verdict is attested as. Whatever is not plainly conformant never passes, inconclusive runs least. */
export function resultOf({ outcome, exitCode }: Verdict): TestResult {
  if (exitCode !== 0) return 'FAILED';
  if (outcome === 'conformant') return 'PASSED';
  return outcome === 'conformant with known deviations' ? 'WARNED' : 'FAILED';
}

/**
 * The in-toto statement of a run (test-result v0.1): about the build, where one is named, and every file.
 * What the predicate's own members do not tell stands in its member `conformance`.
 */
export function statementFor(report: Report, files: readonly ManifestFile[], subject: Subject | null): string {
  const { run, verdict, requirements } = report;
  const ids = (holds: (requirement: Report['requirements'][number]) => boolean): readonly string[] =>
    requirements.filter(holds).map(({ id }) => id);
  const described = files.map(({ name, sha256 }) => ({ name, digest: { sha256 } }));
  return JSON.stringify({
    _type: STATEMENT_TYPE,
    subject: [...(subject === null ? [] : [{ name: subject.name, digest: { sha256: subject.sha256 } }]), ...described],
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: resultOf(verdict),
      configuration: described.filter(({ name }) => name === REPORT_FILE),
      passedTests: ids(({ outcome }) => outcome === 'verified'),
      warnedTests: ids(
        ({ outcome, level }) => outcome === 'deviating' || (outcome === 'violated' && level !== 'required'),
      ),
      failedTests: ids(({ outcome, level }) => outcome === 'violated' && level === 'required'),
      conformance: {
        verdict: verdict.outcome,
        judged: verdict.judged,
        exitCode: verdict.exitCode,
        profile: verdict.profile,
        selection: run.selection,
        end: run.end,
        signal: run.signal,
        target: run.target,
        run: run.id,
        startedAt: run.startedAt,
        endedAt: run.endedAt,
        suite: run.suite,
        contract: run.contract,
      },
    },
  });
}
