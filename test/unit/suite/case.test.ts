import { describe, expect, it } from 'vitest';
import { findRequirement } from '../../../src/contract/requirements.ts';
import { type ConformanceCase, defineCases, isAbout, STAGES } from '../../../src/suite/case.ts';
import { loadSuite } from '../../../src/run/load-suite.ts';

async function body(): Promise<void> {
  // Judges nothing.
}

describe('the cases of a spec', () => {
  it('are data, in the order of their declarations', () => {
    const cases = defineCases(({ testCase, examples }) => {
      testCase('a/one', 'GET /pets MUST work', { judges: ['LIST-OK'] }, body);
      for (let number = 1; number <= examples; number += 1) {
        const options = { judges: ['GET-OK'], needs: ['getPet'], mayCreate: 1, stage: 'generated' } as const;
        testCase(`a/example/${number}`, 'GET /pets/{petId} MUST work', options, body);
      }
    });
    expect(cases(0)).toMatchObject([
      {
        description: { caseId: 'a/one', mayCreate: 0, needs: [], stage: 'main', judges: ['LIST-OK'], feeds: [] },
      },
    ]);
    expect(cases(2).map(({ description }) => description.caseId)).toEqual(['a/one', 'a/example/1', 'a/example/2']);
    expect(cases(1)[1]?.description).toMatchObject({ mayCreate: 1, needs: ['getPet'], stage: 'generated' });
  });

  it('judge some requirements, and feed the rules of others', () => {
    const cases = defineCases(({ testCase }) => {
      testCase('a/one', 'GET /pets MUST work', { judges: ['LIST-OK'], feeds: ['LIST-SAME', 'GET-SAME'] }, body);
      testCase('a/two', 'GET /pets MUST work', { feeds: ['LIST-SAME'] }, body);
    });
    const [judging, feeding] = cases(0).map(({ description }) => description);
    expect(judging).toMatchObject({ judges: ['LIST-OK'], feeds: ['LIST-SAME', 'GET-SAME'] });
    expect(feeding).toMatchObject({ judges: [], feeds: ['LIST-SAME'] });
    const related = ['LIST-OK', 'LIST-SAME', 'GET-SAME', 'GET-OK'].map((id) =>
      [judging, feeding].map((each) => each !== undefined && isAbout(each, id)),
    );
    expect(related).toEqual([
      [true, false],
      [true, true],
      [true, false],
      [false, false],
    ]);
  });

  it('do not compile if they judge what they do not declare', () => {
    defineCases(({ testCase }) => {
      testCase('a/one', 'GET /pets MUST work', { judges: ['LIST-OK'] }, async ({ expect: expecting }) => {
        // @ts-expect-error: the case does not declare it
        void (() => expecting('GET-OK').notApplicable('It is another requirement.'));
      });
      testCase('a/feeding', 'GET /pets MUST work', { feeds: ['LIST-SAME'] }, async ({ expect: expecting }) => {
        void (() => expecting('LIST-SAME').notApplicable('The run knows no pet.'));
        // @ts-expect-error: the case does not feed it
        void (() => expecting('GET-OK').notApplicable('It is another requirement.'));
      });
      // @ts-expect-error: there is no such requirement
      testCase('a/two', 'GET /pets MUST work', { judges: ['NO-SUCH-ID'] }, async () => undefined);
      // @ts-expect-error: there is no such requirement
      testCase('a/three', 'GET /pets MUST work', { feeds: ['NO-SUCH-ID'] }, async () => undefined);
    });
  });
});

/** What cases judge, and what rules judge by them. */
function testedBy(cases: readonly ConformanceCase[]): readonly string[] {
  return cases.flatMap(({ description: { judges, feeds } }) => [...judges, ...feeds]);
}

describe('all cases', async () => {
  const { cases, faults } = await loadSuite();

  it('load, each with an id of its own that a flag can name', () => {
    expect(faults).toEqual([]);
    const ids = cases.map(({ description }) => description.caseId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9-]+(\/[a-z0-9-]+)+$/.test(id))).toEqual([]);
  });

  it('say with the words of RFC 2119 what an operation must do, and where they stand', () => {
    const titles = cases.map(({ description }) => description.title);
    expect(titles.filter((title) => !/\b(MUST|SHOULD|MAY)\b/.test(title))).toEqual([]);
    const places = cases.map(({ description }) => description.place);
    expect(places.filter((place) => !/^specs\/[a-z-]+\.spec\.ts:\d+$/.test(place))).toEqual([]);
  });

  it('judge a requirement or feed a rule', () => {
    const idle = cases.filter(({ description: { judges, feeds } }) => judges.length + feeds.length === 0);
    expect(idle.map(({ description }) => description.caseId)).toEqual([]);
    const fed = new Set(cases.flatMap(({ description }) => description.feeds));
    expect(fed.size).toBeGreaterThan(10);
    expect([...fed].filter((id) => findRequirement(id)?.rule === undefined)).toEqual([]);
  });

  it('test nothing that no case written by hand tests if they are generated', () => {
    const [generated = [], byHand = []] = [true, false].map((isGenerated) =>
      cases.filter(({ description: { caseId } }) => caseId.startsWith('generated/') === isGenerated),
    );
    expect(generated.length).toBeGreaterThan(15);
    const testedByHand = new Set(testedBy(byHand));
    expect(testedBy(generated).filter((id) => !testedByHand.has(id))).toEqual([]);
  });

  it('use every stage', () => {
    expect(new Set(cases.map(({ description }) => description.stage))).toEqual(new Set(STAGES));
  });
});
