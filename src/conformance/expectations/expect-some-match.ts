import type { PetStatus } from '../../contract/pet.ts';
import type { Judge } from '../judge.ts';
import type { Page } from '../page.ts';

/** A filtered page without animals does not show that the filter works (part 3): then that check is not verified. */
export function expectSomeMatch(judge: Judge, page: Page, status: PetStatus): void {
  if (page.size > 0) return;
  judge.notVerified(
    'LIST-STATUS-FILTER',
    `No animal is ${status}.`,
    `Put an animal that is ${status} into the catalogue.`,
    [page.answer],
  );
}
