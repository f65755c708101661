import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { rejectionReply } from '../../src/reference/handle-request.ts';
import type { StepChange } from '../../src/reference/service-steps.ts';
import { type ReferenceOptions, startReference } from '../../src/reference/reference-service.ts';
import { rejected } from '../../src/reference/reply.ts';
import type { Check, Report } from '../../src/report/report.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { type CommandResult, readValid, runCommandLine, targetOf, violatedIn } from '../support/command.ts';
import { fakeConsole } from '../support/fake-console.ts';

// What the command reports about a service. test/fleet tests that each fault is found.

async function runOn(options: ReferenceOptions, ...words: readonly string[]): Promise<CommandResult> {
  const service = await startReference(options);
  try {
    return await runCommandLine(['run', ...words], { environment: targetOf(service) });
  } finally {
    await service.close();
  }
}

function outcomeOf({ report }: CommandResult, id: string): string | undefined {
  return report?.requirements.find((each) => each.id === id)?.outcome;
}

function violatedChecks(report: Report | null): readonly Check[] {
  return report?.checks.filter(({ outcome }) => outcome === 'violated') ?? [];
}

function exchangeOf(report: Report | null, id: string): Exchange | undefined {
  return report?.exchanges.find((exchange) => exchange.id === id);
}

async function bodiesOf(seed: string): Promise<readonly string[]> {
  const { report } = await runOn({}, '--seed', seed, '--only', 'CREATE-KEEPS-NAME', '--examples', '1');
  return (report?.exchanges ?? [])
    .flatMap(({ request }) => (request.body === null ? [] : [request.body.text]))
    .toSorted();
}

it('ignores jumps of the system clock for the deadline and the duration of a run', async () => {
  const service = await startReference();
  const reports = mkdtempSync(join(tmpdir(), 'clock-'));
  try {
    const console = fakeConsole(reports, targetOf(service));
    let day = 0;
    const jumping = { ...console, now: () => (day += 1) * 86_400_000 };
    expect(await main(['run', '--only', 'get/any', '--reports', reports, '--format', 'json'], jumping)).toBe(2);
    const { run } = readValid(readFileSync(join(reports, 'report.json'), 'utf8'));
    expect(run.end).toBe('complete');
    expect(Date.parse(run.endedAt) - Date.parse(run.startedAt)).toBeLessThan(3_600_000);
  } finally {
    await service.close();
    rmSync(reports, { recursive: true });
  }
});

describe('the seed', () => {
  it('determines the request bodies', async () => {
    const first = await bodiesOf('11');
    expect(first.length).toBeGreaterThan(5);
    expect(await bodiesOf('11')).toEqual(first);
    expect(await bodiesOf('12')).not.toEqual(first);
  });
});

describe('a whole run on the embedded service', () => {
  it('settles every required check', async () => {
    const { report, out } = await runCommandLine(['run', '--seed', '1']);
    expect(out).toContain(`adds about ${report?.facts?.creates} pets`);
    const checks = report?.checks ?? [];
    const required = new Set(report?.requirements.filter(({ level }) => level === 'required').map(({ id }) => id));
    const undecided = checks.filter(
      ({ outcome, requirement }) => outcome === 'not-verified' && required.has(requirement),
    );
    expect(undecided.map(({ id, reason }) => [id, reason])).toEqual([]);
  });
});

describe('the removal of reading one pet, on 5 December 2030', () => {
  it.each([
    ['2030-12-05', 'still works', 'verified', []],
    ['2030-12-06', 'still works', 'not-applicable', ['DEPRECATION-DATE']],
    ['2030-12-05', 'is over', 'not-applicable', []],
  ] as const)(
    'as of %s, when reading %s, GET-OK is %s and the violations are %j',
    async (asOf, state, reading, violated) => {
      const now = (): Date => new Date(`${asOf}T12:00:00Z`);
      const changes: readonly StepChange[] = [() => ({ isRemoved: () => state === 'is over' })];
      const run = await runOn({ now, changes }, '--as-of', asOf, '--only', 'GET-OK,DEPRECATION-DATE');
      expect(violatedIn(run.report)).toEqual(violated);
      expect(run.code).toBe(violated.length > 0 ? 1 : 2);
      expect(outcomeOf(run, 'GET-OK')).toBe(reading);
    },
  );
});

/** Breaks the status of the first addition only. */
function firstAdditionWith202(): StepChange {
  let additions = 0;
  return (base) => ({
    async around(request, next) {
      const reply = await base.around(request, next);
      if (reply.status !== 201) return reply;
      additions += 1;
      return additions === 1 ? { ...reply, status: 202 } : reply;
    },
  });
}

describe('a violation that is tried a second time', () => {
  it('stays a violation and is unstable with both exchanges, if it does not recur', async () => {
    // Without examples, no generated case can draw the limit 37 before the case does.
    const words = ['--only', 'LIST-LIMIT-RANGE', '--examples', '0'];
    const { code, out, report } = await runOn({ faults: ['limit-37-fails-at-first'] }, ...words);
    expect(code).toBe(1);
    const [check, ...others] = violatedChecks(report);
    expect(others).toEqual([]);
    expect(check).toMatchObject({
      id: 'list/limit/37#LIST-LIMIT-RANGE',
      unstable: true,
    });
    const statuses = [...(check?.exchanges ?? []), ...(check?.repeatExchanges ?? [])].map(
      (id) => exchangeOf(report, id)?.response?.status,
    );
    expect(statuses).toEqual([500, 200]);
    expect(out).toContain('Unstable');
  });

  it('is not unstable if it recurs', async () => {
    const { report } = await runOn({ faults: ['limit-plus-one'] }, '--only', 'LIST-LIMIT-DEFAULT', '--examples', '0');
    const unstable = violatedChecks(report).map((check) => check.unstable);
    expect(new Set(unstable)).toEqual(new Set([false]));
  });

  it('is also tried again if only fixtures can find it', async () => {
    const { report } = await runOn({ changes: [firstAdditionWith202()] }, '--only', 'LIST-IDS-DISTINCT');
    const [check, ...others] = violatedChecks(report);
    expect(others).toEqual([]);
    expect(check).toMatchObject({ id: 'rules/createPet#CREATE-OK', unstable: true });
    const exchanges = [...(check?.exchanges ?? []), ...(check?.repeatExchanges ?? [])].map((id) =>
      exchangeOf(report, id),
    );
    expect(exchanges).toMatchObject([
      { caseId: 'fixtures', response: { status: 202 } },
      { caseId: 'fixtures', response: { status: 201 } },
    ]);
  });
});

/** Rejects every nth request with 429. The count makes the test independent of the machine's speed. */
function limitsEvery(count: number): StepChange {
  let requests = 0;
  return (base) => ({
    around(request, next) {
      requests += 1;
      if (requests % count !== 0) return base.around(request, next);
      const why = rejected('too-many', 429, 'Too many requests.', { 'Retry-After': '1' }).rejection;
      return Promise.resolve(rejectionReply(why, request, base));
    },
  });
}

describe('a service that limits its rate', () => {
  it('is judged, and the output and the report say how long the run waited', async () => {
    const run = await runOn({ changes: [limitsEvery(100)] }, '--only', 'LIST-LIMIT-RANGE', '--examples', '1');
    expect(run.out).toContain('responses 429; the run paused');
    expect(run.report?.facts?.pacing.waits).toBeGreaterThan(0);
    expect(outcomeOf(run, 'LIST-LIMIT-RANGE')).toBe('verified');
  });

  it('never exceeds its limit if --rate-limit is lower', async () => {
    const words = ['--rate-limit', '250', '--only', 'LIST-LIMIT-RANGE', '--examples', '1'];
    const { out, report } = await runOn({ compliant: ['rate-limited'] }, ...words);
    expect(report?.facts?.pacing).toMatchObject({ disturbances: {}, waits: 0 });
    expect(report?.run.configuration['rateLimit']).toBe(250);
    expect(out).not.toContain('disturbed, waiting');
  });
});
