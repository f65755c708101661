import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leftBehindIn } from '../../src/run/orphaned-run-report.ts';
import { readJournal } from '../../src/suite/journal.ts';
import { FIXTURES_CASE } from '../../src/suite/fixture-step.ts';
import { type ReferenceService, startReference } from '../../src/reference/reference-service.ts';
import { type RunningConformance, startConformance } from '../../src/run/run-conformance.ts';
import { configured } from '../support/configuration-under-test.ts';

let folder: string;
let service: ReferenceService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-test-'));
  service = await startReference({ seed: 1 });
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(runId: string): RunningConformance {
  return startConformance({
    configuration: configured({
      environment: { PETSTORE_BASE_URL: service.url, PETSTORE_API_KEY: service.key, PETSTORE_REPORTS_DIR: folder },
    }),
    runId,
    suiteVersion: '0',
    nodeVersion: '0',
    now: Date.now,
    secondTry: false,
    events: { collected: () => undefined, caseEnded: () => undefined },
  });
}

describe('a run that is stopped before its first case', () => {
  it('ends with a report, leaves nothing open, and the next one is whole', async () => {
    const stopped = start('stopped');
    stopped.stop('SIGINT');
    const report = await stopped.report;
    expect(report.run).toMatchObject({ end: 'interrupted', signal: 'SIGINT' });
    expect(report.verdict.exitCode).toBe(2);
    // How far fixtures had come is a matter of time.
    expect(report.checks.filter(({ outcome, case: id }) => outcome !== 'not-verified' && id !== FIXTURES_CASE)).toEqual(
      [],
    );
    expect(report.exchanges.filter(({ caseId }) => caseId !== FIXTURES_CASE)).toEqual([]);
    expect(report.suiteFaults).toEqual([]);
    stopped.clearJournal();
    expect(readdirSync(folder).filter((name) => name.endsWith('.journal'))).toEqual([]);

    const whole = start('next');
    const next = await whole.report;
    // Too late to change anything.
    whole.stop('SIGTERM');
    expect(next.run).toMatchObject({ end: 'complete', signal: null });
    expect(next.verdict.outcome).toBe('conformant');
    const agents = next.exchanges.flatMap(({ request }) => request.headers.filter(([name]) => name === 'User-Agent'));
    expect(agents.length).toBeGreaterThan(400);
    expect(agents.filter(([, value]) => !value.includes('run next;'))).toEqual([]);
  });
});

describe('a run that is killed before it writes its report', () => {
  it('has a journal from which the next run tells as much as the report', async () => {
    const running = start('killed');
    const { created, facts } = await running.report;
    const left = leftBehindIn(readJournal(join(folder, 'run-killed.journal')));
    expect(left).toEqual({ requests: facts?.requests, added: created.map(({ id }) => id), unsettled: 0 });
    expect(left.added.length).toBeGreaterThan(50);
    running.clearJournal();
  });
});
