import { execPath } from 'node:process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { resultOf, startProcess } from './child-process.ts';
import type { DraftRun } from './draft-sight.ts';
import { type FrameworkDraft, serveCommand } from './framework-drafts.ts';
import { lastingPort } from './lasting-port.ts';

/** Has letters of both cases, so the run can send it with the case swapped. */
const KEY = 'Fd7mKq2VxTn9RbLw';
const START_DEADLINE = 60_000;
const PAUSE = 100;

/** What is read of report.json. Reports of earlier suites have it too. */
interface ReportFigures {
  readonly verdict: { readonly outcome: string };
  readonly requirements: readonly { readonly id: string; readonly level: string; readonly outcome: string }[];
  readonly facts: { readonly requests: number } | null;
}

/** Serves one version of a draft, and judges it with the command of the checkout in `suite`. */
export async function judgeDraft(draft: FrameworkDraft, file: string, suite: string): Promise<DraftRun> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-draft-'));
  const port = await lastingPort();
  const service = serveCommand(draft, file, port);
  const environment = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder };
  const child = startProcess(service.program, service.words, {
    cwd: service.folder,
    env: { ...environment, PORT: String(port), API_KEY: KEY },
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)));
  child.stdout.resume();
  const baseUrl = `http://127.0.0.1:${port}${draft.judgement.mappedBasePath === true ? '' : '/v1'}`;
  try {
    const startedAt = performance.now();
    while (!(await responds(baseUrl))) {
      const isLate = performance.now() - startedAt > START_DEADLINE;
      if (isLate || child.exitCode !== null) throw new Error(`${draft.id} did not start: ${complaint}`);
      await sleep(PAUSE);
    }
    return await judgeByCommand(draft, suite, folder, { ...environment, PETSTORE_BASE_URL: baseUrl });
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

async function judgeByCommand(
  { id, judgement }: FrameworkDraft,
  suite: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<DraftRun> {
  const startedAt = performance.now();
  const words = ['run', '--seed', '1', ...(judgement.mappedBasePath === true ? ['--mapped-base-path'] : [])];
  const { out, error } = await resultOf(
    startProcess(execPath, [join(suite, 'bin/petstore-conformance.js'), ...words], {
      cwd: folder,
      env: { ...environment, PETSTORE_API_KEY: KEY },
    }),
  );
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const report = readReport(folder);
  if (report === null) throw new Error(`The run on ${id} wrote no report:\n${out}${error}`);
  const required = report.requirements.filter(({ level }) => level === 'required');
  return {
    verdict: report.verdict.outcome,
    outcomes: Object.fromEntries(required.map((row) => [row.id, row.outcome])),
    requests: report.facts?.requests ?? 0,
    seconds,
  };
}

function readReport(folder: string): ReportFigures | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'reports/report.json'), 'utf8')) as ReportFigures;
  } catch {
    return null;
  }
}

/** Whether the service lists pets. Some frameworks listen before their routes are ready. */
async function responds(baseUrl: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${baseUrl}/pets`, { headers: { Authorization: `Bearer ${KEY}` } });
    return ok;
  } catch {
    return false;
  }
}
