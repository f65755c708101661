import type { Pet, PetStatus } from '../contract/pet.ts';
import type { Evidence } from './response.ts';

/** A pet as the run knows it: what was last shown of it, when it was first known (milliseconds), and by which response. */
export interface KnownPet {
  readonly pet: Pet;
  readonly firstKnownAt: number;
  readonly shownBy: Evidence | null;
  /** True if this run added it. */
  readonly own: boolean;
}

/**
 * A rejected body, and the mark of a pet that is stored for it: a name that the run gives once, or a category that no other
 * pet has.
 */
export interface RejectedBody {
  readonly mark: string | bigint;
  readonly requirement: 'CREATE-REFUSED-NOT-STORED' | 'AUTH-NO-EFFECT';
  readonly exchangeId: string;
  /** When it was sent, in milliseconds as of `firstKnownAt`. */
  readonly sentAt: number;
}

/** Everything that the run knows of the catalogue. A page may prove only what was known before it was asked for. */
export interface KnownPets {
  /** Records pets that a response showed; `at` is when the response was complete. */
  seen(pets: readonly Pet[], at: number, shownBy: Evidence | null): void;
  /**
   * Records an added pet. Gives the response that gave its id to another pet before, true if only a page showed that one
   * before the request was sent, and false if the id is new.
   */
  added(pet: Pet, sentAt: number, response: Evidence & { readonly doneAt: number }): Evidence | boolean;
  find(id: bigint): KnownPet | undefined;
  /** How many pets that match a filter were known before `at`. */
  countBefore(at: number, status: PetStatus | undefined): number;
  all(): readonly KnownPet[];
  /** The pets that this run added. */
  own(): readonly Pet[];
  /** Records a body that was rejected, since a list may show only later that it was stored. */
  rejected(body: RejectedBody): void;
  /** Pets that the run did not add, first seen since a body was rejected whose mark they bear, each with that body. */
  fromRejectedBodies(): readonly (Pick<KnownPet, 'pet' | 'shownBy'> & { readonly body: RejectedBody })[];
  /** Forgets pets that were stored for rejected bodies, so that a second try must see them again. */
  forgetFromRejectedBodies(): void;
  /** Records the size of a page; the largest tells whether a smaller one was complete. */
  page(size: number): void;
  largestPage(): number;
  /** Records that the limit was proven by a page: more matches were known than it may hold. */
  proven(limit: number, status: PetStatus | undefined): void;
  highestProven(): Readonly<Record<string, number>>;
}

/** Knowledge of a run, empty at its start. */
export function createKnownPets(): KnownPets {
  const known = new Map<bigint, KnownPet>();
  const assigned = new Map<bigint, Evidence>();
  const proven = new Map<string, number>();
  const rejected = new Map<string | bigint, RejectedBody>();
  let largest = 0;

  function fromRejectedBodies(): ReturnType<KnownPets['fromRejectedBodies']> {
    return [...known.values()].flatMap(({ pet, own, firstKnownAt, shownBy }) => {
      const body = rejected.get(pet.name) ?? rejected.get(pet.categoryId);
      return body === undefined || own || firstKnownAt < body.sentAt ? [] : [{ pet, shownBy, body }];
    });
  }

  return {
    seen(pets, at, shownBy) {
      for (const pet of pets) {
        const before = known.get(pet.id);
        if (before === undefined) known.set(pet.id, { pet, firstKnownAt: at, shownBy, own: false });
        else if (!before.own) known.set(pet.id, { ...before, pet });
      }
    },
    added(pet, sentAt, response) {
      const before = known.get(pet.id);
      const earlier = assigned.get(pet.id);
      const firstKnownAt = Math.min(response.doneAt, before?.firstKnownAt ?? response.doneAt);
      known.set(pet.id, { pet, firstKnownAt, shownBy: before?.shownBy ?? null, own: true });
      assigned.set(pet.id, response);
      return earlier ?? (before !== undefined && before.firstKnownAt < sentAt);
    },
    find: (id) => known.get(id),
    countBefore(at, status) {
      let count = 0;
      for (const { pet, firstKnownAt } of known.values()) {
        if (firstKnownAt <= at && (status === undefined || pet.status === status)) count += 1;
      }
      return count;
    },
    all: () => [...known.values()],
    own: () => [...known.values()].flatMap(({ pet, own }) => (own ? [pet] : [])),
    rejected(body) {
      rejected.set(body.mark, body);
    },
    fromRejectedBodies,
    forgetFromRejectedBodies() {
      for (const { pet } of fromRejectedBodies()) known.delete(pet.id);
    },
    page(size) {
      largest = Math.max(largest, size);
    },
    largestPage: () => largest,
    proven(limit, status) {
      const key = status ?? 'none';
      proven.set(key, Math.max(limit, proven.get(key) ?? 0));
    },
    highestProven: () => Object.fromEntries(proven),
  };
}
