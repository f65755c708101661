import { type Pet, petDifferences } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import { detectOnlyMove } from './moved-status.ts';
import { findSame, type Page } from '../catalogue/page.ts';
import type { Evidence } from '../responses/response.ts';
import type { CaseContext } from './case-context.ts';
import { FEWER_CLIENTS } from '../reasons.ts';

/** Judges that two responses show the same pet. The service may have moved a pet of this run to another status. */
export async function expectSamePet(
  context: CaseContext,
  requirement: TestableId,
  expected: Pet,
  actual: Pet,
  responses: readonly Evidence[],
): Promise<void> {
  const isMoved = petDifferences(expected, actual).length > 0 && (await detectOnlyMove(context, expected, actual));
  judgeSamePet(context, requirement, isMoved ? actual : expected, actual, responses);
}

function judgeSamePet(
  { judge }: CaseContext,
  requirement: TestableId,
  expected: Pet,
  actual: Pet,
  responses: readonly Evidence[],
): void {
  const differences = petDifferences(expected, actual);
  if (differences.length === 0) {
    const shown = `pet ${expected.id} with the values shown before`;
    judge.check(requirement, true, { expected: shown, actual: 'the same values', responses });
    return;
  }
  judge.check(requirement, false, {
    expected: differences.map((each) => `${each.field} ${each.expected}`).join(', '),
    actual: differences.map((each) => `${each.field} ${each.actual}`).join(', '),
    responses,
  });
}

/** How often both are read again. A pet that alternates between two states may match a few times by chance. */
const REPEATS = 5;

/**
 * Judges that the list and `GET /pets/{petId}` show pets with the same values (parts 4.1 and 4.3). Another client may
 * change a pet at any time, so a difference counts only if both responses stay the same when repeated.
 */
export async function expectSameAsRead(
  context: CaseContext,
  requirement: TestableId,
  page: Page,
  listed: readonly Pet[],
): Promise<void> {
  const compared = await Promise.all(listed.map((pet) => compareWithRead(context, requirement, page, pet)));
  if (compared.includes(true)) return;
  const reason = { reason: 'The pet changed between two reads.', howToResolve: FEWER_CLIENTS };
  context.judge.notVerified(requirement, reason, [page.response]);
}

/** Returns false if the pet changed. */
async function compareWithRead(
  context: CaseContext,
  requirement: TestableId,
  page: Page,
  element: Pet,
): Promise<boolean> {
  const read = await context.api.readPet(element.id);
  const listed = findSame(page, read.pet) ?? element;
  const differs = petDifferences(read.pet, listed).length > 0;
  if (differs && !(await isSteady(context, page, listed, read.pet))) return false;
  await expectSamePet(context, requirement, read.pet, listed, [page.response, read.response]);
  return true;
}

/** Alternates the order of the two reads: a pet that changes at every request must not look steady. */
async function isSteady({ api }: CaseContext, page: Page, listed: Pet, read: Pet): Promise<boolean> {
  const staysListed = async (): Promise<boolean> => {
    const again = findSame(await api.readPage(page.query), listed);
    return again !== undefined && petDifferences(listed, again).length === 0;
  };
  const staysRead = async (): Promise<boolean> => {
    const again = await api.readPet(listed.id);
    return petDifferences(read, again.pet).length === 0;
  };
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const [first, second] = repeat % 2 === 0 ? [staysListed, staysRead] : [staysRead, staysListed];
    if (!(await first()) || !(await second())) return false;
  }
  return true;
}
