import type { TestableId } from '../../contract/requirements.ts';
import { findSame, NO_COMPLETE_PAGE, NO_OWN_PET_LISTED, pagesOf } from '../catalogue/page.ts';
import type { Evidence } from '../responses/response.ts';
import type { CaseContext } from './case-context.ts';
import type { FoundPet, FoundPets } from './find-in-list.ts';
import { expectSamePet } from './same-pet.ts';

/** Judges that the service stored the pets of this run: the list shows them (part 4.2). Only a lost pet is a violation. */
export function expectStored({ run, judge }: CaseContext, requirement: TestableId, found: FoundPets): void {
  const responses = responsesOf(found);
  if (isUndecided(found)) {
    const reason = run.phase === 'before' ? 'Reads by id cover this.' : NO_COMPLETE_PAGE;
    judge.notApplicable(requirement, reason, [found.listing.unfiltered.response]);
  }
  for (const { pet, presence } of found.pets) {
    if (presence === 'lost') judge.check(requirement, false, { ...lostFinding(pet), responses });
    if (presence !== 'shown' && presence !== 'moved') continue;
    const expected = `pet ${pet.id}, added by this run, in the catalogue`;
    judge.check(requirement, true, { expected, actual: 'listed', responses });
  }
}

/**
 * Judges that a complete page lists the pets (part 4.1). A pet that only the filtered page lacks violates LIST-STATUS-COMPLETE
 * instead, and a lost pet CREATE-STORED.
 */
export function expectListed({ judge, scope }: CaseContext, requirement: TestableId, found: FoundPets): void {
  const responses = responsesOf(found);
  if (isUndecided(found)) judge.notApplicable(requirement, NO_COMPLETE_PAGE, [found.listing.unfiltered.response]);
  for (const { pet, presence } of found.pets) {
    if (presence === 'shown' || presence === 'moved')
      judge.check(requirement, true, { expected: `pet ${pet.id} in the list`, actual: 'listed', responses });
    if (presence === 'missing') {
      const expected = `pet ${pet.id}, added by this run, in a complete page`;
      const assumesComplete = pagesOf(found.listing);
      judge.check(requirement, false, { expected, actual: 'missing there', responses, assumesComplete });
    }
    if (presence === 'lost' && !judge.declared.includes('CREATE-STORED'))
      scope.recordViolation('CREATE-STORED', { holds: false, ...lostFinding(pet) }, responses);
  }
}

/** Judges that a complete page filtered by the status of the pets lists them (part 4.1). */
export function expectListedByStatus({ judge }: CaseContext, requirement: TestableId, found: FoundPets): void {
  const responses = responsesOf(found);
  if (found.listing.filtered === null)
    return judge.notApplicable(requirement, 'No status filter matches a pet without a status.');
  if (isUndecided(found)) judge.notApplicable(requirement, NO_COMPLETE_PAGE, [found.listing.unfiltered.response]);
  for (const { pet, presence } of found.pets) {
    const expected = `pet ${pet.id} in the complete page filtered by its status`;
    if (presence === 'shown') judge.check(requirement, true, { expected, actual: 'listed', responses });
    if (presence === 'moved')
      judge.notApplicable(requirement, `The service has moved pet ${pet.id} to another status.`, responses);
    if (presence === 'missing-from-filter') {
      const actual = 'missing from that page, but in the unfiltered page';
      judge.check(requirement, false, { expected, actual, responses, assumesComplete: pagesOf(found.listing) });
    }
  }
}

/** Judges that the list shows the pets of this run with the values that were sent (part 4.1). */
export async function expectSameValues(context: CaseContext, requirement: TestableId, found: FoundPets): Promise<void> {
  let isShown = false;
  for (const { pet } of found.pets.filter(({ isOwn }) => isOwn)) {
    for (const page of pagesOf(found.listing)) {
      const listed = findSame(page, pet);
      if (listed === undefined) continue;
      isShown = true;
      await expectSamePet(context, requirement, pet, listed, [page.response]);
    }
  }
  if (!isShown) context.judge.notApplicable(requirement, NO_OWN_PET_LISTED, responsesOf(found));
}

function isUndecided({ pets }: FoundPets): boolean {
  return pets.every(({ presence }) => presence === 'undecided');
}

function responsesOf({ listing }: FoundPets): readonly Evidence[] {
  return pagesOf(listing).map(({ response }) => response);
}

function lostFinding({ id }: FoundPet['pet']) {
  const expected = `pet ${id}, added by this run, in a complete page`;
  return { expected, actual: 'missing from that page, and GET /pets/{petId} does not return it' };
}
