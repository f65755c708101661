import type { Pet, PetStatus } from '../../contract/pet.ts';
import { lookFor, presenceOf } from '../listing.ts';
import { findOnPage } from '../page.ts';
import type { CaseContext } from './context.ts';

/** Judges DEPRECATION-REPLACEMENT: a pet is found by the list with the filter of its status (parts 4.3 and 9). */
export async function expectFoundByFilter(context: CaseContext, status: PetStatus): Promise<void> {
  const { run, judge, api, pets } = context;
  const own = pets.seeds.find((pet) => pet.status === status);
  const listing = own === undefined ? null : await lookFor(run, api, [own], status);
  const isDecided = own !== undefined && listing !== null && presenceOf(listing, own, run.known) !== 'undecided';
  const wanted = isDecided ? own : await readListed(context, status);
  const page = (isDecided ? listing.filtered : null) ?? (await api.readPage({ status, limit: 100 }));
  const isListed = findOnPage(page, wanted.id) !== undefined;
  if (!isDecided && !isListed)
    return judge.stopNotApplicable('The catalogue is too large to find one pet again.', [page.response]);
  judge.check('DEPRECATION-REPLACEMENT', isListed, {
    expected: `the pet ${wanted.id} in the list of those that are ${status}`,
    actual: isListed ? 'listed there' : 'missing there',
    responses: [page.response],
  });
}

/** In a large catalogue: some pet of a filtered page that has that status when it is read. */
async function readListed({ run, judge, api }: CaseContext, status: PetStatus): Promise<Pet> {
  const page = await api.readPage({ status, limit: 100 });
  const [listed] = page.pets;
  if (listed === undefined)
    return judge.stop(`No pet is ${status}.`, `Put a pet that is ${status} into the catalogue.`, [page.response]);
  if (run.phase !== 'before')
    return judge.stopNotApplicable('Reading one may be removed by the date of the run (parts 4.3 and 9 rule 3).');
  const { pet, response } = await api.readPet(listed.id);
  if (pet.status === status) return pet;
  return judge.stop('The pet changed between two looks at it.', 'Run again while fewer clients write.', [response]);
}
