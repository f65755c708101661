import { describe, expect, it } from 'vitest';
import type { TestableId } from '../../../../src/contract/requirements.ts';
import type { OpenCause } from '../../../../src/suite/reasons.ts';
import { createBudget } from '../../../../src/suite/execution/budget.ts';
import { type ConformanceCase, defineCases } from '../../../../src/suite/case.ts';
import type { TakeRecord } from '../../../../src/suite/judge.ts';
import { judgementOf } from '../../../../src/suite/judge.ts';
import type { SoakFacts } from '../../../../src/suite/records/records.ts';
import { soak } from '../../../../src/suite/execution/soak.ts';
import { fakeRun } from '../fakes.ts';

function body(): void {}

const cases = defineCases(({ testCase }) => {
  for (const limit of [1, 2, 3, 4]) testCase(`limit/${limit}`, 'a list', { judges: ['LIST-LIMIT-RANGE'] }, body);
  testCase('read', 'a read', { judges: ['OPEN-LIST-ORDER', 'GET-OK'] }, body);
  testCase('add', 'an addition', { judges: ['CREATE-OK'], mayCreate: 1 }, body);
  testCase('open', 'an observation', { judges: ['OPEN-LIST-ORDER'] }, body);
  testCase('first', 'an untouched list', { judges: ['LIST-OK'], stage: 'untouched catalogue' }, body);
})(0);

interface Soaked {
  readonly facts: Omit<SoakFacts, 'requests'>;
  readonly repeated: readonly string[];
  readonly paused: readonly number[];
  /** How far the soak was at each addition, from 0 to 1. */
  readonly additions: readonly number[];
  readonly records: readonly unknown[];
}

/** Soaks by a clock that pauses move on. The run may add so many pets. */
async function soakFor(
  minutes: number,
  respond: (caseId: string, record: TakeRecord) => void = () => undefined,
  {
    chosen = cases,
    maxCreates = 10,
  }: { readonly chosen?: readonly ConformanceCase[]; readonly maxCreates?: number } = {},
): Promise<Soaked> {
  let time = 0;
  const paused: number[] = [];
  const fake = fakeRun(() => ({}));
  const repeated: string[] = [];
  const additions: number[] = [];
  let state = 7;
  const run = {
    ...fake.run,
    budget: createBudget(maxCreates),
    configuration: { ...fake.run.configuration, maxCreates },
    randomFor: () => () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647,
    pause: async (milliseconds: number) => {
      paused.push(milliseconds);
      time += milliseconds;
    },
  };
  const facts = await soak(run, chosen, {
    minutes,
    now: () => time,
    isStopped: () => repeated.length >= 5000,
    async repeat(_run, { description: { caseId } }, record) {
      repeated.push(caseId);
      if (caseId === 'add') {
        additions.push(time / (minutes * 60_000));
        run.budget.reserve();
      }
      respond(caseId, record);
    },
    progress: () => undefined,
  });
  return { facts, repeated, paused, additions, records: fake.records };
}

function stopped(cause?: OpenCause) {
  return (caseId: string, record: TakeRecord): void =>
    record({
      type: 'stopped',
      caseId,
      outcome: 'not-verified',
      reason: 'It failed.',
      ...(cause === undefined ? {} : { cause }),
      howToResolve: 'Wait.',
      exchanges: [],
    });
}

describe('a soak', () => {
  it('asks for each required requirement as often, until its time is over', async () => {
    const { facts, repeated } = await soakFor(10);
    expect(facts).toMatchObject({ minutes: 10, wantedMinutes: 10, cases: repeated.length, endedBy: null });
    const limits = repeated.filter((id) => id.startsWith('limit/'));
    expect(new Set(limits).size).toBe(4);
    expect(Math.abs(limits.length - repeated.filter((id) => id === 'read').length)).toBeLessThan(2);
    expect(repeated.filter((id) => id === 'open' || id === 'first')).toEqual([]);
  });

  it('pauses for a second at most, and now and then for long', async () => {
    const { paused } = await soakFor(60);
    const long = paused.filter((each) => each > 1000);
    expect(Math.max(...long)).toBeGreaterThan(60_000);
    expect(Math.max(...long)).toBeLessThanOrEqual(120_000);
    expect(long.length).toBeLessThan(paused.length / 5);
    expect(Math.max(...(await soakFor(1)).paused)).toBeLessThanOrEqual(6000);
  });

  it('spreads additions over its time, within the limit of the run', async () => {
    const { additions, facts } = await soakFor(60);
    expect(facts.creates).toBe(additions.length);
    expect(additions.length).toBeGreaterThan(7);
    expect(additions.length).toBeLessThanOrEqual(10);
    for (const [index, at] of additions.entries()) expect(at).toBeGreaterThanOrEqual((index + 1) / 10);
    expect((await soakFor(60, undefined, { maxCreates: 0 })).additions).toEqual([]);
  });

  it('records violations and nothing else', async () => {
    const requirement: TestableId = 'GET-OK';
    const finding = { expected: 'a', actual: 'b', responses: [] };
    const { records } = await soakFor(1, (caseId, record) => {
      if (caseId !== 'read') return;
      for (const outcome of ['satisfied', 'violated'] as const)
        record({ type: 'judgement', caseId, judgement: { requirement, ...judgementOf(outcome, finding) } });
    });
    expect(records.length).toBeGreaterThan(0);
    expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(1);
    expect(records[0]).toMatchObject({ judgement: { outcome: 'violated' } });
  });

  it.each([
    ['no request has a response', 5, 'no-response'],
    ['the key is rejected for good', 1, 'lockout'],
  ] as const)('ends early if %s', async (_what, count, cause) => {
    const { facts } = await soakFor(10, stopped(cause));
    expect(facts).toMatchObject({ cases: count, endedBy: 'It failed. Wait.' });
    expect(facts.minutes).toBeLessThan(10);
  });

  it('continues if cases decide nothing, or if a request now and then has no response', async () => {
    let count = 0;
    const { facts } = await soakFor(10, (caseId, record) => {
      count += 1;
      stopped(count % 2 === 0 ? 'no-response' : undefined)(caseId, record);
    });
    expect(facts).toMatchObject({ minutes: 10, endedBy: null, withoutResponse: Math.floor(facts.cases / 2) });
  });

  it('of no suitable case does nothing', async () => {
    const chosen = cases.filter(({ description }) => description.caseId === 'open');
    expect((await soakFor(1, undefined, { chosen })).facts).toMatchObject({ minutes: 0, cases: 0, endedBy: null });
  });
});
