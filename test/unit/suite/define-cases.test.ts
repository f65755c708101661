import { describe, expect, it } from 'vitest';
import { defineCases, STAGES } from '../../../src/suite/case.ts';
import { loadSuite } from '../../../src/suite/load-suite.ts';

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
      { description: { caseId: 'a/one', mayCreate: 0, needs: [], stage: 'main', requirements: ['LIST-OK'] } },
    ]);
    expect(cases(2).map(({ description }) => description.caseId)).toEqual(['a/one', 'a/example/1', 'a/example/2']);
    expect(cases(1)[1]?.description).toMatchObject({ mayCreate: 1, needs: ['getPet'], stage: 'generated' });
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

  it('judge nothing that no case written by hand judges if they are generated', () => {
    const [generated = [], byHand = []] = [true, false].map((isGenerated) =>
      cases.filter(({ description: { caseId } }) => caseId.startsWith('generated/') === isGenerated),
    );
    expect(generated.length).toBeGreaterThan(30);
    const judged = new Set(byHand.flatMap(({ description }) => description.requirements));
    expect(generated.flatMap(({ description }) => description.requirements).filter((id) => !judged.has(id))).toEqual(
      [],
    );
  });

  it('use every stage', () => {
    expect(new Set(cases.map(({ description }) => description.stage))).toEqual(new Set(STAGES));
  });
});
