import type { Judge } from '../judge.ts';
import { type CompleteResponse, describeStatus } from '../response.ts';
import type { IdRange } from '../pets.ts';
import type { CaseContext } from './case-context.ts';
import type { Pet, PetStatus } from '../../contract/pet.ts';
import { lookFor, presenceOf } from '../listing.ts';
import { findOnPage } from '../page.ts';

/**
 * Judges GET-UNKNOWN: an id that no pet has is answered 404 with an Error (part 4.3). A response that is a valid pet with
 * exactly this id may be a real one, and settles nothing: another id is drawn. Two drawn ids in a row that both seem to
 * exist are a violation. A 400 for zero or a negative id is a finding of the recommended level only.
 */
export async function expectUnknown(context: CaseContext, range: IdRange, first?: bigint): Promise<void> {
  const { judge, api, pets } = context;
  const ids = [first, pets.unknownId(range), pets.unknownId(range)].filter((id) => id !== undefined);
  const found: CompleteResponse[] = [];
  for (const id of ids) {
    const response = await api.getPet(id, { expects: [404] });
    if (!api.showsPet(response, id)) return judgeUnknown(context, response, id);
    found.push(response);
  }
  judge.check('GET-UNKNOWN', false, {
    expected: 'status 404 with an Error',
    actual: `${found.length} ids drawn at random were each answered with a pet of that id`,
    responses: found,
  });
  leaveSign(judge, 'No id without a pet was found.');
}

function judgeUnknown({ scope, judge }: CaseContext, response: CompleteResponse, id: bigint): void {
  const { status } = response;
  const responses = [response];
  const finding = { expected: 'status 404', actual: describeStatus(response), responses };
  scope.takeStatus(response);
  if (id <= 0n && status === 400) {
    if (judgesSign(judge)) judge.check('GET-UNKNOWN-SIGN', false, finding);
    judge.notApplicable('GET-UNKNOWN', 'The service rejects ids of this sign as invalid.', responses);
    return;
  }
  const isUnknown = judge.check('GET-UNKNOWN', status === 404, { ...finding, expected: 'status 404 with an Error' });
  if (id > 0n) leaveSign(judge, 'The id is positive.', response);
  else if (!isUnknown) leaveSign(judge, 'It is judged as GET-UNKNOWN.', response);
  else if (judgesSign(judge)) judge.check('GET-UNKNOWN-SIGN', true, finding);
}

/** Only cases about zero and negative ids judge how these are rejected. */
function judgesSign(judge: Judge): boolean {
  return judge.judged.includes('GET-UNKNOWN-SIGN');
}

function leaveSign(judge: Judge, reason: string, ...responses: readonly CompleteResponse[]): void {
  if (judgesSign(judge)) judge.notApplicable('GET-UNKNOWN-SIGN', reason, responses);
}

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
