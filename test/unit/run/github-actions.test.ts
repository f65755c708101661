import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareForGitHub, showOnGitHub } from '../../../src/run/github-actions.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { violatedReport } from '../../support/terminal-reports.ts';
import { fakeConsole, type FakeConsole } from '../../support/fake-console.ts';

let folder = '';
let summary = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'github-actions-'));
  summary = join(folder, 'summary.md');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function actions(more: Readonly<Record<string, string>> = { GITHUB_STEP_SUMMARY: summary }): FakeConsole {
  return fakeConsole(folder, { GITHUB_ACTIONS: 'true', ...more });
}

function show(console: FakeConsole): void {
  const texts = prepareForGitHub(violatedReport(), console);
  if (texts !== null) showOnGitHub(texts, console);
}

describe('GitHub Actions', () => {
  it('gets the summary behind what is there, and the annotations on standard output', () => {
    writeFileSync(summary, 'before\n');
    const console = actions();
    show(console);
    expect(readFileSync(summary, 'utf8')).toBe(`before\n${renderMarkdown(violatedReport())}`);
    expect(console.written()).toMatch(
      /^::error title=The service is NOT CONFORMANT[^\n]*\n::error title=LIST-LIMIT-MAX[^\n]*\n$/,
    );
    expect(console.complaints()).toBe('');
  });

  it.each([
    ['no file is named for a summary', {}, ''],
    [
      'the summary cannot be written',
      { GITHUB_STEP_SUMMARY: join(tmpdir(), 'no', 'such', 'file') },
      'GITHUB_STEP_SUMMARY',
    ],
  ])('gets annotations where %s', (_, environment, complaint) => {
    const console = actions(environment);
    show(console);
    expect(console.complaints()).toContain(complaint);
    expect(console.written()).toContain('::error ');
  });

  it('is all that sees any of this', () => {
    for (const environment of [{ GITHUB_STEP_SUMMARY: summary }, { GITHUB_ACTIONS: 'false' }]) {
      expect(prepareForGitHub(violatedReport(), fakeConsole(folder, environment))).toBeNull();
    }
  });
});
