import { describe, expect, it } from 'vitest';
import { startWithFirstCases } from '../../../src/run/judge-cases.ts';
import { loadSuite } from '../../../src/suite/load-suite.ts';
import firstCases from '../../../src/suite/first-cases.json' with { type: 'json' };

describe('the cases for --fail-fast', async () => {
  const { cases } = await loadSuite();
  const ordered = startWithFirstCases(cases).map(({ description }) => description.caseId);

  it('start with those that find most violations, in their order', () => {
    expect(firstCases.length).toBeGreaterThan(20);
    expect(ordered.slice(0, firstCases.length)).toEqual(firstCases);
  });

  it('are all cases, the others in the order of the specs', () => {
    const others = cases.map(({ description }) => description.caseId).filter((id) => !firstCases.includes(id));
    expect(ordered.slice(firstCases.length)).toEqual(others);
  });
});
