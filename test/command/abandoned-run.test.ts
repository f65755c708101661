import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { additionsIn, openJournal, readJournal } from '../../src/run/journal-file.ts';
import { FIXTURES_CASE } from '../../src/suite/fixtures/fixture-step.ts';
import { type ReferenceService, startReference } from '../../src/reference/reference-service.ts';
import type { Report } from '../../src/report/report.ts';
import { judgeCases } from '../../src/run/judge-cases.ts';
import type { Interruption } from '../../src/run/run-console.ts';
import type { Configuration } from '../../src/settings/configuration.ts';
import { configured } from '../support/configuration-under-test.ts';
import { suiteIdentity } from '../../src/run/suite-identity.ts';

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

function configuration(): Configuration {
  const environment = { PETSTORE_BASE_URL: service.url, PETSTORE_API_KEY: service.key, PETSTORE_REPORTS_DIR: folder };
  return configured({ environment });
}

function runOf(runId: string, interruption: Interruption): Promise<Report> {
  return judgeCases({
    configuration: configuration(),
    journal: openJournal(join(folder, runId)),
    runId,
    suite: suiteIdentity(),
    now: Date.now,
    secondTry: false,
    interruption,
  });
}

describe('a run that is stopped before its first case', () => {
  it('ends with a report, leaves nothing open, and does not affect the next run', async () => {
    const stopping = new AbortController();
    stopping.abort();
    const report = await runOf('stopped', { stop: stopping.signal, signal: () => 'SIGINT' });
    expect(report.run).toMatchObject({ end: 'interrupted', signal: 'SIGINT' });
    expect(report.verdict.exitCode).toBe(2);
    // The progress of the fixtures depends on timing.
    expect(report.checks.filter(({ outcome, case: id }) => outcome !== 'not-verified' && id !== FIXTURES_CASE)).toEqual(
      [],
    );
    expect(report.exchanges.filter(({ caseId }) => caseId !== FIXTURES_CASE)).toEqual([]);
    expect(report.suiteFaults).toEqual([]);

    const late = new AbortController();
    const next = await runOf('next', { stop: late.signal, signal: () => 'SIGTERM' });
    // The run has ended, so this call has no effect.
    late.abort();
    expect(next.run).toMatchObject({ end: 'complete', signal: null });
    expect(next.verdict.outcome).toBe('conformant');
    const agents = next.exchanges.flatMap(({ request }) => request.headers.filter(([name]) => name === 'User-Agent'));
    expect(agents.length).toBeGreaterThan(400);
    expect(agents.filter(([, value]) => !value.endsWith('(run next)'))).toEqual([]);
  });
});

describe('a run that is killed before it writes its report', () => {
  it('leaves a journal with the pets of the report, for the next run', async () => {
    const { created, claimed } = await runOf('killed', { stop: new AbortController().signal, signal: () => null });
    expect(claimed).toBeUndefined();
    expect(
      additionsIn(readJournal(join(folder, 'killed')))
        .map(({ id, name, outcome }) => `${outcome} ${id} ${name}`)
        .sort(),
    ).toEqual(created.map(({ id, name }) => `created ${id} ${name}`).sort());
    expect(created.length).toBeGreaterThan(50);
  });
});
