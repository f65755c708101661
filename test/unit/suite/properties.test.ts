import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../src/suite/execution/budget.ts';
import type { CaseDescription, Property } from '../../../src/suite/case.ts';
import type { CaseTools } from '../../../src/suite/case-tools.ts';
import {
  foldExamples,
  createTriedExamples,
  type TriedExample,
} from '../../../src/suite/execution/property-examples.ts';
import { runProperty } from '../../../src/suite/execution/run-property.ts';
import type { CheckOutcome, Judgement, StopRecord } from '../../../src/suite/records/records.ts';
import type { Run } from '../../../src/suite/run.ts';
import type { TestableId } from '../../../src/contract/requirements.ts';
import { fakeRun, inTurn, pageReply, pets, petStore, type Service } from './fakes.ts';

const CASE = 'property/a-case';
const RESPONSES = [{ exchangeId: 'x1' }];
const DESCRIPTION: CaseDescription = {
  caseId: CASE,
  title: 'a property',
  place: 'specs/some.spec.ts:1',
  requirements: ['GET-SAME'],
  mayCreate: 0,
  needs: [],
  stage: 'properties',
  repeatGroup: CASE,
};

type Tools = CaseTools<TestableId>;

/** A property as a spec declares it. */
interface PropertyUnderTest<T> extends Omit<Property, 'body'> {
  readonly body: (tools: Tools, example: T) => Promise<void>;
}

/** Tries a property on a service; gives what was judged, how the case was stopped, and what was left of the run. */
async function every<T>(
  property: PropertyUnderTest<T>,
  flags: Readonly<Record<string, string>> = {},
  changes: Partial<Run> = {},
  service: Service = petStore(),
) {
  const fake = fakeRun(service, changes, { seed: '42', ...flags });
  await runProperty(fake.run, DESCRIPTION, property);
  const judgements = fake.records.flatMap((record) =>
    record.type === 'judgement' || record.type === 'rule-violated' ? [record.judgement] : [],
  );
  const verdicts = judgements.map(({ requirement, outcome }) => `${requirement} ${outcome}`).join(', ');
  return { stop: fake.records.find((record) => record.type === 'stopped'), judgements, verdicts, fake };
}

/** A property of numbers, which keeps those that it has tried. */
function ofNumbers(judgeNumber: (tools: Tools, number: number, serial: number) => void | Promise<void>) {
  const seen: number[] = [];
  const property: PropertyUnderTest<number> = {
    examples: fc.integer({ min: 0, max: 100_000 }),
    mayCreate: 0,
    async body(tools, number) {
      seen.push(number);
      await judgeNumber(tools, number, seen.length);
    },
  };
  return { seen, property };
}

const finding = (number: number) => ({ expected: 'below 100', actual: String(number), responses: RESPONSES });
/** Holds for all numbers. */
const holding = () => ofNumbers((tools, number) => tools.expect('GET-SAME').holds(true, finding(number)));
/** Is violated by numbers from 100 on. */
const belowHundred = () => ofNumbers((tools, number) => tools.expect('GET-SAME').holds(number < 100, finding(number)));

/** Of a run with another seed than the earlier one, whose counterexample had this path. */
function afterEarlierRun(path: string): Partial<Run> {
  const { run } = fakeRun(petStore());
  const earlierExamples = { seed: 42, counterexamples: [{ caseId: CASE, path }] };
  return { configuration: { ...run.configuration, seed: 77, earlierExamples } };
}

describe('the examples of a property that holds', () => {
  it('are as many as asked for, the same for the same seed', async () => {
    const [one, same, other] = [holding(), holding(), holding()];
    // More than there are steps to a smaller counterexample.
    expect((await every(one.property, { examples: '40' })).verdicts).toBe('GET-SAME satisfied');
    await every(same.property, { examples: '40' });
    await every(other.property, { examples: '40', seed: '43' });
    expect(one.seen).toHaveLength(40);
    expect(same.seen).toEqual(one.seen);
    expect(other.seen).not.toEqual(one.seen);
  });

  it('are those of the seed of an earlier run, behind its counterexample', async () => {
    const [before, now] = [holding(), holding()];
    await every(before.property);
    expect((await every(now.property, {}, afterEarlierRun('2'))).verdicts).toBe('GET-SAME satisfied');
    expect(now.seen).toEqual([before.seen[2], ...before.seen]);
  });

  it.each<[title: string, flags: Readonly<Record<string, string>>, changes: Partial<Run>, seen: number]>([
    ['none, where none are asked for', { examples: '0' }, {}, 0],
    ['none, where a path leads nowhere', { examplePath: `${CASE}:3:99999:7` }, {}, 0],
    ['none, where the path of an earlier run leads nowhere', {}, afterEarlierRun('0:99:99'), 0],
    ['all, where a path is of another case', { examplePath: 'property/another:0' }, {}, 3],
  ])('are %s', async (_, flags, changes, count) => {
    const { seen, property } = holding();
    const { stop } = await every(property, flags, changes);
    expect(seen).toHaveLength(count);
    expect(stop?.outcome).toBe(count === 0 ? 'not-verified' : undefined);
  });
});

const threeNumbers = (): readonly number[] => [5, 300, 7];

describe('a property that does not hold', () => {
  it('is judged by its smallest counterexample alone, which is tried again by its path or after an earlier run', async () => {
    const { judgements } = await every(belowHundred().property, { examples: '50' });
    const counterexample = { seed: 42, path: expect.stringMatching(/^[\d:]+$/) };
    expect(judgements).toMatchObject([{ requirement: 'GET-SAME', outcome: 'violated', actual: '100', counterexample }]);
    const path = judgements[0]?.counterexample?.path ?? '';
    for (const [flags, changes] of [
      [{ examplePath: `${CASE}:${path}` }, {}],
      [{}, afterEarlierRun(path)],
    ] as const) {
      const { seen, property } = belowHundred();
      expect((await every(property, flags, changes)).judgements).toEqual(judgements);
      expect(seen).toEqual([100]);
    }
  });

  it('is tried again alone among settled examples too', async () => {
    const { judgements } = await every({ ...belowHundred().property, examples: threeNumbers });
    expect(judgements[0]?.counterexample).toEqual({ seed: 42, path: '1' });
    const { seen, property } = belowHundred();
    await every({ ...property, examples: threeNumbers }, { examplePath: `${CASE}:1` });
    expect(seen).toEqual([300]);
  });

  it('shrinks only to what violates the same requirement, and keeps the other violation', async () => {
    const { property } = ofNumbers(async (tools, number) => {
      if (number >= 1000) tools.expect('GET-SAME').holds(false, finding(number));
      else await tools.api.listPets();
    });
    const noJson = inTurn({ body: 'x' });
    const { judgements, verdicts } = await every(property, { examples: '50', seed: '7' }, {}, noJson);
    expect(new Set(verdicts.split(', '))).toEqual(new Set(['GET-SAME violated', 'ANSWER-JSON violated']));
    const same = judgements.filter(({ requirement }) => requirement === 'GET-SAME');
    expect(same.every(({ actual }) => Number.parseInt(actual, 10) >= 1000)).toBe(true);
  });
});

const adding: PropertyUnderTest<number> = {
  examples: fc.integer({ min: 1000, max: 2 ** 30 }).filter((number) => number > 2000),
  mayCreate: 1,
  async body(tools, number) {
    const added = await tools.api.addPet({ name: `Rex ${number}`, categoryId: 1n, status: 'sold' });
    tools.expect('GET-SAME').holds(true, { ...finding(number), responses: [added.response] });
  },
};
const addedWithWrongStatus: Service = (request, serial) => ({ ...petStore()(request, serial), status: 200 });

it.each<[title: string, service: Service, budget: number, dropped: number, verdicts: RegExp]>([
  ['drops the examples for which it has no room', petStore(), 4, 6, /GET-SAME satisfied$/],
  ['ends the search for a smaller example too', addedWithWrongStatus, 3, 0, /CREATE-OK violated/],
])('the budget %s', async (_, service, budget, dropped, verdicts) => {
  const tried = await every(adding, { examples: '10' }, { budget: createBudget(budget) }, service);
  expect(tried.verdicts).toMatch(verdicts);
  expect(tried.fake.sent).toHaveLength(budget);
  expect(tried.fake.run.budget.dropped()).toBe(dropped);
});

describe('what is no judgement', () => {
  it('is not taken for a counterexample: a fault of ours', async () => {
    const { seen, property } = ofNumbers((tools) => tools.expect('GET-UNKNOWN').holds(true, finding(1)));
    await expect(every(property)).rejects.toThrow('does not declare');
    expect(seen).toHaveLength(1);
  });

  it.each<[title: string, isStopped: (serial: number) => boolean, judged: object]>([
    ['some of the examples are stopped', (serial) => serial > 1, { outcome: 'satisfied' }],
    [
      'all are',
      () => true,
      { outcome: 'not-verified', reason: 'No response came.', howToResolve: 'Wait.', exchanges: ['x1'] },
    ],
  ])('leaves a case unsettled only where all of it is: %s', async (_, isStopped, comesTo) => {
    const { property } = ofNumbers((tools, number, serial) => {
      if (isStopped(serial)) tools.stopNotVerified({ reason: 'No response came.', howToResolve: 'Wait.' }, RESPONSES);
      tools.expect('GET-SAME').holds(true, finding(number));
    });
    expect((await every(property)).judgements).toMatchObject([comesTo]);
  });

  it('leaves an example unsettled where of two ends at the same time one does', async () => {
    const { property } = ofNumbers((tools) => {
      expect(() => tools.stopNotApplicable('It is removed.')).toThrow();
      expect(() => tools.stopNotVerified('No response came.')).toThrow();
      expect(() => tools.stopNotApplicable('It is removed.')).toThrow();
    });
    expect((await every(property)).judgements).toMatchObject([
      { outcome: 'not-verified', reason: 'No response came.' },
    ]);
  });
});

function judged(requirement: TestableId, outcome: CheckOutcome, exchange = 'x1'): Judgement {
  const unsettled = outcome === 'not-verified' || outcome === 'not-applicable';
  return {
    requirement,
    outcome,
    expected: 'this',
    actual: `seen in ${exchange}`,
    pointer: null,
    exchanges: [exchange],
    reason: unsettled ? `why ${outcome}` : null,
    howToResolve: null,
  };
}

/** An example in words: `OUTCOME EXCHANGE` of GET-SAME, and behind it `at PATH`, `times COUNT` or `left OUTCOME`. */
function example(words: string): TriedExample {
  const [outcome = '', exchange = '', kind, value = ''] = words.split(' ');
  const stop: StopRecord = {
    type: 'stopped',
    caseId: CASE,
    outcome: value === 'not-applicable' ? value : 'not-verified',
    reason: `left ${value}`,
    howToResolve: 'Do this.',
    exchanges: ['x9'],
  };
  return {
    judgements: outcome === 'none' ? [] : [judged('GET-SAME', outcome as CheckOutcome, exchange)],
    stop: kind === 'left' ? stop : null,
    path: kind === 'at' ? value : null,
    exchanges: [exchange],
    times: kind === 'times' ? Number(value) : 1,
  };
}

const fold = (tried: readonly TriedExample[], dropped = 0): readonly Judgement[] =>
  foldExamples({ caseId: CASE, declared: ['GET-SAME'], seed: 42, tried, dropped, maxCreates: 7, isRaiseUseful: true });

it('a greater limit is advised only if the service creates pets', () => {
  const result = { caseId: CASE, declared: ['GET-SAME'], seed: 42, tried: [], dropped: 2, maxCreates: 7 } as const;
  const advised = [true, false].map((isRaiseUseful) => foldExamples({ ...result, isRaiseUseful })[0]?.howToResolve);
  expect(advised).toEqual(['Raise --max-creates (PETSTORE_MAX_CREATES).', null]);
});

const DROPPED = 'examples were dropped because the run may add at most 7 pets.';

describe('many examples come to one judgement', () => {
  it.each<[examples: string, outcome: CheckOutcome, says: string, dropped?: number]>([
    ['satisfied x1, satisfied x2, satisfied x3', 'satisfied', 'x1; the same, as expected, 2 more times by x1,x3'],
    ['not-verified x1, satisfied x2, not-applicable x3', 'satisfied', 'seen in x2'],
    ['satisfied x1 at 0, violated x2 at 1, violated x3 at 1:2, violated x4', 'violated', 'seen in x3 by x3'],
    ['satisfied x1 left not-verified', 'not-verified', 'left not-verified Do this. by x9'],
    ['none x1 left not-applicable', 'not-applicable', 'left not-applicable'],
    ['none x1 left not-applicable, none x2 left not-verified', 'not-verified', 'left not-verified'],
    ['satisfied x1, satisfied x9 times 8', 'satisfied', `1 of 10 ${DROPPED}`, 1],
    ['', 'not-verified', 'Raise --max-creates (PETSTORE_MAX_CREATES).', 2],
  ])('%s: %s', (examples, outcome, says, dropped) => {
    const tried = examples.split(', ').filter((each) => each !== '');
    const folded = fold(tried.map(example), dropped);
    expect(folded).toMatchObject([{ requirement: 'GET-SAME', outcome }]);
    const words = folded.flatMap(({ actual, reason, howToResolve }) => [actual, reason, howToResolve]);
    const said = words.filter((each) => each !== null && each !== '').join(' ');
    expect(`${said} by ${folded[0]?.exchanges.join()}`).toContain(says);
  });
});

const verdictsOf = (...tried: readonly TriedExample[]) =>
  fold(tried).map(({ requirement, outcome }) => `${requirement} ${outcome}`);

it('examples come to a judgement of each violated requirement, and of a rule that held', () => {
  const json = (outcome: CheckOutcome) => judged('ANSWER-JSON', outcome);
  const held = judged('GET-SAME', 'satisfied');
  const broken = { ...example('none x2'), judgements: [json('violated')] };
  expect(verdictsOf(example('violated x1 at 0'), broken)).toEqual(['GET-SAME violated', 'ANSWER-JSON violated']);
  const left = { ...example('none x1 left not-verified'), judgements: [held, json('satisfied')] };
  expect(verdictsOf(left)).toEqual(['ANSWER-JSON satisfied', 'GET-SAME not-verified']);
});

it('many examples that came to the same take the memory of the first and the last', () => {
  const forgotten: string[] = [];
  const examples = createTriedExamples((exchanges) => forgotten.push(...exchanges));
  for (let path = 0; path < 1000; path += 1) examples.add(example(`satisfied x${path} at ${path}`));
  for (let path = 0; path < 3; path += 1) examples.add(example(`none y${path} left not-verified`));
  const fewer = examples.all().map(({ path, exchanges, times }) => [path, exchanges.join(), times]);
  expect(fewer).toEqual([
    ['0', 'x0', 1],
    ['999', 'x999', 999],
    [null, 'y0', 1],
    [null, 'y2', 2],
  ]);
  expect(forgotten).toHaveLength(999);
  expect(forgotten).not.toContain('x999');
});

it('the exchanges of examples between the first and the last are left out of the report', async () => {
  const property: PropertyUnderTest<number> = {
    examples: () => [1, 2, 3, 4, 5],
    mayCreate: 0,
    async body({ api, expect: expecting }) {
      expecting('GET-SAME').holds((await api.readPage()).size === 2, finding(1));
    },
  };
  const { fake, verdicts } = await every(property, { examples: '5' }, {}, inTurn(pageReply(pets(2))));
  expect(verdicts).toBe('GET-SAME satisfied');
  expect(fake.omitted).toEqual(['x2', 'x3', 'x4']);
});
