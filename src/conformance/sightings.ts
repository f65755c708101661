import type { Pet, PetStatus } from '../contract/pet.ts';

/** An animal as the run knows it: what was last shown of it, when it was first known (milliseconds), and by which exchange. */
export interface Sighting {
  readonly pet: Pet;
  readonly firstKnownAt: number;
  /** Null where the exchange was none of this try. */
  readonly shownBy: string | null;
  /** True where this run added it. */
  readonly own: boolean;
}

/**
 * A refused body, and by what an animal that is stored for it is recognised: a name that the run gives once, or a category
 * that no other animal has.
 */
export interface RefusedBody {
  readonly mark: string | bigint;
  readonly requirement: 'CREATE-REFUSED-NOT-STORED' | 'AUTH-NO-EFFECT';
  readonly exchangeId: string;
  /** When it was sent, in milliseconds as of `firstKnownAt`. */
  readonly sentAt: number;
}

/** Everything that the run knows of the catalogue. A page may prove only what was known before it was asked for. */
export interface Sightings {
  /** Notes animals that an answer showed; `at` is when the answer was complete, `shownBy` its exchange. */
  seen(pets: readonly Pet[], at: number, shownBy?: string): void;
  added(pet: Pet, at: number): void;
  find(id: bigint): Sighting | undefined;
  /** How many animals matching a filter were known before `at`. */
  knownBefore(at: number, status: PetStatus | undefined): number;
  all(): readonly Sighting[];
  own(): readonly Sighting[];
  /** Notes a body that was refused, since a list may show only later that it was stored. */
  refused(body: RefusedBody): void;
  allRefused(): readonly RefusedBody[];
  /** Animals that the run did not add, first seen since a body was refused whose mark they bear, each with that body. */
  storedThough(): readonly (Pick<Sighting, 'pet' | 'shownBy'> & { readonly body: RefusedBody })[];
  /** Notes the size of a page; the largest tells whether a smaller one was complete. */
  page(size: number): void;
  largestPage(): number;
  /** Notes that the limit was proven by a page: more matches were known than it may hold. */
  proven(limit: number, status: PetStatus | undefined): void;
  highestProven(): Readonly<Record<string, number>>;
}

/** Knowledge of a run, empty at its start. */
export function createSightings(): Sightings {
  const known = new Map<bigint, Sighting>();
  const proven = new Map<string, number>();
  const refused = new Map<string | bigint, RefusedBody>();
  let largest = 0;
  return {
    seen(pets, at, shownBy) {
      for (const pet of pets) {
        const before = known.get(pet.id);
        known.set(pet.id, {
          pet: before?.own === true ? before.pet : pet,
          firstKnownAt: before?.firstKnownAt ?? at,
          shownBy: before === undefined ? (shownBy ?? null) : before.shownBy,
          own: before?.own ?? false,
        });
      }
    },
    added(pet, at) {
      const before = known.get(pet.id);
      const firstKnownAt = Math.min(at, before?.firstKnownAt ?? at);
      known.set(pet.id, { pet, firstKnownAt, shownBy: before?.shownBy ?? null, own: true });
    },
    find: (id) => known.get(id),
    knownBefore(at, status) {
      let count = 0;
      for (const sighting of known.values()) {
        if (sighting.firstKnownAt <= at && (status === undefined || sighting.pet.status === status)) count += 1;
      }
      return count;
    },
    all: () => [...known.values()],
    own: () => [...known.values()].filter((sighting) => sighting.own),
    refused(body) {
      refused.set(body.mark, body);
    },
    allRefused: () => [...refused.values()],
    storedThough: () =>
      [...known.values()].flatMap(({ pet, own, firstKnownAt, shownBy }) => {
        const body = refused.get(pet.name) ?? refused.get(pet.categoryId);
        return body === undefined || own || firstKnownAt < body.sentAt ? [] : [{ pet, shownBy, body }];
      }),
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
