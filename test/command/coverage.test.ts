import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseDescription } from '../../src/suite/case.ts';
import { isRuleCase } from '../../src/report/verdict/fold-checks.ts';
import { FIXTURES_CASE } from '../../src/suite/fixtures/fixture-step.ts';
import { loadSuite } from '../../src/run/load-suite.ts';
import { requirements, type RequirementRow } from '../../src/contract/requirements.ts';
import { faults } from '../../src/reference/faults/index.ts';
import { readKillMatrix } from '../../lab/detection-record.ts';
import { runCommandLine } from '../support/command.ts';

interface Listed {
  readonly requirements: readonly (RequirementRow & { readonly cases: readonly CaseDescription[] })[];
}

let listed: Listed;

beforeAll(async () => {
  const { out } = await runCommandLine(['list', '--json']);
  listed = JSON.parse(out) as Listed;
});

const rows: readonly RequirementRow[] = requirements;
// The kill matrix holds every id. Ids are permanent, because known deviations and pipelines name them.
const recorded = readKillMatrix();
const ADDED = 'Record the new ids: npm run detect -- PATTERN --record, with a pattern for the faults that they catch.';
const GONE =
  'Restore the missing ids. If their statements are kept elsewhere, npm run detect -- PATTERN --record removes them.';

describe('the requirement table', () => {
  it('has ids that are unique and of one form', () => {
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[A-Z0-9]+(-[A-Z0-9]+)+$/.test(id))).toEqual([]);
  });

  it('has the recorded ids', () => {
    const ids = rows.map(({ id }) => id);
    expect(difference(ids, recorded.requirements), ADDED).toEqual([]);
    expect(difference(recorded.requirements, ids), GONE).toEqual([]);
  });

  it('has a case, a rule, or a reason for the lack of both, in every row', () => {
    const bare = listed.requirements.filter(
      ({ cases, rule, reason }) => (cases.length > 0 || rule !== undefined) === (reason !== undefined),
    );
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it('has two faults for every testable required row, and has every row that a fault names', () => {
    const counts = new Map<string, number>();
    for (const fault of faults) {
      for (const id of 'breaks' in fault ? fault.breaks : fault.breaksSome) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const poor = rows.filter(
      ({ id, level, reason }) => level === 'required' && reason === undefined && (counts.get(id) ?? 0) < 2,
    );
    expect(poor.map(({ id }) => id)).toEqual([]);
    const known = new Set(rows.map(({ id }) => id));
    expect([...counts.keys()].filter((id) => !known.has(id))).toEqual([]);
  });
});

describe('the cases', () => {
  let ids: readonly string[] = [];

  beforeAll(async () => {
    const { cases, faults: specFaults } = await loadSuite();
    expect(specFaults).toEqual([]);
    ids = cases.map(({ description }) => description.caseId);
  });

  it('have ids that are unique and of one form', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+(\/[a-z0-9]+(-[a-z0-9]+)*)+$/.test(id))).toEqual([]);
  });

  it('have the recorded ids', () => {
    const recordedIds = Object.keys(recorded.cases).filter((id) => id !== FIXTURES_CASE && !isRuleCase(id));
    expect(difference(ids, recordedIds), ADDED).toEqual([]);
    expect(difference(recordedIds, ids), GONE).toEqual([]);
  });
});

describe('list and explain', () => {
  it('print requirements and cases without sending anything', async () => {
    const { code, out } = await runCommandLine(['explain', 'list-limit-max'], {
      environment: { PETSTORE_BASE_URL: 'http://127.0.0.1:1/v1' },
    });
    expect(code).toBe(0);
    expect(out).toContain('LIST-LIMIT-MAX');
    expect(out).toContain('specs/list-limit.spec.ts');
    const remedy = rows.find(({ id }) => id === 'LIST-LIMIT-MAX')?.remedy ?? 'no remedy';
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`Fix ${remedy}`);
  });
});

function difference(ids: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set(ids).difference(new Set(others))];
}
