import { expect, it } from 'vitest';
import { defineCases } from '../../../../src/suite/case.ts';
import { fewestPetsFirst, inOrderOfRepeats } from '../../../../src/suite/execution/further-attempts.ts';

const cases = defineCases(({ testCase }) => {
  for (const [id, repeatGroup] of [
    ['crash', 'limits'],
    ['second', 'limits'],
    ['cut', 'names'],
  ] as const)
    testCase(id, id, { judges: ['LIST-OK'], repeatGroup }, () => undefined);
})(0);

it.each([
  ['one of each group first', [], ['crash', 'cut', 'second']],
  ['those that may cause their disturbance last', ['crash'], ['cut', 'second', 'crash']],
])('repeats %s', (_, disturbing, order) => {
  const ordered = inOrderOfRepeats(cases, new Set(disturbing));
  expect(ordered.map(({ description }) => description.caseId)).toEqual(order);
});

it('judges first the cases of trials that add the fewest pets', () => {
  const counts = [2, 1, 0];
  const adding = cases.map((each, index) => ({
    ...each,
    description: { ...each.description, mayCreate: counts[index] ?? 0 },
  }));
  expect(fewestPetsFirst(adding).map(({ description }) => description.caseId)).toEqual(['cut', 'second', 'crash']);
});
