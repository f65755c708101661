import { type Pet, petDifferences } from '../../contract/pet.ts';
import type { RemovalPhase } from '../../contract/removal-calendar.ts';
import type { Profile } from '../../settings/profiles.ts';
import type { UnsentRequest } from '../api-request.ts';
import { type AdditionEntry, type Entry, isAddition, isPageEntry, isRemoval } from '../history.ts';
import { isValidKey } from '../keys/credentials.ts';
import { KEY_HEADER } from '../keys/key-places.ts';
import { getRequest } from '../operations/requests.ts';
import { findPageCaps, type IndexedPage, type PageCaps, type Stay } from './presence.ts';

/** How many lists are read if a pet comes and goes in a list: one in twenty may lack it. */
export const MANY_LISTS = 80;

/** What rules need to know beside the history. */
export interface Terms {
  /** Milliseconds after which the list must show an addition. */
  readonly settlingTime: number;
  readonly phase: RemovalPhase;
  readonly profile: Profile;
  /** Whether one request may have added two pets: the run, or a gateway after a disturbance, may have sent it again. */
  readonly mayHaveAddedTwice: boolean;
}

/** A response that shows a pet: a read, or a page. */
export interface View {
  readonly pet: Pet;
  readonly entry: Entry;
}

/** A pet that the run added, its stay in the catalogue, and the responses that showed it during the stay. */
export interface OwnPet extends Stay {
  readonly pet: Pet;
  readonly addition: AdditionEntry;
  readonly views: readonly View[];
}

/** The history of a run as catalogue rules read it. */
export interface Catalogue extends Terms {
  readonly entries: readonly Entry[];
  /** In the order of their requests. */
  readonly pages: readonly IndexedPage[];
  /** The pets that the run added, by id, without those of `reusedIds`. */
  readonly own: ReadonlyMap<bigint, OwnPet>;
  /** The ids that the service assigned although a pet had them. They name no pet; CREATE-ID-UNIQUE judges them. */
  readonly reusedIds: ReadonlySet<bigint>;
  /** The views of each pet, in the order of their requests. */
  readonly views: ReadonlyMap<bigint, readonly View[]>;
  readonly reads: ReadonlyMap<bigint, readonly Entry[]>;
  /** The requests that removed or may have removed a pet, by its id. */
  readonly removals: ReadonlyMap<bigint, readonly Entry[]>;
  readonly caps: PageCaps;
}

/** Reads the catalogue from the history of a run. */
export function readCatalogue(history: readonly Entry[], terms: Terms): Catalogue {
  const entries = history.toSorted((one, other) => one.sentAt - other.sentAt);
  const additions = Map.groupBy(entries.filter(isAddition), ({ pet }) => pet.id);
  // Without a response or with a server error, the pet may be removed.
  const notRejected = entries.filter(({ status }) => status === null || status < 400 || status >= 500);
  const removals = groupById(notRejected, ({ request }) => request.removes);
  const seen = entries.filter((entry) => !isAddition(entry) && !isUnusual(entry));
  const reads = groupById(
    seen.filter(({ request }) => request.removes === undefined && isValidKey(request.credential)),
    ({ request }) => request.petId,
  );
  const { pages, views } = readPages(seen, additions);
  const isReused = (each: AdditionEntry, index: number): boolean => {
    const shown = views.get(each.pet.id)?.some(({ entry }) => entry.doneAt <= each.sentAt) ?? false;
    const since = additions.get(each.pet.id)?.[index - 1]?.doneAt ?? -Infinity;
    return (shown || index > 0) && !wasRemoved(removals, each, since);
  };
  const reusedIds = new Set([...additions].flatMap(([id, each]) => (each.some(isReused) ? [id] : [])));
  const own = new Map<bigint, OwnPet>();
  for (const [id, each] of additions) {
    const addition = each.at(-1);
    if (addition === undefined || reusedIds.has(id)) continue;
    const { pet, doneAt } = addition;
    const until = removals.get(id)?.find(({ sentAt }) => sentAt >= doneAt)?.sentAt ?? Infinity;
    own.set(id, {
      id,
      pet,
      addition,
      from: doneAt,
      settlesAt: doneAt + terms.settlingTime,
      until,
      views: (views.get(id) ?? []).filter(({ entry }) => entry.sentAt >= doneAt && entry.sentAt < until),
    });
  }
  const caps = findPageCaps(history);
  return { ...terms, entries, pages, own, reusedIds, views, reads, removals, caps };
}

/** The pages, and all responses that show a pet, by its id. */
function readPages(seen: readonly Entry[], additions: ReadonlyMap<bigint, readonly AdditionEntry[]>) {
  const pages: IndexedPage[] = [];
  const views = new Map<bigint, View[]>();
  const addedPet = (id: bigint): Pet | undefined => additions.get(id)?.at(-1)?.pet;
  function see(pet: Pet, entry: Entry): void {
    const earlier = views.get(pet.id);
    if (earlier === undefined) views.set(pet.id, [{ pet, entry }]);
    else earlier.push({ pet, entry });
  }
  for (const entry of seen) {
    if (entry.pet !== null) see(entry.pet, entry);
    if (!isPageEntry(entry)) continue;
    const byId = new Map<bigint, Pet>();
    for (const pet of entry.page.pets) {
      const added = addedPet(pet.id);
      const isAsAdded = added !== undefined && petDifferences(added, pet).length === 0;
      if (!byId.has(pet.id) || isAsAdded) byId.set(pet.id, pet);
    }
    for (const pet of byId.values()) see(pet, entry);
    if (entry.page.isTruncated) continue;
    // An element that could not be read shows at least that its pet is there.
    for (const { id } of entry.page.others) {
      const known = addedPet(id) ?? views.get(id)?.at(-1)?.pet;
      if (known !== undefined) byId.set(id, known);
    }
    pages.push({ ...entry, ...entry.page, byId });
  }
  return { pages, views };
}

/** Whether the request has an unusual form. Cases of their own judge the forms. A header that the service demands is usual. */
function isUnusual({ request: { spell, spellName, headers, omits, detour } }: Entry): boolean {
  const isDemanded = detour !== undefined && headers?.every(([name]) => name === KEY_HEADER) === true;
  return [spell, spellName, isDemanded ? undefined : headers, omits].some((each) => each !== undefined);
}

/** Whether the run removed the earlier pet with the id of an added one, after `since` and before the addition. */
export function wasRemoved(removals: Catalogue['removals'], { pet, sentAt }: AdditionEntry, since: number): boolean {
  const done = (removals.get(pet.id) ?? []).filter(isRemoval);
  return done.some((each) => each.sentAt >= since && each.doneAt <= sentAt);
}

function groupById(entries: readonly Entry[], idOf: (entry: Entry) => bigint | undefined) {
  const groups = new Map<bigint, readonly Entry[]>();
  for (const [id, group] of Map.groupBy(entries, idOf)) if (id !== undefined) groups.set(id, group);
  return groups;
}

/** Whether a request was sent after an addition had ended. An earlier page says nothing about the pet. */
export function isAfter(entry: Entry, addition: Entry): boolean {
  return entry.sentAt >= addition.doneAt;
}

/** A read of a pet. */
export function readOf(id: bigint): UnsentRequest {
  return { ...getRequest(id), expects: [200, 404] };
}

/** Whether a page has no filter. */
export function isUnfiltered({ query }: IndexedPage): boolean {
  return query.status === undefined;
}

/** The requirement that a page lists every match. */
export function completeness(page: IndexedPage): 'LIST-COMPLETE' | 'LIST-STATUS-COMPLETE' {
  return isUnfiltered(page) ? 'LIST-COMPLETE' : 'LIST-STATUS-COMPLETE';
}
