import { LIMIT_MAX } from '../../contract/operations.ts';
import type { Pet, PetStatus } from '../../contract/pet.ts';
import type { ListQuery } from '../api-request.ts';
import { pollListing, type Presence, presenceIn } from '../catalogue/listing.ts';
import { detectMove } from './moved-status.ts';
import type { Listing } from '../catalogue/page.ts';
import type { CaseContext } from './case-context.ts';

/** A pet that was looked for in the list. */
export interface FoundPet {
  readonly pet: Pet;
  /** Whether this run added it. Other clients may remove or change their pets, so only own pets can be missing. */
  readonly isOwn: boolean;
  /** `moved`: only the filtered page lacks it, and the service has moved it to another status. `lost`: a read does not find it either. */
  readonly presence: Presence | 'moved' | 'lost';
}

/** Where a listing shows some pets. */
export interface FoundPets {
  readonly listing: Listing;
  readonly pets: readonly FoundPet[];
}

/** Looks for known pets of one status in the list, with and without the filter, until it shows them or the settling time is over. */
export async function findInList(
  context: CaseContext,
  pets: readonly Pet[],
  status: PetStatus | undefined,
  size: Pick<ListQuery, 'limit'> = { limit: LIMIT_MAX },
): Promise<FoundPets> {
  return findInListing(context, pets, await pollListing(context.run, context.api, pets, status, size));
}

/** Looks for the pets of one status in the snapshots. A larger page seen later may show that a page was complete. */
export async function findInSnapshots(
  context: CaseContext,
  status: PetStatus | undefined,
): Promise<readonly FoundPets[]> {
  const found: FoundPets[] = [];
  for (const { pets, listing } of context.run.snapshots.filter((each) => each.status === status))
    found.push(await findInListing(context, pets, listing));
  return found;
}

async function findInListing(context: CaseContext, pets: readonly Pet[], listing: Listing): Promise<FoundPets> {
  const found: FoundPet[] = [];
  for (const pet of pets) {
    const isOwn = context.run.known.isOwn(pet.id);
    found.push({ pet, isOwn, presence: await presenceAfterReads(context, pet, isOwn, listing) });
  }
  return { listing, pets: found };
}

async function presenceAfterReads(
  context: CaseContext,
  pet: Pet,
  isOwn: boolean,
  listing: Listing,
): Promise<FoundPet['presence']> {
  const presence = presenceIn(listing, pet, context.run.known);
  if (presence === 'shown') return presence;
  if (!isOwn) return 'undecided';
  if (presence === 'missing-from-filter' && (await detectMove(context, pet))) return 'moved';
  return presence === 'missing' && (await isLost(context, pet)) ? 'lost' : presence;
}

/** Whether reading a pet does not find it either: then the service lost the addition. From the day of the removal, a read shows nothing. */
export async function isLost({ run, api }: CaseContext, pet: Pet): Promise<boolean> {
  if (run.phase !== 'before') return false;
  const { status } = await api.getPet(pet.id, { expects: [] });
  return status === 404 || status === 410;
}
