import { resolve } from 'node:path';
import { problemsOf } from '../contract/result.ts';
import { compareReports, comparisonProblems } from '../gate/compare-reports.ts';
import { readReportFile } from '../gate/run-folder.ts';
import {
  comparisonDocument,
  comparisonHeadline,
  comparisonMarkdown,
  comparisonText,
} from '../gate/render-comparison.ts';
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

/** `diff`: how a report differs from an earlier one. Exit code 1 for a regression, 3 if the reports cannot be compared. */
export function diffCommand(
  base: string,
  head: string,
  { format, json, embedded, quiet }: DiffFlags,
  console: Console,
): ExitCode {
  const earlier = readReportFile(resolve(console.directory, base));
  const later = readReportFile(resolve(console.directory, head));
  if (earlier.kind === 'bad' || later.kind === 'bad')
    return wrongUsage([...problemsOf(earlier), ...problemsOf(later)], console);
  // Without an address, a pipeline judges the embedded service, which proves nothing about a build.
  const isEmbedded = earlier.value.run.embedded || later.value.run.embedded;
  const obstacles = [
    ...(isEmbedded && embedded !== true ? [EMBEDDED] : []),
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

const EMBEDDED = 'The embedded reference service was judged. If that is intended, use --embedded.';
