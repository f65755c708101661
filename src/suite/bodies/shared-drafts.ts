import { PET_STATUSES, type PetStatus } from '../../contract/pet.ts';
import { joinNames, type NameGroup, ORDINARY_NAME_GROUPS, UNUSUAL_CATEGORIES } from './chosen-values.ts';

/** A valid pet to add, shared by several cases: each tries one of its names, its status or its category. */
interface SharedDraft {
  /** The names of the group together. */
  readonly name: string;
  readonly names: NameGroup;
  readonly status: PetStatus | undefined;
  /** Absent: any category that the service accepts. */
  readonly categoryId?: bigint;
}

/** The first drafts become the seed pets. They have each status in turn, and none. */
const SEEDS = 8;

/** The pets whose addition cases share. The unusual categories belong to the last ones, which have one name each. */
export const sharedDrafts: readonly SharedDraft[] = ORDINARY_NAME_GROUPS.map((names, index) => {
  const statuses = index < SEEDS ? [...PET_STATUSES, undefined] : PET_STATUSES;
  const unusual = UNUSUAL_CATEGORIES[ORDINARY_NAME_GROUPS.length - 1 - index];
  return {
    name: joinNames(names),
    names,
    status: statuses[index % statuses.length],
    ...(unusual === undefined ? {} : { categoryId: unusual.categoryId }),
  };
});

/** The drafts that the fixtures add before the other cases need them. */
export const seedDrafts = sharedDrafts.slice(0, SEEDS);
