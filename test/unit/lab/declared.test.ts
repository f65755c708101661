import { describe, expect, it } from 'vitest';
import { problemsAtSize, problemsOf } from '../../../lab/declared.ts';
import type { FleetService } from '../../../lab/services.ts';
import type { Summary } from '../../../lab/summary.ts';
import { summary } from '../../support/summary.ts';

const common = { id: 'x', title: 'It differs.', apply: () => ({}) };
const steady = { kind: 'fault', id: 'fault/x', declared: { ...common, breaks: ['GET-OK', 'GET-SAME'] } } as const;
const unsteady: FleetService = {
  kind: 'fault',
  id: 'fault/x',
  declared: { ...common, breaksSome: ['GET-OK', 'GET-SAME'] },
};
const expects = { verdict: 'conformant', notApplicable: ['N'], notVerified: ['V'] } as const;
const compliant: FleetService = { kind: 'compliant', id: 'compliant/x', declared: { ...common, expects } };

function problems(service: FleetService, fields: Partial<Summary>, toFind?: readonly string[]): readonly string[] {
  return problemsOf(service, summary(service.id, fields), toFind);
}

describe('a service is judged in a larger catalogue', () => {
  const notes = [
    {
      kind: 'note',
      text: '1 case of GET-SAME could not be decided in this catalogue: no page.',
      requirements: ['GET-SAME'],
    },
  ] as const;
  const startsEmpty: FleetService = { ...steady, declared: { ...steady.declared, startsEmpty: true } };
  it.each([
    ['a fault of which a part is seen', steady, { violated: ['GET-OK'] }, []],
    ['a fault that is not seen, for a reason that the run names', unsteady, { notes }, []],
    ['a fault that is not seen for no reason', steady, {}, ['It was not caught.']],
    ['a fault that breaks something else', steady, { violated: ['LIST-OK'] }, ['Violated, and not declared: LIST-OK.']],
    ['a fault that may break more there', startsEmpty, { violated: ['LIST-OK'] }, []],
    ['a fault that shows only in an empty one', startsEmpty, {}, []],
    ['a compliant variant that is accused', compliant, { violated: ['GET-OK'] }, ['Accused of GET-OK.']],
  ])('%s', (_, service, fields: Partial<Summary>, found) => {
    const all = { notApplicable: ['N'], notVerified: ['V'], ...fields };
    expect(problemsAtSize(service, summary(service.id, all)).map((each) => each.trim())).toEqual(found);
  });
});

describe('a service is judged as it declares', () => {
  it.each([
    ['all that it breaks, and nothing else', steady, { violated: ['GET-SAME', 'GET-OK'] }, undefined],
    ['what its few cases are to find', steady, { violated: ['GET-SAME'] }, ['GET-SAME']],
    ['something of what it breaks now and then', unsteady, { violated: ['GET-OK'] }, undefined],
    ['nothing where it is compliant', compliant, { notApplicable: ['N', 'M'], notVerified: ['V'] }, undefined],
  ])('where the run found %s', (_, service, fields, toFind) => {
    expect(problems(service, fields, toFind)).toEqual([]);
  });

  it.each([
    ['a fault is not caught', unsteady, {}, 'It was not caught.'],
    ['a part of a fault is missed', steady, { violated: ['GET-OK'] }, 'Not found violated: GET-SAME.'],
    [
      'something else is accused',
      steady,
      { violated: ['GET-OK', 'GET-SAME', 'LIST-OK'], first: 'c: …' },
      'Violated, and not declared: LIST-OK. c: …',
    ],
    [
      'something else is accused now and then',
      unsteady,
      { violated: ['GET-OK', 'LIST-OK'] },
      'Violated, and not declared: LIST-OK.',
    ],
    ['a compliant variant is accused', compliant, { violated: ['GET-OK'], first: 'c: …' }, 'Accused of GET-OK. c: …'],
    [
      'the verdict is another one',
      compliant,
      { verdict: 'inconclusive', notVerified: ['V', 'W'] },
      'The verdict is inconclusive, not conformant. Not verified: V, W.',
    ],
    ['what does not apply was judged', compliant, { notApplicable: [] }, 'Not ended as not applicable: N.'],
    ['what cannot be verified was judged', compliant, { notVerified: [] }, 'Not ended as not verified: V.'],
    [
      'the run was cut short',
      steady,
      { violated: ['GET-OK', 'GET-SAME'], end: 'deadline' },
      'The run ended otherwise: deadline.',
    ],
    [
      'the suite has a fault',
      steady,
      { violated: ['GET-OK', 'GET-SAME'], harnessErrors: ['E.'], suiteFaults: ['F.'] },
      'E.',
    ],
  ])('and not where %s', (_, service, fields: Partial<Summary>, problem) => {
    const all = { notApplicable: ['N'], notVerified: ['V'], ...fields };
    expect(problems(service, all).map((each) => each.trim())).toContain(problem);
  });
});

it('a wrong judgement names the violated checks, and how the others ended', () => {
  const ended = 'not-applicable: The service cuts pages as it likes.';
  const open = [
    { requirement: 'GET-SAME', ended },
    { requirement: 'GET-SAME', ended },
    { requirement: 'LIST-OK', ended },
  ];
  const violatedChecks = ['a/case#GET-OK', 'b/case#LIST-OK'];
  expect(problems(steady, { violated: ['GET-OK', 'LIST-OK'], violatedChecks, open })).toEqual([
    'Violated, and not declared: LIST-OK. ',
    'Violated checks: b/case#LIST-OK.',
    'Not found violated: GET-SAME.',
    '2 checks of GET-SAME ended as not-applicable: The service cuts pages as it likes.',
  ]);
  expect(problems(unsteady, { open }).slice(1)).toEqual([
    '2 checks of GET-SAME ended as not-applicable: The service cuts pages as it likes.',
  ]);
});
