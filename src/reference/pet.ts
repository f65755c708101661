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

/** A pet of the catalogue (part 2). */
export interface Pet extends NewPet {
  readonly id: bigint;
}

/** Whether a text is a PetStatus. */
export function isPetStatus(text: unknown): text is PetStatus {
  return petStatuses.some((status) => status === text);
}

/** Whether an integer is in the range of int64 (part 2). */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
