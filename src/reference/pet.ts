/** The values of PetStatus (part 2). */
export const petStatuses = ['available', 'pending', 'sold'] as const;

/** Availability of a pet (part 3). */
export type PetStatus = (typeof petStatuses)[number];

/** What a client sends to add a pet (part 2). */
export interface NewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus;
}

/** The fields of a NewPet. */
export const newPetFields: readonly string[] = ['name', 'categoryId', 'status'] satisfies (keyof NewPet)[];

/** A pet of the catalogue (part 2). */
export interface Pet extends NewPet {
  readonly id: bigint;
}

/** A new pet; without a status if `status` is undefined. */
export function createNewPet(name: string, categoryId: bigint, status: PetStatus | undefined): NewPet {
  return { name, categoryId, ...(status === undefined ? {} : { status }) };
}

/** The status for an index: each status in turn. */
export function eachStatus(index: number): PetStatus | undefined {
  return petStatuses[index % petStatuses.length];
}

/** The status for an index: each status in turn, and then none. */
export function eachStatusOrNone(index: number): PetStatus | undefined {
  return petStatuses[index % (petStatuses.length + 1)];
}

/** The statuses as a phrase: `available, pending or sold`. */
export const statusChoice = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(petStatuses);

/** The limit of a page (part 8). */
export const pageLimit = { minimum: 1, maximum: 100, default: 20 } as const;

/** Whether a text is a PetStatus. */
export function isPetStatus(text: unknown): text is PetStatus {
  return petStatuses.some((status) => status === text);
}

/** Whether an integer is in the range of int64 (part 2). */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
