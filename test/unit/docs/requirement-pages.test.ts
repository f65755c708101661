import { describe, expect, it } from 'vitest';
import { renderRequirementPage, type PageSources } from '../../../scripts/requirement-pages.ts';
import { requirements, type RequirementRow } from '../../../src/contract/requirements.ts';
import { faults } from '../../../src/reference/faults/index.ts';
import { compliantVariants } from '../../../src/reference/compliant/index.ts';
import { checksOn } from '../../../lab/kill-matrix.ts';
import type { StaleRecords } from '../../../lab/stale-records.ts';
import { readExamples, readKillMatrix } from '../../../lab/detection-record.ts';
import { exampleServices } from '../../../lab/violation-examples.ts';
import { NOTHING_STALE } from '../../support/nothing-stale.ts';

const killMatrix = readKillMatrix();
const rows: readonly RequirementRow[] = requirements;
const examples = readExamples();
const judged = rows.filter(({ level, reason }) => level !== 'unspecified' && reason === undefined).map(({ id }) => id);

describe('docs/violations.json, which npm run detection records', () => {
  it('shows each requirement that can be violated on the service that shows it best, and nothing else', () => {
    const wanted = [...exampleServices(requirements, faults, killMatrix)].flatMap(([service, ids]) =>
      ids.map((id) => [id, service]),
    );
    const recorded = Object.fromEntries(Object.entries(examples).map(([id, { service }]) => [id, service]));
    const record = 'Record the services that differ: npm run detect -- ID --record.';
    expect(recorded, record).toEqual(Object.fromEntries(wanted));
    expect(Object.keys(examples).toSorted(), record).toEqual(judged.toSorted());
  });

  it('names the checks that catch their service, from the kill matrix', () => {
    const others = Object.values(examples).filter(
      ({ check, service }) => !checksOn(service, killMatrix).includes(check),
    );
    expect(others.map(({ check }) => check)).toEqual([]);
  });

  it('holds nothing that belongs to one run or one machine', () => {
    const text = JSON.stringify(examples);
    expect(text).toContain('https://staging.example/v1');
    expect(text).not.toMatch(
      /\/\/127\.0\.0\.1|localhost|:\d{4,5}\/|Bearer (?!\$PETSTORE_API_KEY|a-wrong-key|petstore)[\w-]{8}/,
    );
  });
});

it('remedies are sentences, and no two rows share one', () => {
  const texts = rows.flatMap(({ remedy }) => remedy ?? []);
  expect(texts.filter((text) => !/^[A-Z].{15,}\.$/s.test(text))).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
});

function caseAt(title: string, place: string): PageSources['cases'][number] {
  return {
    caseId: title,
    title,
    place,
    judges: ['LIST-LIMIT-MAX'],
    feeds: [],
    mayCreate: 0,
    needs: [],
    stage: 'main',
    repeatGroup: title,
  };
}

describe('the page of a requirement', () => {
  const sources: PageSources = {
    cases: [],
    faults,
    compliant: compliantVariants,
    matrix: killMatrix,
    stale: NOTHING_STALE,
    examples,
  };
  const pageOf = (id: string, changed: Partial<PageSources> = {}): string => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) throw new Error(`There is no requirement ${id}.`);
    return renderRequirementPage(row, { ...sources, ...changed });
  };

  it('shows what to change, an example of a violation, and what breaks the requirement', () => {
    const page = pageOf('LIST-LIMIT-MAX');
    expect(page).toContain(rows.find(({ id }) => id === 'LIST-LIMIT-MAX')?.remedy);
    expect(page).toContain(
      `    Actual    ${examples['LIST-LIMIT-MAX']?.facts.find(({ label }) => label === 'Actual')?.text}`,
    );
    expect(page).toContain('| `limit-plus-one` | A page may hold one pet more than its limit. |');
  });

  it('names the cases of one loop together, by id, and no line of specs/', () => {
    const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
    const page = pageOf('LIST-LIMIT-MAX', {
      cases: [...names.map((name) => caseAt(name, 'specs/a.spec.ts:3')), caseAt('alone', 'specs/b.spec.ts:9')],
    });
    expect(page).toContain('- [specs/a.spec.ts](../../specs/a.spec.ts), 6 cases:\n  - `first`: first\n');
    expect(page).toContain('  - `fourth`: fourth\n  - and 2 more\n');
    expect(page).toContain('- [specs/b.spec.ts](../../specs/b.spec.ts)\n  - `alone`: alone\n');
  });

  it('names the cases that feed its rule, and says what the rule judges', () => {
    const feeding = { ...caseAt('feeding', 'specs/a.spec.ts:3'), judges: [], feeds: ['LIST-SAME' as const] };
    const page = pageOf('LIST-SAME', { cases: [feeding, caseAt('other', 'specs/b.spec.ts:9')] });
    expect(page).toContain('a rule about the history of a run');
    expect(page).toContain('- [specs/a.spec.ts](../../specs/a.spec.ts)\n  - `feeding`: feeding\n');
    expect(page).not.toContain('specs/b.spec.ts');
    expect(pageOf('PET-ID')).toContain('a response rule');
    expect(pageOf('CREATE-NAMES')).not.toMatch(/This is a .*rule/);
  });

  it('shows a count and a case only where they were measured', () => {
    const cases = [{ ...caseAt('list/limit/2', 'specs/a.spec.ts:3') }];
    const row = '| `limit-plus-one` | A page may hold one pet more than its limit. |';
    expect(pageOf('LIST-LIMIT-MAX', { cases })).toMatch(/Checks that find a violation of it: \d+\./);
    const pageWith = (changed: Partial<StaleRecords>): string =>
      pageOf('LIST-LIMIT-MAX', { cases, stale: { ...NOTHING_STALE, ...changed } });
    expect(pageWith({ cases: ['list/limit/2'] })).toContain('Checks that find a violation of it: not measured.');
    expect(pageWith({ services: ['fault/limit-plus-one'] })).toContain(`${row} not measured |`);
    const { violated = {} } = killMatrix.services['fault/limit-plus-one'] ?? {};
    expect(pageWith({ changedCases: violated['LIST-LIMIT-MAX'] ?? [] })).toContain(`${row} not measured |`);
  });

  it('has nothing to fix where nothing is judged, and gives the reason where nothing can be tried', () => {
    expect(pageOf('OPEN-LIST-ORDER')).not.toContain('## Fix');
    expect(pageOf('SCOPE-EVENTS')).toContain('Not testable: The contract names nothing');
  });

  it('cannot be made from an example of a service that is no longer there', () => {
    expect(() => pageOf('LIST-LIMIT-MAX', { faults: [] })).toThrow('names an unknown service');
  });
});
