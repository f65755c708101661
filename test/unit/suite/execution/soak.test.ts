import { describe, expect, it } from 'vitest';
import type { UndecidedCause } from '../../../../src/suite/reasons.ts';
import { createBudget } from '../../../../src/suite/execution/budget.ts';
import { type ConformanceCase, defineCases } from '../../../../src/suite/case.ts';
import type { SoakFacts, StopRecord } from '../../../../src/suite/records/records.ts';
import { soak } from '../../../../src/suite/execution/soak.ts';
import { fakeRun } from '../fakes.ts';

function body(): void {}

const cases = defineCases(({ testCase }) => {
  for (const limit of [1, 2, 3, 4]) testCase(`limit/${limit}`, 'a list', { judges: ['LIST-LIMIT-RANGE'] }, body);
  testCase('read', 'a read', { judges: ['OPEN-LIST-ORDER'], feeds: ['GET-OK'] }, body);
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
  /** How many cases had run when a batch was judged. */
  readonly batches: readonly number[];
}

/** Soaks by a clock that pauses move on. The run may add so many pets. */
async function soakFor(
  minutes: number,
  stopOf: (caseId: string) => StopRecord | null = () => null,
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
  const batches: number[] = [];
  const run = {
    ...fake.run,
    budget: createBudget(maxCreates),
    configuration: { ...fake.run.configuration, maxCreates },
    clock: {
      now: () => time,
      pause: async (milliseconds: number) => {
        paused.push(milliseconds);
        time += milliseconds;
      },
    },
  };
  const facts = await soak(run, chosen, {
    minutes,
    isStopped: () => repeated.length >= 5000,
    async repeat({ description: { caseId } }) {
      repeated.push(caseId);
      if (caseId === 'add') {
        additions.push(time / (minutes * 60_000));
        run.budget.reserve();
      }
      return stopOf(caseId);
    },
    async judgeBatch() {
      batches.push(repeated.length);
    },
    progress: () => undefined,
  });
  return { facts, repeated, paused, additions, batches };
}

function stopped(cause?: UndecidedCause): StopRecord {
  return {
    type: 'stopped',
    caseId: 'some/case',
    attempt: 'soak',
    outcome: 'not-verified',
    reason: 'It failed.',
    ...(cause === undefined ? {} : { cause }),
    howToResolve: 'Wait.',
    exchanges: [],
  };
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

  it('judges the history of fifty cases at a time, and that of the last cases', async () => {
    const { batches, facts } = await soakFor(60);
    const full = Math.floor(facts.cases / 50);
    expect(full).toBeGreaterThan(1);
    expect(batches).toEqual([...Array.from({ length: full }, (_, index) => 50 * (index + 1)), facts.cases]);
  });

  it.each([
    ['no request has a response', 5, 'no-response'],
    ['the key is rejected for good', 1, 'lockout'],
  ] as const)('ends early if %s', async (_what, count, cause) => {
    const { facts } = await soakFor(10, () => stopped(cause));
    expect(facts).toMatchObject({ cases: count, endedBy: 'It failed. Wait.' });
    expect(facts.minutes).toBeLessThan(10);
  });

  it('continues if cases decide nothing, or if a request now and then has no response', async () => {
    let count = 0;
    const { facts } = await soakFor(10, () => {
      count += 1;
      return stopped(count % 2 === 0 ? 'no-response' : undefined);
    });
    expect(facts).toMatchObject({ minutes: 10, endedBy: null, withoutResponse: Math.floor(facts.cases / 2) });
  });

  it('of no suitable case does nothing', async () => {
    const chosen = cases.filter(({ description }) => description.caseId === 'open');
    expect((await soakFor(1, undefined, { chosen })).facts).toMatchObject({ minutes: 0, cases: 0, endedBy: null });
  });
});
