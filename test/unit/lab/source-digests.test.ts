import { describe, expect, it } from 'vitest';
import { digestSources } from '../../../lab/source-digests.ts';

const SPEC = `const LIMITS = [1, 2];

export const cases = defineCases(({ testCase }) => {
  testCase('list/one', 'One', {}, async () => {
    await one();

    await other();
  });

  for (const limit of [
    1,
    2,
  ]) {
    testCase(\`list/limit/\${limit}\`, 'Two', {}, async () => {
      await two(limit);
    });
  }

  for (const limit of LIMITS)
    testCase(\`list/other/\${limit}\`, 'Three', {}, async () => {
      await three(limit);
    });
});
`;
const FAULTS = `const helper = () => 1;

export const listFaults = [
  {
    id: 'wrong',
    apply: replace({ matches: () => true }),
  },
  {
    id: 'worse',
    apply: (base) => ({
      matches: () => helper(),
    }),
  },
  ...many.map((id) => ({ id })),
];
`;
const CASES = [
  { caseId: 'list/one', place: 'specs/list.spec.ts:4' },
  { caseId: 'list/limit/1', place: 'specs/list.spec.ts:14' },
  { caseId: 'list/other/1', place: 'specs/list.spec.ts:20' },
];
const SERVICES = [{ id: 'fault/wrong' }, { id: 'fault/worse' }, { id: 'fault/made' }];

function digests(spec = SPEC, faults = FAULTS) {
  const files = new Map([
    ['specs/list.spec.ts', spec],
    ['src/reference/faults/list-faults.ts', faults],
  ]);
  return digestSources(CASES, SERVICES, files);
}

/** The ids whose digest differs, and `rules`. */
function changedBy(spec: string, faults = FAULTS): readonly string[] {
  const [before, after] = [digests(), digests(spec, faults)];
  const rows = { ...after.cases, ...after.services, rules: after.rules };
  const earlier: Readonly<Record<string, string>> = { ...before.cases, ...before.services, rules: before.rules };
  return Object.entries(rows).flatMap(([id, digest]) => (earlier[id] === digest ? [] : [id]));
}

describe('the digests of sources', () => {
  it('give each case and each service that has a block a digest of its own', () => {
    const { rules, cases, services } = digests();
    const own = [rules, ...Object.values(cases), services['fault/wrong'], services['fault/worse']];
    expect(new Set(own).size).toBe(6);
    expect(own.filter((digest) => !/^[0-9a-f]{12}$/.test(digest ?? ''))).toEqual([]);
    expect(services['fault/made']).toBe('');
  });

  it.each([
    ['a case', SPEC.replace('other()', 'another()'), FAULTS, ['list/one']],
    ['the list of a loop', SPEC.replace('    2,\n', '    3,\n'), FAULTS, ['list/limit/1']],
    ['a case of a loop without braces', SPEC.replace('three(', 'four('), FAULTS, ['list/other/1']],
    ['a fault', SPEC, FAULTS.replace('true', 'false'), ['fault/wrong']],
    ['a constant of a spec', SPEC.replace('[1, 2]', '[1, 3]'), FAULTS, ['rules']],
    ['a helper of faults', SPEC, FAULTS.replace('=> 1', '=> 2'), ['rules']],
    ['faults that are made by a function', SPEC, FAULTS.replace('({ id })', '({ id, title })'), ['rules']],
  ])('change only where %s changes', (_, spec, faults, changed) => {
    expect(changedBy(spec, faults)).toEqual(changed);
  });

  it('of the shared sources stay if a type becomes a name for other files, and change with its members', () => {
    const own = `${SPEC}interface Row { id: string }\n`;
    const exported = `${SPEC}export interface Row { id: string }\n`;
    expect(digests(exported).rules).toBe(digests(own).rules);
    expect(digests(exported.replace('string', 'number')).rules).not.toBe(digests(own).rules);
  });

  it('of the shared sources stay if a fault is added', () => {
    const added = FAULTS.replace('  ...many', "  {\n    id: 'new',\n    apply: replace({}),\n  },\n  ...many");
    expect(changedBy(SPEC, added)).toEqual([]);
  });
});
