import { appendFileSync, existsSync, statSync } from 'node:fs';
import { renderAnnotations } from '../report/github/render-annotations.ts';
import { renderMarkdown } from '../report/markdown/render-markdown.ts';
import type { Report } from '../report/report.ts';
import type { RunConsole } from './run-console.ts';

/** GitHub drops a summary that is longer than this number of bytes. */
const LONGEST_SUMMARY = 1_048_576;
/** Bytes for the other commands of the same step. */
const SPARE = 24_576;
/** A summary needs at least this number of bytes. */
const SHORTEST_SUMMARY = 10_000;

/** The texts that a run will show in GitHub Actions. */
export interface GitHubTexts {
  /** Workflow commands, one line each. */
  readonly annotations: string;
  /** Null if there is no room for it. */
  readonly summary: { readonly path: string; readonly text: string } | null;
}

/** Prepares what GitHub Actions shows of a report; null outside of GitHub Actions. */
export function prepareForGitHub(report: Report, console: RunConsole): GitHubTexts | null {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY: path } = console.environment;
  if (GITHUB_ACTIONS !== 'true') return null;
  return { annotations: renderAnnotations(report), summary: summaryFor(report, path) };
}

/** Adds the summary to that of the step, and prints the annotations. A failure does not change the verdict. */
export function showOnGitHub({ annotations, summary }: GitHubTexts, console: RunConsole): void {
  if (annotations !== '') console.out(annotations);
  if (summary === null) return;
  try {
    // A pipe without a reader would hold the run.
    if (statSync(summary.path, { throwIfNoEntry: false })?.isFile() === false) throw new Error('not a regular file');
    appendFileSync(summary.path, summary.text);
  } catch {
    console.error('the summary could not be added to the file that GITHUB_STEP_SUMMARY names.');
  }
}

function summaryFor(report: Report, path: string | undefined): GitHubTexts['summary'] {
  if (path === undefined || path === '') return null;
  const room = LONGEST_SUMMARY - SPARE - (existsSync(path) ? statSync(path).size : 0);
  return room < SHORTEST_SUMMARY ? null : { path, text: renderMarkdown(report, room) };
}
