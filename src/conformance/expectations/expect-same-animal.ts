import { petDifferences, type Pet } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import type { Finding, Judge } from '../judge.ts';

/** Judges that two answers show the same animal: id, name, categoryId and status, exact. */
export function expectSameAnimal(
  judge: Judge,
  requirement: TestableId,
  expected: Pet,
  actual: Pet,
  answers: Finding['answers'],
): boolean {
  const differences = petDifferences(expected, actual);
  const [first] = differences;
  return judge.check(requirement, first === undefined, {
    expected:
      first === undefined ? `the animal ${expected.id} as it was shown before` : `${first.field} ${first.expected}`,
    actual:
      first === undefined
        ? 'the same values'
        : differences.map(({ field, actual: shown }) => `${field} ${shown}`).join(', '),
    answers,
  });
}
