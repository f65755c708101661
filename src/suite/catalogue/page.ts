import { describePets } from '../../contract/describe.ts';
import type { Pet, PetStatus } from '../../contract/pet.ts';
import { type Profile, PROFILES } from '../../settings/profiles.ts';
import { nameByFlag } from '../../settings/read-settings.ts';
import { leftOpenByCatalogue, type Reason } from '../reasons.ts';
import type { Page } from '../responses/read-body.ts';

/** Whether the page has an invalid element, or is cut. Then absence from it proves nothing. */
export function isFlawed({ pets, size, isTruncated }: Pick<Page, 'pets' | 'size' | 'isTruncated'>): boolean {
  return isTruncated || pets.length !== size;
}

/** Why a check ends as not applicable in this catalogue. The verdict names what was left open for these reasons. */
export const NO_COMPLETE_PAGE = leftOpenByCatalogue(
  'No page held all pets, so a pet that is missing from a page proves nothing.',
);
export const PAGES_CUT_AT_WILL = leftOpenByCatalogue(
  'The service cuts pages as it likes, so a pet that is missing from a page proves nothing.',
);
export const NO_EMPTY_LIST = leftOpenByCatalogue(
  'No list was empty, so the run did not see how the service returns an empty list.',
);
export const NO_OWN_PET_LISTED = leftOpenByCatalogue('No page listed a pet of this run.');

/** Why a check is not verified if the catalogue holds no pet with a status, and how to resolve it. */
export function noPetWithStatus(status: PetStatus): Reason {
  return {
    reason: `The run found no pet with status "${status}".`,
    howToResolve: `Add a pet with status "${status}" to the catalogue.`,
  };
}

/** Why a page does not prove that it holds at most `limit` pets, because so few matches are known, and how to resolve it. */
export function tooFewPets(
  profile: Profile,
  { known, limit, status }: { readonly known: number; readonly limit: number; readonly status: PetStatus | undefined },
): Reason {
  const matching = status === undefined ? '' : ` with status "${status}"`;
  const enough = `at least ${describePets(limit + 1)}${matching} to the catalogue.`;
  return {
    reason: `The run knows only ${describePets(known)}${matching}, so a page of at most ${limit} proves nothing.`,
    howToResolve: PROFILES[profile].addsPets ? `Raise ${nameByFlag('maxCreates')}, or add ${enough}` : `Add ${enough}`,
  };
}

/** The pet in the middle of a list: other clients add and remove pets at both ends first. Undefined for an empty list. */
export function middlePet(pets: readonly Pet[]): Pet | undefined {
  return pets[Math.floor(pets.length / 2)];
}
