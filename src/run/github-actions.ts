import { appendFileSync } from 'node:fs';
import { renderAnnotations } from '../report/github/render-annotations.ts';
import { renderMarkdown } from '../report/markdown/render-markdown.ts';
import type { Report } from '../report/report.ts';
import type { RunConsole } from './run-console.ts';

/** The texts that a run will show in GitHub Actions. */
export interface GitHubTexts {
  /** Workflow commands, one line each. */
  readonly annotations: string;
  /** Null if no file is named for it. */
  readonly summary: { readonly path: string; readonly text: string } | null;
}

/** Prepares what GitHub Actions shows of a report; null outside of GitHub Actions. */
export function prepareForGitHub(report: Report, console: RunConsole): GitHubTexts | null {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY: path } = console.environment;
  if (GITHUB_ACTIONS !== 'true') return null;
  const summary = path === undefined || path === '' ? null : { path, text: renderMarkdown(report) };
  return { annotations: renderAnnotations(report), summary };
}

/** Adds the summary to that of the step, and prints the annotations. A failure does not change the verdict. */
export function showOnGitHub({ annotations, summary }: GitHubTexts, console: RunConsole): void {
  if (annotations !== '') console.out(annotations);
  if (summary === null) return;
  try {
    appendFileSync(summary.path, summary.text);
  } catch {
    console.error('the summary could not be added to the file that GITHUB_STEP_SUMMARY names.');
  }
}
