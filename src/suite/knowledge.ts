import { operations, type RequestKind } from '../contract/operations.ts';
import { type Pet, PET_STATUSES, type PetStatus } from '../contract/pet.ts';
import { type HistoryEntry, isAddition, isPage, isRemoval } from './history.ts';
import { isValidKey, isWrongKey } from './keys/credentials.ts';
import { isSuccess, rejectsKey } from './responses/response.ts';

/** A pet as a response last showed it. Times are in milliseconds. */
interface KnownPet {
  readonly pet: Pet;
  readonly firstKnownAt: number;
  /** Whether this run added the pet. */
  readonly isOwn: boolean;
}

/** What cases know while they run. It follows from the history alone. */
export type Knowledge = Omit<ReturnType<typeof createKnowledge>, 'read'>;

/** The knowledge of a run that has sent nothing. `read` takes each new entry of the history. */
export function createKnowledge() {
  const [pets, keys, lists] = [foldPets(), foldKeys(), foldLists()];
  const read = (entry: HistoryEntry): void => {
    for (const fold of [pets, keys, lists]) fold.read(entry);
  };
  return { ...pets, ...keys, ...lists, read };
}

/** The pets that responses have shown. */
function foldPets() {
  const known = new Map<bigint, KnownPet>();
  const removed = new Set<bigint>();
  const unreadable = new Set<bigint>();

  function show(pet: Pet, firstKnownAt: number, isAdded: boolean): void {
    if (isAdded) removed.delete(pet.id);
    // A late list may still show a pet that the run has removed.
    if (removed.has(pet.id)) return;
    const before = known.get(pet.id);
    // Of an own pet, only the status can change.
    const shown = before?.isOwn === true && !isAdded ? { ...before.pet, status: pet.status } : pet;
    known.set(pet.id, {
      pet: shown,
      firstKnownAt: Math.min(firstKnownAt, before?.firstKnownAt ?? firstKnownAt),
      isOwn: isAdded || before?.isOwn === true,
    });
  }

  return {
    read: (entry: HistoryEntry): void => {
      const { request, pet, doneAt } = entry;
      for (const each of isPage(entry) ? entry.pets : []) show(each, doneAt, false);
      if (pet !== null) show(pet, doneAt, isAddition(entry));
      if (request.removes !== undefined && isRemoval(entry)) {
        known.delete(request.removes);
        removed.add(request.removes);
      }
      if (request.petId === undefined) return;
      if (pet !== null) unreadable.delete(request.petId);
      else if (showsKey(entry)) unreadable.add(request.petId);
    },
    find: (id: bigint) => known.get(id),
    all: (): readonly KnownPet[] => [...known.values()],
    /** The pets that this run added. */
    own: (): readonly Pet[] => [...known.values()].flatMap(({ pet, isOwn }) => (isOwn ? [pet] : [])),
    /** How many known pets match a filter by now. */
    count: (status: PetStatus | undefined) =>
      [...known.values()].filter(({ pet }) => status === undefined || pet.status === status).length,
    /** The own pets, except those that the last read did not show. */
    readable: (): readonly Pet[] =>
      [...known.values()].flatMap(({ pet, isOwn }) => (isOwn && !unreadable.has(pet.id) ? [pet] : [])),
  };
}

/** Who accepts the configured key, and what wrong keys get. */
function foldKeys() {
  const accepted = new Set<RequestKind>();
  const rejected = new Set<RequestKind>();
  let keyAcceptedAt = -Infinity;
  const givenToWrongKeys = new Set<number>();
  return {
    read: (entry: HistoryEntry): void => {
      const { request, status, sentAt } = entry;
      if (status !== null && hasPlainWrongKey(entry)) givenToWrongKeys.add(status);
      if (isValidKey(request.credential) && isSuccess(entry)) keyAcceptedAt = Math.max(keyAcceptedAt, sentAt);
      if (showsKey(entry)) (rejectsKey(entry) ? rejected : accepted).add(request.operation);
    },
    /** Whether the operation has accepted the configured key so far. */
    hasAccepted: (operation: RequestKind) => accepted.has(operation),
    /** Whether the operation has rejected the key every time so far, at least once. */
    rejects: (operation: RequestKind) => rejected.has(operation) && !accepted.has(operation),
    /** When the last request with the configured key was sent that got a success, in milliseconds. */
    keyAcceptedAt: () => keyAcceptedAt,
    /** Whether a plain wrong key got this status: then an unusual one gets it for the same reason. */
    givesWrongKeys: (status: number) => givenToWrongKeys.has(status),
  };
}

/** What lists the service returns, and behind which paths. */
function foldLists() {
  const limits = new Map<number, boolean>();
  const slashed = new Set<RequestKind>();
  const found = new Set<PetStatus>();
  let largestPage = -1;
  const widestLimit = (): number | undefined => {
    const withPage = [...limits].flatMap(([limit, hadPage]) => (hadPage ? [limit] : []));
    return withPage.length === 0 ? undefined : Math.max(...withPage);
  };
  return {
    read: (entry: HistoryEntry): void => {
      const { request, isSlashRedirect } = entry;
      if (request.query?.limit !== undefined) limits.set(request.query.limit, isPage(entry));
      if (isPage(entry)) {
        largestPage = Math.max(largestPage, entry.size);
        const { status } = request.query ?? {};
        if (status !== undefined && entry.pets.some((pet) => pet.status === status)) found.add(status);
      }
      if (isSlashRedirect) slashed.add(request.operation);
    },
    /** Whether the run has read pages, and all of them were empty. */
    listsNothing: () => largestPage === 0,
    /** The largest limit of which the last list had a page; undefined if no list with a limit has had one. */
    widestLimit,
    /** Whether no list has had this limit, or a page with a larger one. */
    isUntriedLimit: (limit: number) => !limits.has(limit) && limit > (widestLimit() ?? 0),
    /** A status whose filter has found a pet with it: the wanted one, if its filter has, or if none has. */
    workingFilter: (wanted: PetStatus): PetStatus =>
      [wanted, ...PET_STATUSES].find((status) => found.has(status)) ?? wanted,
    /** Whether the operation redirects to its path with a slash at the end. */
    redirectsToSlash: (operation: RequestKind) => operation in operations && slashed.has(operation),
  };
}

/** Whether nothing but a wrong key is wrong with a list, and the contract allows no other response to the key than 401. */
function hasPlainWrongKey({ request: { operation, path, credential, expects, mayBeClosed } }: HistoryEntry): boolean {
  const isPlain = operation === 'listPets' && path === operations.listPets.path && expects.length > 0;
  return isPlain && credential.token !== undefined && isWrongKey(credential) && mayBeClosed !== true;
}

/** Whether a response tells if its operation accepts the configured key (part 5). A service may redirect before it checks the key. */
export function showsKey({ request, status, isSlashRedirect }: HistoryEntry): boolean {
  const isSpecified = request.operation in operations && request.expects.length > 0;
  return isSpecified && isValidKey(request.credential) && status !== null && !isSlashRedirect;
}
