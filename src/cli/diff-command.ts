import { resolve } from 'node:path';
import { compareReports, comparisonProblems } from '../gate/compare-reports.ts';
import { readReportFile } from '../gate/run-folder.ts';
import {
  comparisonDocument,
  comparisonHeadline,
  comparisonMarkdown,
  comparisonText,
} from '../gate/render-comparison.ts';
import type { Report } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, wrongUsage, printJson } from './command-result.ts';

/** Flags of `diff`. */
export interface DiffFlags {
  readonly format: keyof typeof RENDERERS;
  readonly json?: boolean;
  readonly embedded?: boolean;
  readonly quiet?: boolean;
}

const RENDERERS = { text: comparisonText, md: comparisonMarkdown } as const;

/** `diff`: how a report differs from an earlier one. A regression is exit 1, reports that cannot be compared are exit 3. */
export function diffCommand(
  base: string,
  head: string,
  { format, json, embedded, quiet }: DiffFlags,
  console: Console,
): ExitCode {
  const [earlier, later] = [base, head].map((path) => readReportFile(resolve(console.directory, path)));
  const problems = [earlier, later].flatMap((each) => (each?.kind === 'bad' ? each.problems : []));
  if (earlier?.kind !== 'ok' || later?.kind !== 'ok') return wrongUsage(problems, console);
  const obstacles = [
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
  else console.out(quiet === true ? `${safeText(comparisonHeadline(comparison))}\n` : RENDERERS[format](comparison));
  return comparison.regression ? EXIT.notConformant : EXIT.conformant;
}

/** Without an address, a pipeline judges the embedded service, which proves nothing about a build. */
function embeddedProblems(...reports: readonly Report[]): readonly string[] {
  if (!reports.some(({ run }) => run.embedded)) return [];
  return ['The embedded reference service was judged. If that is intended, use --embedded.'];
}
