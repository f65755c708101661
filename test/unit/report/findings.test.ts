import { describe, expect, it } from 'vitest';
import type { Check, Report, RequirementResult } from '../../../src/report/report.ts';
import { safeFactsOfFinding, type Finding } from '../../../src/report/findings.ts';
import { viewOf } from '../../../src/report/view.ts';
import { check } from '../../support/fake-records.ts';
import { exchangeOf, requirement, SOME_CASE, violatedReport, violation } from '../../support/terminal-reports.ts';

/** A violation that shows this difference, in a case and on exchanges of its own. */
function differing(id: string, expected: string, actual: string, ...exchanges: readonly string[]): Check {
  return violation(id, { id: `${id}-${exchanges.join()}#${id}`, expected, actual, exchanges });
}

/** A report in which the requirements of the checks are violated, and these others not verified. */
function reportOf(checks: readonly Check[], open: readonly RequirementResult[] = []): Report {
  const ids = new Set(checks.flatMap(({ requirement: id, outcome }) => (outcome === 'violated' ? [id] : [])));
  const exchanges = [...new Set(checks.flatMap((each) => each.exchanges))].map((id) => exchangeOf(id));
  return violatedReport({
    requirements: [...[...ids].map((id) => requirement(id, 'violated')), ...open],
    checks,
    exchanges: exchanges.map((each) => ({ ...each, caseId: `case/${each.id}` })),
  });
}

function findings(checks: readonly Check[], open: readonly RequirementResult[] = []): readonly Finding[] {
  return viewOf(reportOf(checks, open)).violated;
}

/** The ids of each finding, the one that explains the others first. */
function groups(...checks: readonly Check[]): readonly string[] {
  return findings(checks).map((finding) => [finding, ...finding.also].map((each) => each.requirement.id).join(' '));
}

describe('one mistake is one finding', () => {
  const any = 'status 401 with an Error';

  it.each<[why: string, checks: readonly Check[], expected: readonly string[]]>([
    [
      'statuses of one class instead of the same status',
      [differing('A', any, 'status 200', 'x1'), differing('B', any, 'status 201', 'x2')],
      ['A B'],
    ],
    [
      'the same difference but for numbers',
      [differing('A', 'at most 1 pet', '2 pets', 'x1'), differing('B', 'at most 20 pets', '21 pets', 'x2')],
      ['A B'],
    ],
    [
      'checks that rest on an earlier exchange that violates the other',
      [differing('A', any, 'status 201', 'x1'), differing('B', 'no pet stored', 'pet 7 stored', 'x1', 'x2')],
      ['A B'],
    ],
    [
      'the requirement that explains most others, which comes first',
      [
        differing('A', any, 'status 200', 'x1'),
        differing('B', any, 'status 201', 'x2'),
        differing('C', 'no pet stored', 'pet 7 stored', 'x2', 'x3'),
      ],
      ['B A C'],
    ],
  ])('for %s', (_, checks, expected) => {
    expect(groups(...checks)).toEqual(expected);
  });

  it.each<[why: string, checks: readonly Check[]]>([
    [
      'bodies that are accepted',
      ['A', 'B'].map((id) => differing(id, 'status 400 with an Error', 'status 201', `x${id}`)),
    ],
    ['statuses of other classes', [differing('A', any, 'status 200', 'x1'), differing('B', any, 'status 500', 'x2')]],
    [
      'another member',
      [
        { ...differing('A', 'a string', 'absent', 'x1'), pointer: '/code' },
        { ...differing('B', 'a string', 'absent', 'x2'), pointer: '/message' },
      ],
    ],
    [
      'another difference in the same response',
      [differing('A', 'at most 1 pet', '2 pets', 'x1'), differing('B', 'status "sold"', 'status "pending"', 'x1')],
    ],
    [
      'one check of three that rests on the other',
      [
        differing('A', any, 'status 201', 'x1'),
        ...['x1', 'x2', 'x3'].map((id) => differing('B', 'no pet stored', 'pet 7 stored', id, 'x9')),
      ],
    ],
  ])('but two for %s', (_, checks) => {
    expect(groups(...checks)).toEqual(['A', 'B']);
  });

  it('is shown with the statements of the others', () => {
    const [finding] = findings([differing('A', any, 'status 200', 'x1'), differing('B', any, 'status 201', 'x2')]);
    if (finding === undefined) throw new Error('There is a finding.');
    expect(safeFactsOfFinding(finding)).toContainEqual({ label: 'Also', text: 'B: The statement of B.' });
  });
});

describe('a finding that blocks requirements', () => {
  const cut = differing('ANSWER', 'a complete response', 'cut', 'x1');
  const open = [requirement('B', 'not-verified'), requirement('C', 'not-verified')];
  const unsettled = check('B', 'not-verified', { exchanges: ['x1'] });

  it('names those whose checks rest on its responses, and those that nothing could be sent for', () => {
    const [first] = findings([cut, unsettled], open);
    expect(first?.blocked.map(({ id }) => id)).toEqual(['B', 'C']);
    const { headline, unsettled: left } = viewOf(reportOf([cut, unsettled], open));
    expect(headline.shortReasons[1]).toBe('2 requirements are blocked by ANSWER: fix that, then run again.');
    expect(left.groups).toEqual([]);
  });

  it.each<[why: string, check: Check]>([
    ['rest on other responses', check('B', 'not-verified', { exchanges: ['x2'] })],
    ['can be settled in another way', { ...unsettled, howToResolve: 'Raise --examples.' }],
  ])('names none that %s', (_, other) => {
    const [first] = findings([cut, other], open.slice(0, 1));
    expect([first?.blocked, first?.blocks]).toEqual([[], null]);
  });

  it('comes before those that block none', () => {
    const both = findings([differing('A', 'this', 'that', 'x5'), cut, unsettled], open);
    expect(both.map((each) => each.requirement.id)).toEqual(['ANSWER', 'A']);
  });
});

/** So many pets on a page with this limit. */
function over(limit: number, pets: number): Check {
  return violation('LIST-LIMIT-MAX', {
    id: `limit/${limit}#LIST-LIMIT-MAX`,
    case: `limit/${limit}`,
    expected: `at most ${limit} ${limit === 1 ? 'pet' : 'pets'}`,
    actual: `${pets} pets`,
  });
}

describe('checks that differ only in numbers', () => {
  const cases = [1, 2, 3].map((limit) => ({ ...SOME_CASE, id: `limit/${limit}`, title: `GET /pets?limit=${limit}` }));
  const folded = (...checks: readonly Check[]): readonly string[] =>
    viewOf(violatedReport({ cases, checks })).violated.flatMap((each) => each.folded.map(({ text }) => text));

  it.each<[checks: readonly Check[], text: readonly string[]]>([
    [[over(1, 2), over(2, 3), over(3, 4)], ['GET /pets?limit=1…3: 1 pet too many']],
    [[over(1, 2), over(2, 5)], ['GET /pets?limit=1…2: 2…5 pets']],
    [[over(3, 1), over(2, 0)], ['GET /pets?limit=2…3: 2 pets too few']],
    [[over(1, 2)], []],
  ])('are one line: %j', (checks, text) => {
    expect(folded(...checks)).toEqual(text);
  });

  const request = { ...exchangeOf('x1').request, url: 'http://h/v1/pets?limit=7' };
  it.each<[what: string, checks: readonly Check[], shownBy: string]>([
    ['the title of its case', [over(1, 2)], 'GET /pets?limit=1'],
    [
      'like cases with the number of checks',
      [over(1, 2), over(2, 3)],
      'GET /pets?limit=1…2: 1 pet too many (2 checks)',
    ],
    ['the request if a response rule shows it', [{ ...over(7, 8), case: 'rules/listPets' }], 'GET /pets?limit=7'],
  ])('are shown by %s', (_, checks, shownBy) => {
    const base = violatedReport({ cases, checks, exchanges: [{ ...exchangeOf('x1'), request }] });
    const [finding] = viewOf({ ...base, run: { ...base.run, target: 'http://h/v1' } }).violated;
    expect(finding?.shownBy).toBe(shownBy);
  });
});
