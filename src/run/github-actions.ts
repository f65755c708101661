import { appendFileSync } from 'node:fs';
import { messageOf } from '../contract/errors.ts';
import { renderAnnotations } from '../report/github/render-annotations.ts';
import { renderMarkdown } from '../report/markdown/render-markdown.ts';
import type { Report } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';
import type { RunConsole } from './run-console.ts';

/** The texts that a run will show in GitHub Actions. */
export interface GitHubTexts {
  /** Workflow commands, one line each. */
  readonly annotations: string;
  /** Null if GITHUB_STEP_SUMMARY names no file. */
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
  } catch (error) {
    console.error(`the summary was not added to the file of GITHUB_STEP_SUMMARY: ${safeText(messageOf(error))}`);
  }
}
