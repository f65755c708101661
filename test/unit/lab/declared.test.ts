import { describe, expect, it } from 'vitest';
import { problemsAtSize, problemsOf } from '../../../lab/declared.ts';
import type { FleetService } from '../../../lab/services.ts';
import type { Summary } from '../../../lab/summary.ts';
import { summary } from '../../support/summary.ts';

const common = { id: 'x', title: 'It differs.', apply: () => ({}) };
const steady = { kind: 'fault', id: 'fault/x', declared: { ...common, breaks: ['R', 'S'] } } as const;
const unsteady: FleetService = {
  kind: 'fault',
  id: 'fault/x',
  declared: { ...common, breaksSome: ['R', 'S'] },
};
const expects = { verdict: 'conformant', notApplicable: ['N'], notVerified: ['V'] } as const;
const compliant: FleetService = { kind: 'compliant', id: 'compliant/x', declared: { ...common, expects } };

function problems(service: FleetService, fields: Partial<Summary>, toFind?: readonly string[]): readonly string[] {
  return problemsOf(service, summary(service.id, fields), toFind);
}

describe('a service is judged in a larger catalogue', () => {
  const notes = [
    { kind: 'note', text: '1 case of S could not be decided in this catalogue: no page.', requirements: ['S'] },
  ] as const;
  const startsEmpty: FleetService = { ...steady, declared: { ...steady.declared, startsEmpty: true } };
  it.each([
    ['a fault of which a part is seen', steady, { violated: ['R'] }, []],
    ['a fault that is not seen, for a reason that the run names', unsteady, { notes }, []],
    ['a fault that is not seen for no reason', steady, {}, ['It was not caught.']],
    ['a fault that breaks something else', steady, { violated: ['T'] }, ['Violated, and not declared: T.']],
    ['a fault that may break more there', startsEmpty, { violated: ['T'] }, []],
    ['a fault that shows only in an empty one', startsEmpty, {}, []],
    ['a compliant variant that is accused', compliant, { violated: ['R'] }, ['Accused of R.']],
  ])('%s', (_, service, fields: Partial<Summary>, found) => {
    const all = { notApplicable: ['N'], notVerified: ['V'], ...fields };
    expect(problemsAtSize(service, summary(service.id, all)).map((each) => each.trim())).toEqual(found);
  });
});

describe('a service is judged as it declares', () => {
  it.each([
    ['all that it breaks, and nothing else', steady, { violated: ['S', 'R'] }, undefined],
    ['what its few cases are to find', steady, { violated: ['S'] }, ['S']],
    ['something of what it breaks now and then', unsteady, { violated: ['R'] }, undefined],
    ['nothing where it is compliant', compliant, { notApplicable: ['N', 'M'], notVerified: ['V'] }, undefined],
  ])('where the run found %s', (_, service, fields, toFind) => {
    expect(problems(service, fields, toFind)).toEqual([]);
  });

  it.each([
    ['a fault is not caught', unsteady, {}, 'It was not caught.'],
    ['a part of a fault is missed', steady, { violated: ['R'] }, 'Not found violated: S.'],
    [
      'something else is accused',
      steady,
      { violated: ['R', 'S', 'T'], first: 'c: …' },
      'Violated, and not declared: T. c: …',
    ],
    ['something else is accused now and then', unsteady, { violated: ['R', 'T'] }, 'Violated, and not declared: T.'],
    ['a compliant variant is accused', compliant, { violated: ['R'], first: 'c: …' }, 'Accused of R. c: …'],
    [
      'the verdict is another one',
      compliant,
      { verdict: 'inconclusive', notVerified: ['V', 'W'] },
      'The verdict is inconclusive, not conformant. Not verified: V, W.',
    ],
    ['what does not apply was judged', compliant, { notApplicable: [] }, 'Not ended as not applicable: N.'],
    ['what cannot be verified was judged', compliant, { notVerified: [] }, 'Not ended as not verified: V.'],
    ['the run was cut short', steady, { violated: ['R', 'S'], end: 'deadline' }, 'The run ended otherwise: deadline.'],
    ['the suite has a fault', steady, { violated: ['R', 'S'], harnessErrors: ['E.'], suiteFaults: ['F.'] }, 'E.'],
  ])('and not where %s', (_, service, fields: Partial<Summary>, problem) => {
    const all = { notApplicable: ['N'], notVerified: ['V'], ...fields };
    expect(problems(service, all).map((each) => each.trim())).toContain(problem);
  });
});
