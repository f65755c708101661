import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../../src/conformance/budget.ts';
import { expectEveryExample, type Property } from '../../../../src/conformance/generated/expect-every-example.ts';
import type { JournalRecord } from '../../../../src/conformance/journal.ts';
import type { Run } from '../../../../src/conformance/run.ts';
import { answerOf, court, fakeRun, isLeft, petStore, type Service } from '../fakes.ts';

const CASE = 'generated/a-case';

function judgementsIn(records: readonly JournalRecord[]) {
  return records.flatMap((record) => (record.type === 'judgement' ? [record.judgement] : []));
}

/** Tries a property on a service; gives what was judged of GET-SAME, and what was left of the run. */
async function every<T>(
  property: Property<T>,
  flags: Readonly<Record<string, string>> = {},
  changes: Partial<Run> = {},
  service: Service = petStore(),
) {
  const fake = fakeRun(service, changes, { seed: '42', ...flags });
  const { judge, stop } = court(['GET-SAME'], CASE);
  const left = await isLeft(() => expectEveryExample(fake.run, judge, property));
  return { left, stop: stop(), judgements: judgementsIn(fake.records), fake };
}

const answers = [answerOf({})];

/** Numbers of which those from 100 on are wrong. */
function belowHundred(
  seen: number[],
  isWrong: (number: number) => boolean = (number) => number >= 100,
): Property<number> {
  return {
    examples: fc.integer({ min: 0, max: 100_000 }),
    adds: false,
    expect: async ({ judge }, number) => {
      seen.push(number);
      judge.check('GET-SAME', !isWrong(number), { expected: 'below 100', actual: String(number), answers });
    },
  };
}

describe('a property that holds', () => {
  it('is tried with as many examples as asked for, the same for the same seed and case', async () => {
    const seen: number[] = [];
    const { judgements } = await every(
      belowHundred(seen, () => false),
      { examples: '20' },
    );
    expect(judgements).toMatchObject([{ requirement: 'GET-SAME', outcome: 'satisfied' }]);
    expect(seen).toHaveLength(20);
    const again: number[] = [];
    await every(
      belowHundred(again, () => false),
      { examples: '20' },
    );
    expect(again).toEqual(seen);
    const other: number[] = [];
    await every(
      belowHundred(other, () => false),
      { examples: '20', seed: '43' },
    );
    expect(other).not.toEqual(seen);
  });

  it('is tried with each of its settled examples, once and in their order', async () => {
    const seen: number[] = [];
    await every({ ...belowHundred(seen, () => false), examples: [5, 3, 4] }, { examples: '50' });
    expect(seen).toEqual([5, 3, 4]);
  });

  it('is not verified where no examples are asked for, or there are none', async () => {
    const seen: number[] = [];
    const none = await every(belowHundred(seen), { examples: '0' });
    expect(none).toMatchObject({ left: true, stop: { outcome: 'not-verified' } });
    const empty = await every({ ...belowHundred(seen), examples: [] });
    expect(empty).toMatchObject({ left: true, stop: { outcome: 'not-verified' } });
    expect(seen).toEqual([]);
  });
});

/** Of a run with another seed than the earlier one. */
function tryAgain(property: Property<number>, path: string) {
  const { run } = fakeRun(petStore());
  const earlierExamples = { seed: 42, counterexamples: [{ caseId: CASE, path }] };
  return every(property, {}, { configuration: { ...run.configuration, seed: 77, earlierExamples } });
}

describe('an earlier run that is tried again', () => {
  it('has its counterexample tried first, which stands alone where it fails still', async () => {
    const { judgements } = await every(belowHundred([]), { examples: '50' });
    const path = /generated\/a-case:([\d:]+)/.exec(judgements[0]?.actual ?? '')?.[1] ?? '';
    const seen: number[] = [];
    const tried = await tryAgain(belowHundred(seen), path);
    expect(seen).toEqual([100]);
    expect(tried.judgements).toEqual(judgements);
  });

  it('has the examples of its own seed tried once the counterexample holds', async () => {
    const drawn: number[] = [];
    await every(
      belowHundred(drawn, () => false),
      { examples: '5' },
    );
    const seen: number[] = [];
    const tried = await tryAgain(
      belowHundred(seen, () => false),
      '2',
    );
    expect(seen).toEqual([drawn[2], ...drawn]);
    expect(tried.judgements).toMatchObject([{ outcome: 'satisfied' }]);
  });

  it('is not verified where its path leads nowhere', async () => {
    const seen: number[] = [];
    const tried = await tryAgain(belowHundred(seen), '0:99:99');
    expect(tried).toMatchObject({ left: true, stop: { outcome: 'not-verified' } });
    expect(seen).toEqual([]);
  });
});

describe('a property that does not hold', () => {
  it('is judged by its smallest counterexample alone, with the path to it', async () => {
    const seen: number[] = [];
    const { judgements } = await every(belowHundred(seen), { examples: '50' });
    expect(judgements).toHaveLength(1);
    expect(judgements[0]).toMatchObject({ requirement: 'GET-SAME', outcome: 'violated' });
    expect(judgements[0]?.actual).toMatch(
      /^100 \(this example again: --seed 42 --example-path generated\/a-case:[\d:]+\)$/,
    );
  });

  it('is tried again alone by that path', async () => {
    const { judgements } = await every(belowHundred([]), { examples: '50' });
    const examplePath = /generated\/a-case:[\d:]+/.exec(judgements[0]?.actual ?? '')?.[0] ?? '';
    const seen: number[] = [];
    const again = await every(belowHundred(seen), { examplePath });
    expect(seen).toEqual([100]);
    expect(again.judgements).toEqual(judgements);
  });

  it('is tried again alone among settled examples too', async () => {
    const examples = [5, 300, 7];
    const { judgements } = await every({ ...belowHundred([]), examples });
    expect(judgements[0]?.actual).toContain(`--example-path ${CASE}:1)`);
    const seen: number[] = [];
    await every({ ...belowHundred(seen), examples }, { examplePath: `${CASE}:1` });
    expect(seen).toEqual([300]);
  });

  it('says where a path leads nowhere, and leaves other cases as they are', async () => {
    const seen: number[] = [];
    const wrong = await every(belowHundred(seen), { examplePath: `${CASE}:3:99999:7` });
    expect(wrong).toMatchObject({ left: true, stop: { supply: 'Take seed and path from one report.' } });
    expect(seen).toEqual([]);
    await every(
      belowHundred(seen, () => false),
      { examplePath: 'generated/another:0' },
    );
    expect(seen).toHaveLength(5);
  });

  it('takes thirty steps at most to a smaller counterexample', async () => {
    const endless: string[] = [];
    await every(
      {
        examples: fc.string({ minLength: 500, maxLength: 1000, size: 'max' }),
        adds: false,
        expect: async ({ judge }, text) => {
          endless.push(text);
          judge.check('GET-SAME', false, { expected: 'nothing', actual: 'a text', answers });
        },
      },
      { examples: '1' },
    );
    expect(endless).toHaveLength(31);
  });

  it('shrinks only to what violates the same requirement, and keeps the other violation', async () => {
    const { judgements } = await every(
      {
        ...belowHundred([]),
        expect: async ({ judge }, number) => {
          const finding = { expected: 'little', actual: String(number), answers };
          if (number >= 1000) judge.check('GET-SAME', false, finding);
          else judge.everyAnswer('ANSWER-JSON', false, finding);
        },
      },
      { examples: '50', seed: '7' },
    );
    const same = judgements.filter(({ requirement }) => requirement === 'GET-SAME');
    expect(judgements.map(({ outcome }) => outcome)).toEqual(judgements.map(() => 'violated'));
    expect(same.every(({ actual }) => Number.parseInt(actual, 10) >= 1000)).toBe(true);
    expect(judgements.some(({ requirement }) => requirement === 'ANSWER-JSON')).toBe(true);
  });

  it('looks for no smaller example of a warning, and goes on', async () => {
    const seen: number[] = [];
    const { judgements } = await every({
      ...belowHundred([]),
      expect: async ({ judge }, number) => {
        seen.push(number);
        judge.everyAnswer('ANSWER-NO-BOM', false, { expected: 'none', actual: 'one', answers });
        judge.check('GET-SAME', true, { expected: 'this', actual: 'this', answers });
      },
    });
    expect(seen).toHaveLength(5);
    expect(judgements.map(({ requirement, outcome }) => `${requirement} ${outcome}`)).toEqual([
      'ANSWER-NO-BOM violated',
      'GET-SAME satisfied',
    ]);
  });
});

const addedWithWrongStatus: Service = (request, serial) => ({ ...petStore()(request, serial), status: 200 });

describe('the budget', () => {
  const adding: Property<number> = {
    examples: fc.nat(),
    adds: true,
    expect: async ({ client, judge }, number) => {
      const added = await client.add({ name: `Rex ${number}`, categoryId: 1n, status: 'sold' });
      judge.check('GET-SAME', true, { expected: 'it', actual: 'it', answers: [added.answer] });
    },
  };

  it('drops the examples for which it has no room, and says how many', async () => {
    const { judgements, fake } = await every(adding, { examples: '10', maxCreates: '4' }, { budget: createBudget(4) });
    expect(fake.sent).toHaveLength(4);
    expect(fake.run.budget.spent()).toBe(4);
    expect(fake.run.budget.dropped()).toBe(6);
    expect(judgements.find(({ requirement }) => requirement === 'GET-SAME')).toMatchObject({
      outcome: 'satisfied',
      reason: '6 of 10 examples were dropped, since the run may add no more than 4 animals.',
    });
  });

  it('drops none that cannot add an animal', async () => {
    const { fake, judgements } = await every(
      belowHundred([], () => false),
      {},
      { budget: createBudget(0) },
    );
    expect(fake.run.budget.dropped()).toBe(0);
    expect(judgements).toMatchObject([{ outcome: 'satisfied', reason: null }]);
  });

  it('ends the search for a smaller example too', async () => {
    const large = { ...adding, examples: fc.integer({ min: 1000, max: 2 ** 30 }).filter((number) => number > 2000) };
    const { fake, judgements } = await every(large, {}, { budget: createBudget(3) }, addedWithWrongStatus);
    expect(fake.sent).toHaveLength(3);
    expect(fake.run.budget.dropped()).toBe(0);
    const violated = judgements.filter(({ outcome }) => outcome === 'violated');
    expect(violated.map(({ requirement }) => requirement)).toEqual(['CREATE-OK']);
  });
});

/** A property that leaves those of its examples, by their place, which it is told to. */
function stopping(isStopped: (serial: number) => boolean): Property<number> {
  let serial = 0;
  return {
    ...belowHundred([]),
    expect: async ({ judge }) => {
      serial += 1;
      if (isStopped(serial)) judge.stop('No answer came.', 'Wait.', answers);
      judge.check('GET-SAME', true, { expected: 'it', actual: 'it', answers });
    },
  };
}

describe('what is no judgement', () => {
  it('is not taken for a counterexample: it ends the case as a fault of the suite', async () => {
    let tried = 0;
    const faulty: Property<number> = {
      ...belowHundred([]),
      expect: async () => {
        tried += 1;
        throw new RangeError('a fault of ours');
      },
    };
    await expect(every(faulty)).rejects.toThrow('a fault of ours');
    expect(tried).toBe(1);
  });

  it('leaves an example unsettled where it was stopped, and the case where all were', async () => {
    expect((await every(stopping((serial) => serial > 1))).judgements).toMatchObject([{ outcome: 'satisfied' }]);
    expect((await every(stopping(() => true))).judgements).toMatchObject([
      { outcome: 'not-verified', reason: 'No answer came.', supply: 'Wait.' },
    ]);
  });
});
