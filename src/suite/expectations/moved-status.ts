import { LIMIT_MAX } from '../../contract/operations.ts';
import { type Pet, petDifferences, type PetStatus } from '../../contract/pet.ts';
import type { CaseContext } from './case-context.ts';
import { pollUntil } from '../catalogue/settling.ts';
import { findOnPage, isComplete, type Page } from '../catalogue/page.ts';

/**
 * Reads the pet and the lists, and records the move if they agree. Returns whether the service has moved a pet of this run to
 * another status (part 3 shows no transitions): all responses agree on another status now, and a read showed the status that
 * was sent. A pet without a status may show one later.
 */
export async function detectMove(context: CaseContext, pet: Pet): Promise<boolean> {
  const { run } = context;
  const known = run.known.find(pet.id);
  if (known === undefined || !known.isOwn) return false;
  if (known.movedTo.length > 0 && known.pet.status !== pet.status) return true;
  const seen = await pollAgreedStatus(context, pet);
  if (seen === null || seen.status === pet.status) return false;
  const { status, page } = seen;
  if (pet.status !== undefined && !known.isReadAsAdded && !(await hasOtherMoved(context, page, pet.status, status)))
    return false;
  if (run.known.find(pet.id)?.pet.status !== status) run.known.recordMoved(pet.id, status);
  return true;
}

/** The same, for a response that shows the pet: nothing but its status differs. */
export async function detectOnlyMove(context: CaseContext, pet: Pet, shown: Pet): Promise<boolean> {
  const isOfStatus = petDifferences(pet, shown).every(({ field }) => field === 'status');
  if (!isOfStatus || shown.status === undefined) return false;
  const moves = context.run.known.find(pet.id)?.movedTo ?? [];
  return moves.includes(shown.status) || (await detectMove(context, pet));
}

/** The status that all responses give a pet, and the page that was read. */
interface AgreedStatus {
  readonly status: PetStatus;
  readonly page: Page;
}

async function pollAgreedStatus(context: CaseContext, pet: Pet): Promise<AgreedStatus | null> {
  const { run } = context;
  if (run.settling.hasDifferingViews) return readAgreedStatus(context, pet);
  const seen = await pollUntil(
    run,
    () => readAgreedStatus(context, pet),
    (agreed) => agreed !== null,
    { recordsTimeout: false },
  );
  if (seen === null) run.settling.hasDifferingViews = true;
  return seen;
}

/** Reads a pet alone, in the list, and in the list filtered by the status that it then has. Null if they differ. */
async function readAgreedStatus({ run, api }: CaseContext, pet: Pet): Promise<AgreedStatus | null> {
  const page = await api.sharePage({ limit: LIMIT_MAX });
  const response = run.phase === 'before' ? await api.getPet(pet.id) : null;
  const read = response !== null && api.showsPet(response, pet.id) ? api.petOf(response).pet : undefined;
  const listed = findOnPage(page, pet.id);
  const { status } = read ?? listed ?? {};
  if (status === undefined || (listed !== undefined && listed.status !== status)) return null;
  const filtered = await api.sharePage({ limit: LIMIT_MAX, status });
  const isMissing = findOnPage(filtered, pet.id) === undefined && isComplete(filtered, run.known);
  return isMissing ? null : { status, page };
}

/** Whether another pet of this run certainly moved in the same way: a pet may move before it is read for the first time. */
async function hasOtherMoved({ run, api }: CaseContext, page: Page, from: PetStatus, to: PetStatus): Promise<boolean> {
  const others = run.known.all().filter(({ isOwn, isReadAsAdded }) => isOwn && isReadAsAdded);
  if (others.some(({ movedTo }) => movedTo.includes(to))) return true;
  const [first, ...more] = others.filter(({ pet }) => pet.status === from);
  if (first === undefined) return false;
  if ([first, ...more].some(({ pet }) => findOnPage(page, pet.id)?.status === to)) return true;
  // In a large catalogue the page shows none of them.
  if (findOnPage(page, first.pet.id) !== undefined || run.phase !== 'before') return false;
  const response = await api.getPet(first.pet.id);
  return api.showsPet(response, first.pet.id) && api.petOf(response).pet.status === to;
}
