// The exports of the package, described in docs/api.md. Everything else may change at any time.

export { ConformanceError } from './conformance-error.ts';
export { diff, parseReport, renderReport, verify } from './reports.ts';
export { run } from './run.ts';
export { conformanceCases, conformanceRules, openConformance } from './session.ts';
export type { CaseOutcome } from './case-outcome.ts';
export type { ConformanceSession, SuiteCase } from './session.ts';
export type { RunOptions, TextConsole } from './run-options.ts';
export type { ConformanceErrorCode, RunResult } from './conformance-error.ts';
export type { RunProgress } from '../run/run-console.ts';
export type { Comparison } from '../gate/compare-reports.ts';
export type { Verification } from '../gate/verify-run.ts';
export type { FormatName } from '../report/formats.ts';
export type {
  BehaviourEntry,
  Check,
  Counts,
  Deviation,
  Report,
  ReportedCase,
  ReportedDeviation,
  ReportedOutcome,
  RequirementOutcome,
  RequirementResult,
  RunDescription,
  RunEnd,
  Verdict,
  VerdictName,
} from '../report/report.ts';
export type { Exchange } from '../http/exchange.ts';
