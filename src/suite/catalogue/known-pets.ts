import { effectOf } from '../../contract/operations.ts';
import type { Pet, PetStatus } from '../../contract/pet.ts';
import { countCharacters } from '../../contract/utf8.ts';
import type { KeyAcceptance } from '../responses/key-acceptance.ts';
import { createPageCaps, type PageCaps } from './page-caps.ts';
import type { CompleteResponse, Evidence } from '../responses/response.ts';
import { type IdOwner, readBody, type ResponseInContext } from '../responses/response-in-context.ts';

/** A pet as a response last showed it. Times are in milliseconds. */
export interface KnownPet {
  readonly pet: Pet;
  readonly firstKnownAt: number;
  /** The response that showed the pet first, if it was not the response to its addition. */
  readonly shownBy: Evidence | null;
  /** Whether this run added the pet. */
  readonly isOwn: boolean;
  /** Whether a read showed the status that the addition of the pet showed. */
  readonly isReadAsAdded: boolean;
  /** The statuses that the service has moved the pet to, in order. */
  readonly movedTo: readonly PetStatus[];
}

/** The requirements that a pet stored for a rejected body violates: the body was faulty, or its key was wrong. */
export type RejectionRequirement = 'CREATE-REFUSED-NOT-STORED' | 'AUTH-NO-EFFECT';

/** A rejected body, and the mark of a pet that is stored for it: a name or a category that no other pet has. */
interface RejectedBody {
  readonly mark: string | bigint;
  readonly requirement: RejectionRequirement;
  readonly caseId: string;
  readonly exchangeId: string;
  /** On the same clock as `firstKnownAt`. */
  readonly sentAt: number;
}

/** All that the run knows of the catalogue. A page proves something only about pets that were known before its request. */
export interface KnownPets {
  readonly pages: PageCaps;
  /** Records pets that a response showed; `at` is when the response was complete. */
  recordShown(pets: readonly Pet[], at: number, shownBy: Evidence | null): void;
  /** Records an added pet. Returns the earlier pet with the same id, or null if the id is new. */
  recordAdded(pet: Pet, sentAt: number, response: Evidence & { readonly doneAt: number }): IdOwner | null;
  /** Records a rejected body, since a later list may show that the service stored it. */
  recordRejected(body: RejectedBody): void;
  /** Records that a page proved a limit: more matches were known than it may hold. */
  recordProvenLimit(limit: number, status: PetStatus | undefined): void;
  /** Records that the service has moved an own pet to another status, in which it is known from then on. */
  recordMoved(id: bigint, status: PetStatus): void;
  /** Records that a read of an id returned 404. A service may cache that and assign the id later. */
  recordUnknown(id: bigint): void;
  wasUnknown(id: bigint): boolean;
  find(id: bigint): KnownPet | undefined;
  /** Whether this run added the pet with the id. */
  isOwn(id: bigint): boolean;
  /** How many pets that match a filter are known. */
  count(status: PetStatus | undefined): number;
  /** How many pets that match a filter were known before `at`. */
  countBefore(at: number, status: PetStatus | undefined): number;
  all(): readonly KnownPet[];
  /** The pets that this run added. */
  own(): readonly Pet[];
  /** Pets with the mark of a rejected body that were first seen after it and that the run did not add. */
  petsFromRejectedBodies(): readonly (Pick<KnownPet, 'pet' | 'shownBy'> & { readonly body: RejectedBody })[];
  rejectedBodies(): readonly RejectedBody[];
  /** Forgets those pets, so a second try must see them again. */
  forgetPetsFromRejectedBodies(): void;
  highestProven(): Readonly<Record<string, number>>;
}

/** The knowledge of a run that has sent nothing. */
export function createKnownPets(): KnownPets {
  const known = new Map<bigint, KnownPet>();
  const assigned = new Map<bigint, Evidence>();
  const proven = new Map<string, number>();
  const rejected = new Map<string | bigint, RejectedBody>();
  const unknown = new Set<bigint>();

  function petsFromRejectedBodies(): ReturnType<KnownPets['petsFromRejectedBodies']> {
    return [...known.values()].flatMap(({ pet, isOwn, firstKnownAt, shownBy }) => {
      const body = rejected.get(pet.name) ?? rejected.get(pet.categoryId);
      return body === undefined || isOwn || firstKnownAt < body.sentAt ? [] : [{ pet, shownBy, body }];
    });
  }

  function countBefore(at: number, status: PetStatus | undefined): number {
    let count = 0;
    for (const { pet, firstKnownAt } of known.values()) {
      if (firstKnownAt <= at && (status === undefined || pet.status === status)) count += 1;
    }
    return count;
  }

  return {
    pages: createPageCaps(),
    recordShown(pets, at, shownBy) {
      for (const pet of pets) {
        const before = known.get(pet.id);
        if (before === undefined)
          known.set(pet.id, { pet, firstKnownAt: at, shownBy, isOwn: false, isReadAsAdded: false, movedTo: [] });
        else if (!before.isOwn) known.set(pet.id, { ...before, pet });
        else if (pet.status === before.pet.status) known.set(pet.id, { ...before, isReadAsAdded: true });
      }
    },
    recordAdded(pet, sentAt, response) {
      const before = known.get(pet.id);
      const earlier = assigned.get(pet.id);
      const firstKnownAt = Math.min(response.doneAt, before?.firstKnownAt ?? response.doneAt);
      known.set(pet.id, {
        pet,
        firstKnownAt,
        shownBy: before?.shownBy ?? null,
        isOwn: true,
        isReadAsAdded: before !== undefined && before.pet.status === pet.status,
        movedTo: [],
      });
      assigned.set(pet.id, response);
      if (earlier !== undefined) return { addedBy: earlier };
      return before !== undefined && before.firstKnownAt < sentAt ? { addedBy: null } : null;
    },
    recordRejected(body) {
      rejected.set(body.mark, body);
    },
    recordProvenLimit(limit, status) {
      const key = status ?? 'none';
      proven.set(key, Math.max(limit, proven.get(key) ?? 0));
    },
    recordMoved(id, status) {
      const before = known.get(id);
      if (before === undefined) return;
      known.set(id, { ...before, pet: { ...before.pet, status }, movedTo: [...before.movedTo, status] });
    },
    recordUnknown(id) {
      unknown.add(id);
    },
    wasUnknown: (id) => unknown.has(id),
    find: (id) => known.get(id),
    isOwn: (id) => known.get(id)?.isOwn === true,
    count: (status) => countBefore(Number.POSITIVE_INFINITY, status),
    countBefore,
    all: () => [...known.values()],
    own: () => [...known.values()].flatMap(({ pet, isOwn }) => (isOwn ? [pet] : [])),
    petsFromRejectedBodies,
    rejectedBodies: () => [...rejected.values()],
    forgetPetsFromRejectedBodies() {
      for (const { pet } of petsFromRejectedBodies()) known.delete(pet.id);
    },
    highestProven: () => Object.fromEntries(proven),
  };
}

/** Records what a response shows of the catalogue. Returns it with what the run knew before. */
export function recordResponse(
  { known, keys }: { readonly known: KnownPets; readonly keys: KeyAcceptance },
  response: CompleteResponse,
): ResponseInContext {
  const body = readBody(response);
  // Keep only the id of the response, not its body.
  const { exchangeId, sentAt, doneAt } = response;
  const { operation, query, petId } = response.request;
  const knownMatches = query === undefined ? 0 : known.countBefore(sentAt, query.status);
  const isOwnPet = petId !== undefined && known.isOwn(petId);
  let idOwner: ResponseInContext['idOwner'] = null;
  if (body.kind === 'page' && body.size !== null) {
    const shown = body.pets.map(({ pet }) => pet);
    const { length: bytes } = response.body;
    const characters = countCharacters(response.body);
    known.pages.recordPage({ query: body.query, size: body.size, bytes, characters, sentAt, doneAt });
    for (const { pet, value } of body.pets)
      if (known.find(pet.id) === undefined) known.pages.recordPet(Buffer.byteLength(JSON.stringify(value)));
    known.recordShown(shown, doneAt, { exchangeId });
    const { limit, status } = body.query;
    const isProof = limit !== undefined && body.size <= limit && knownMatches > limit && response.wrongSuccess === null;
    if (isProof) known.recordProvenLimit(limit, status);
  }
  if (body.kind === 'pet' && body.pet !== null) {
    known.pages.recordPet(response.body.length);
    if (effectOf(operation) === 'adds a pet') idOwner = known.recordAdded(body.pet, sentAt, { exchangeId, doneAt });
    else known.recordShown([body.pet], doneAt, { exchangeId });
  }
  return { response, body, knownMatches, idOwner, isOwnPet, keyWasAccepted: keys.hasAccepted(operation) };
}
