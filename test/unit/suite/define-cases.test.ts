import { describe, expect, it } from 'vitest';
import { defineCases, STAGES } from '../../../src/suite/case.ts';
import { loadSuite } from '../../../src/suite/load-suite.ts';

async function body(): Promise<void> {
  // Judges nothing.
}

describe('the cases of a spec', () => {
  it('are data, in the order of their declarations', () => {
    const cases = defineCases(({ testCase, testProperty }) => {
      testCase('a/one', 'GET /pets MUST work', { judges: ['LIST-OK'] }, body);
      const options = { judges: ['GET-OK'], needs: ['getPet'], examples: () => [1], mayCreate: 1 } as const;
      testProperty('a/two', 'GET /pets/{petId} MUST work', { ...options, stage: 'properties' }, body);
    });
    expect(cases).toMatchObject([
      {
        kind: 'once',
        description: { caseId: 'a/one', mayCreate: 0, needs: [], stage: 'main', requirements: ['LIST-OK'] },
      },
      { kind: 'property', description: { caseId: 'a/two', mayCreate: 33, needs: ['getPet'], stage: 'properties' } },
    ]);
  });

  it('do not compile if they judge what they do not declare', () => {
    defineCases(({ testCase }) => {
      testCase('a/one', 'GET /pets MUST work', { judges: ['LIST-OK'] }, async ({ expect: expecting }) => {
        // @ts-expect-error: the case does not declare it
        void (() => expecting('GET-OK').notApplicable('It is another requirement.'));
      });
      // @ts-expect-error: there is no such requirement
      testCase('a/two', 'GET /pets MUST work', { judges: ['NO-SUCH-ID'] }, async () => undefined);
    });
  });
});

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

  it('use every stage', () => {
    expect(new Set(cases.map(({ description }) => description.stage))).toEqual(new Set(STAGES));
  });
});
