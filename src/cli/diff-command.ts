import { resolve } from 'node:path';
import { compareReports, comparisonProblems } from '../gate/compare-reports.ts';
import { otherRunProblems, readReportFile } from '../gate/run-folder.ts';
import {
  comparisonDocument,
  comparisonHeadline,
  comparisonMarkdown,
  comparisonText,
} from '../gate/render-comparison.ts';
import type { Report } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';
import { choice } from '../settings/value-types.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, flagProblems, wrongUsage, printJson } from './command-result.ts';

/** Flags of `diff`. */
export interface DiffFlags {
  readonly format: string;
  readonly json?: boolean;
  readonly embedded?: boolean;
  /** The id of the run whose report must be the later one. */
  readonly run?: string;
  readonly quiet?: boolean;
}

const FORMAT = choice(['text', 'md']);
const RENDERERS = { text: comparisonText, md: comparisonMarkdown } as const;

/** `diff`: how a report differs from an earlier one. A regression is exit 1, reports that cannot be compared are exit 3. */
export function diffCommand(
  base: string,
  head: string,
  { format, json, embedded, run, quiet }: DiffFlags,
  console: Console,
): ExitCode {
  const read = FORMAT.read(format);
  if (read.kind === 'bad') return wrongUsage(flagProblems('--format', read), console);
  const [earlier, later] = [base, head].map((path) => readReportFile(resolve(console.directory, path)));
  const problems = [earlier, later].flatMap((each) => (each?.kind === 'bad' ? [each.problem] : []));
  if (earlier?.kind !== 'ok' || later?.kind !== 'ok') return wrongUsage(problems, console);
  const obstacles = [
    ...otherRunProblems(later.value.run.id, run),
    ...(embedded === true ? [] : embeddedProblems(earlier.value, later.value)),
    ...comparisonProblems(earlier.value, later.value),
  ];
  if (obstacles.length > 0)
    return wrongUsage(
      obstacles.map((obstacle) => `The reports cannot be compared. ${obstacle}`),
      console,
    );
  const comparison = compareReports(earlier.value, later.value);
  if (json === true) printJson(comparisonDocument(comparison), console);
  else
    console.out(quiet === true ? `${safeText(comparisonHeadline(comparison))}\n` : RENDERERS[read.value](comparison));
  return comparison.regression ? EXIT.notConformant : EXIT.conformant;
}

/** Without an address, a pipeline judges the embedded service, which proves nothing about a build. */
function embeddedProblems(...reports: readonly Report[]): readonly string[] {
  if (!reports.some(({ run }) => run.embedded)) return [];
  return ['The embedded reference service was judged. If that is intended, use --embedded.'];
}
