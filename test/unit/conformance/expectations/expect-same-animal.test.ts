import { expect, it } from 'vitest';
import { expectSameAnimal } from '../../../../src/conformance/expectations/expect-same-animal.ts';
import type { Pet } from '../../../../src/contract/pet.ts';
import { court, pet } from '../fakes.ts';

const EXPECTED = pet(2n ** 53n + 1n, { categoryId: 2n ** 53n + 3n });

function compare(actual: Pet) {
  const { judge, judgements } = court(['GET-SAME']);
  const same = expectSameAnimal(judge, 'GET-SAME', EXPECTED, actual, [{ exchangeId: 'x1' }, { exchangeId: 'x2' }]);
  return { same, judgement: judgements()[0] };
}

it('the same values are the same animal', () => {
  expect(compare({ ...EXPECTED })).toMatchObject({
    same: true,
    judgement: { outcome: 'satisfied', exchanges: ['x1', 'x2'] },
  });
});

it.each<[string, Partial<Pet>]>([
  ['id', { id: 2n ** 53n }],
  ['name', { name: 'rex' }],
  ['categoryId', { categoryId: 2n ** 53n + 2n }],
  ['status', { status: 'available' }],
  ['status', { status: undefined }],
])('another %s is another animal', (field, change) => {
  const { same, judgement } = compare({ ...EXPECTED, ...change });
  expect(same).toBe(false);
  expect(judgement).toMatchObject({ outcome: 'violated', expected: expect.stringContaining(field) });
});

it('every difference is told', () => {
  expect(compare({ ...EXPECTED, name: 'Tom', status: 'pending' }).judgement?.actual).toMatch(
    /name.*Tom.*status.*pending/,
  );
});
