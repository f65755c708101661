import type { Judge } from '../judge.ts';
import { type CompleteResponse, describeStatus } from '../response.ts';
import type { IdRange } from '../pets.ts';
import type { CaseContext } from './case-context.ts';
import type { Pet, PetStatus } from '../../contract/pet.ts';
import { hasMoved } from '../moved-status.ts';
import { pollListing, presenceIn } from '../listing.ts';
import { findOnPage, NO_COMPLETE_PAGE, noPetWithStatus } from '../page.ts';

/**
 * Judges GET-UNKNOWN: an unknown id gets 404 with an Error (part 4.3). A pet may really have a drawn id, so a valid pet with
 * exactly that id settles nothing and another id is drawn. Two drawn ids that both exist are a violation. A 400 for zero or
 * a negative id violates only GET-UNKNOWN-SIGN, which is recommended.
 */
export async function expectNotFound(context: CaseContext, range: IdRange, first?: bigint): Promise<void> {
  const { judge, api, pets } = context;
  const ids = [first, pets.unknownId(range), pets.unknownId(range)].filter((id) => id !== undefined);
  const found: CompleteResponse[] = [];
  for (const id of ids) {
    const response = await api.getPet(id, { expects: [404] });
    if (!api.mayShowPet(response, id)) return judgeUnknown(context, response, id);
    found.push(response);
  }
  judge.check('GET-UNKNOWN', false, {
    expected: 'status 404 with an Error',
    actual: `status 200 with a pet for each of ${found.length} randomly drawn ids`,
    responses: found,
  });
  signNotApplicable(judge, 'The run found no unknown id.');
}

function judgeUnknown({ run, scope, judge }: CaseContext, response: CompleteResponse, id: bigint): void {
  const { status } = response;
  const responses = [response];
  const finding = { expected: 'status 404', actual: describeStatus(response), responses };
  scope.skipStatusRules(response);
  if (id <= 0n && status === 400) {
    if (judgesSign(judge)) judge.check('GET-UNKNOWN-SIGN', false, finding);
    judge.notApplicable('GET-UNKNOWN', 'The service rejects ids that are not positive with 400.', responses);
    return;
  }
  if (status === 404) run.known.recordUnknown(id);
  const isUnknown = judge.check('GET-UNKNOWN', status === 404, { ...finding, expected: 'status 404 with an Error' });
  if (id > 0n) signNotApplicable(judge, 'The id is positive.', response);
  else if (!isUnknown) signNotApplicable(judge, 'GET-UNKNOWN covers this response.', response);
  else if (judgesSign(judge)) judge.check('GET-UNKNOWN-SIGN', true, finding);
}

/** Only cases about zero and negative ids declare GET-UNKNOWN-SIGN. */
function judgesSign(judge: Judge): boolean {
  return judge.judged.includes('GET-UNKNOWN-SIGN');
}

function signNotApplicable(judge: Judge, reason: string, ...responses: readonly CompleteResponse[]): void {
  if (judgesSign(judge)) judge.notApplicable('GET-UNKNOWN-SIGN', reason, responses);
}

/** Judges DEPRECATION-REPLACEMENT: the list filtered by status finds a pet with that status (parts 4.3 and 9). */
export async function expectFoundByFilter(context: CaseContext, status: PetStatus): Promise<void> {
  const { run, judge, api, pets } = context;
  const own = pets.seeds.find((pet) => pet.status === status && run.known.find(pet.id)?.pet.status === status);
  const listing = own === undefined ? null : await pollListing(run, api, [own], status);
  const presence = own === undefined || listing === null ? 'undecided' : presenceIn(listing, own, run.known);
  const isMoved = own !== undefined && presence === 'missing-from-filter' && (await hasMoved(context, own));
  const isDecided = own !== undefined && listing !== null && presence !== 'undecided' && !isMoved;
  const wanted = isDecided ? own : await readListed(context, status);
  const page = (isDecided ? listing.filtered : null) ?? (await api.readPage({ status, limit: 100 }));
  const isListed = findOnPage(page, wanted.id) !== undefined;
  if (!isDecided && !isListed) return judge.stopNotApplicable(NO_COMPLETE_PAGE, [page.response]);
  judge.check('DEPRECATION-REPLACEMENT', isListed, {
    expected: `pet ${wanted.id} in the list filtered by status "${status}"`,
    actual: isListed ? 'listed' : 'missing',
    responses: [page.response],
    assumesComplete: isListed ? [] : [page],
  });
}

/** In a large catalogue: a pet from a filtered page that `GET /pets/{petId}` returns with the same status. */
async function readListed({ run, judge, api }: CaseContext, status: PetStatus): Promise<Pet> {
  const page = await api.readPage({ status, limit: 100 });
  const [listed] = page.pets;
  if (listed === undefined) return judge.stop(...noPetWithStatus(status), [page.response]);
  if (run.phase !== 'before')
    return judge.stopNotApplicable('GET /pets/{petId} may be removed on the date of the run (parts 4.3 and 9 rule 3).');
  const { pet, response } = await api.readPet(listed.id);
  if (pet.status === status) return pet;
  return judge.stop('The pet changed between two reads.', 'Run again while fewer clients write.', [response]);
}
