import { INT64_MAX, INT64_MIN } from '../../contract/exact-integer.ts';
import { PET_STATUSES, type PetStatus } from '../../contract/pet.ts';
import { ORDINARY_NAME_GROUPS, type NameGroup, joinNames } from './chosen-names.ts';

/** Categories that a service may reject, but must not round or cut (part 2: int64). */
export const UNUSUAL_CATEGORIES = [
  { id: 'zero', title: '0', categoryId: 0n },
  { id: 'minus-1', title: '-1', categoryId: -1n },
  { id: 'largest-32-bit', title: '2^31-1 (the largest 32-bit integer)', categoryId: 2n ** 31n - 1n },
  { id: 'above-32-bit', title: '2^31', categoryId: 2n ** 31n },
  { id: 'one-in-32-bits', title: '2^32+1 (1 if cut to 32 bits)', categoryId: 2n ** 32n + 1n },
  { id: 'no-double', title: '2^53+1 (not exact in a double)', categoryId: 2n ** 53n + 1n },
  { id: 'no-negative-double', title: '-2^53-1 (not exact in a double)', categoryId: -(2n ** 53n) - 1n },
  { id: 'largest', title: '2^63-1 (the largest int64)', categoryId: INT64_MAX },
  { id: 'smallest', title: '-2^63 (the smallest int64)', categoryId: INT64_MIN },
] as const;

/** A valid pet that several cases share: each tries one of its names, its status or its category. */
interface SharedPet {
  /** The names of the group together. */
  readonly name: string;
  readonly names: NameGroup;
  readonly status: PetStatus | undefined;
  /** Absent: any category that the service accepts. */
  readonly categoryId?: bigint;
}

/** The first shared pets are the seed pets. They have each status in turn, and none. */
const SEEDS = 8;

/** The pets that cases share. The unusual categories belong to the last ones, which have one name each. */
export const sharedPets: readonly SharedPet[] = ORDINARY_NAME_GROUPS.map((names, index) => {
  const statuses = index < SEEDS ? [...PET_STATUSES, undefined] : PET_STATUSES;
  const unusual = UNUSUAL_CATEGORIES[ORDINARY_NAME_GROUPS.length - 1 - index];
  return {
    name: joinNames(names),
    names,
    status: statuses[index % statuses.length],
    ...(unusual === undefined ? {} : { categoryId: unusual.categoryId }),
  };
});

/** The shared pets that the fixtures add before the other cases need them. */
export const seedPets = sharedPets.slice(0, SEEDS);
