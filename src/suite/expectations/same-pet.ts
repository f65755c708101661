import { type Pet, petDifferences } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import type { Judge } from '../judge.ts';
import type { Evidence } from '../response.ts';

/** Judges that two responses show the same pet: id, name, categoryId and status, exact. */
export function judgeSamePet(
  judge: Judge,
  requirement: TestableId,
  expected: Pet,
  actual: Pet,
  responses: readonly Evidence[],
): boolean {
  const differences = petDifferences(expected, actual);
  const [first] = differences;
  if (first === undefined) {
    const finding = { expected: `the pet ${expected.id} as it was shown before`, actual: 'the same values', responses };
    return judge.check(requirement, true, finding);
  }
  return judge.check(requirement, false, {
    expected: `${first.field} ${first.expected}`,
    actual: differences.map(({ field, actual: shown }) => `${field} ${shown}`).join(', '),
    responses,
  });
}
