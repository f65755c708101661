import type { Report } from '../report/report.ts';

/** The result of a run. */
export interface RunResult {
  /** The same as report.json, which schemas/report.schema.json describes. Its verdict is in `report.verdict`. */
  readonly report: Report;
  /** The exit code of the verdict: 0 conformant, 1 not conformant, 2 inconclusive. */
  readonly exitCode: 0 | 1 | 2;
  /** The folder of the report; null if the option `reports` is not given. */
  readonly directory: string | null;
  /** Notes that the command prints on standard error, one sentence each. */
  readonly notes: readonly string[];
}
