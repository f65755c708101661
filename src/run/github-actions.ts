import { randomUUID } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { renderAnnotations } from '../report/github/render-annotations.ts';
import { renderMarkdown } from '../report/markdown/render-markdown.ts';
import type { Report } from '../report/report.ts';
import type { RunConsole } from './run-console.ts';

/** GitHub drops the summary of a step as a whole where it is longer than this number of bytes. */
const LONGEST_SUMMARY = 1_048_576;
/** What other commands of the same step may still add. */
const SPARE = 24_576;
/** Less room than this holds no summary. */
const SHORTEST_SUMMARY = 10_000;

/** What a run shows in GitHub Actions: texts that are ready and have not been shown yet. */
export interface GitHubTexts {
  /** Workflow commands, one line each. */
  readonly annotations: string;
  /** Null where there is no place for it. */
  readonly summary: { readonly path: string; readonly text: string } | null;
}

/** Prepares what GitHub Actions shows of a report; null anywhere else. */
export function prepareForGitHub(report: Report, console: RunConsole): GitHubTexts | null {
  if (!isGitHubActions(console)) return null;
  const path = console.environment['GITHUB_STEP_SUMMARY'];
  return { annotations: renderAnnotations(report), summary: summaryFor(report, path) };
}

/** All that would be shown, to be searched for secrets. */
export function textsOfGitHub(texts: GitHubTexts | null): readonly string[] {
  if (texts === null) return [];
  const { annotations, summary } = texts;
  return [annotations, ...(summary === null ? [] : [summary.text])];
}

/** Adds the summary to that of the step and prints the annotations. A summary that cannot be added changes no verdict. */
export function showOnGitHub({ annotations, summary }: GitHubTexts, console: RunConsole): void {
  if (annotations !== '') console.out(annotations);
  if (summary === null) return;
  try {
    appendFileSync(summary.path, summary.text);
  } catch {
    console.error('petstore-conformance: the summary could not be added to the file that GITHUB_STEP_SUMMARY names.\n');
  }
}

/**
 * Does some work while GitHub's runner takes no line for a command, since a service may have sent one. Anywhere else it
 * is just done.
 */
export async function withoutWorkflowCommands<T>(console: RunConsole, work: () => Promise<T>): Promise<T> {
  if (!isGitHubActions(console)) return work();
  // Nobody who wants to be heard can know the word by which the runner listens again.
  const token = randomUUID();
  console.out(`::stop-commands::${token}\n`);
  try {
    return await work();
  } finally {
    console.out(`\n::${token}::\n`);
  }
}

function isGitHubActions({ environment }: RunConsole): boolean {
  return environment['GITHUB_ACTIONS'] === 'true';
}

function summaryFor(report: Report, path: string | undefined): GitHubTexts['summary'] {
  if (path === undefined || path === '') return null;
  const room = LONGEST_SUMMARY - SPARE - sizeOf(path);
  return room < SHORTEST_SUMMARY ? null : { path, text: renderMarkdown(report, room) };
}

/** Whatever keeps a file from being looked at also keeps it from being written, which is told then. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
