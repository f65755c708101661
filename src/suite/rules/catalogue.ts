import { type Pet, petDifferences } from '../../contract/pet.ts';
import type { RemovalPhase } from '../../contract/removal-calendar.ts';
import type { Profile } from '../../settings/profiles.ts';
import { type UnsentRequest } from '../api-request.ts';
import { getRequest, listRequest } from '../operations/requests.ts';
import { isValidKey } from '../keys/credentials.ts';
import { findPageCaps, type PageCaps } from '../catalogue/page-caps.ts';
import { type AdditionEntry, type Entry, isAddition, isPageEntry, type PageEntry } from '../history.ts';

/** How many lists are read if a pet comes and goes in a list: one in twenty may lack it. */
export const MANY_LISTS = 80;

/** What rules need to know beside the history. */
export interface Terms {
  /** Milliseconds after which the list must show an addition. */
  readonly settlingTime: number;
  readonly phase: RemovalPhase;
  readonly profile: Profile;
}

/** A response that shows a pet: a read, or a page. */
export interface View {
  readonly pet: Pet;
  readonly entry: Entry;
}

/** A pet that the run added, and the responses that showed it later. */
export interface OwnPet {
  readonly pet: Pet;
  readonly addition: AdditionEntry;
  /** When a list must show it, in milliseconds. */
  readonly settlesAt: number;
  readonly views: readonly View[];
}

/** A page, with its pets by id. If an id is on it twice, the pet as it was added, or the first one. */
export interface IndexedPage extends PageEntry {
  readonly byId: ReadonlyMap<bigint, Pet>;
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
  readonly caps: PageCaps;
  /**
   * Whether a page certainly holds every match that the service knew: it is below its limit, and it is empty or no cap explains its
   * size. A late list can be complete and still lack a pet: see `mustShow`.
   */
  readonly isComplete: (page: PageEntry) => boolean;
}

/** Below its limit, and all ids are known: complete unless a cap cut it. A page without a limit never counts, unless it is empty. */
export function isBelowItsLimit({ page: { query, size, pets, otherIds } }: PageEntry): boolean {
  const isRead = pets.length + otherIds.length === size;
  return size === 0 || (query.limit !== undefined && size < query.limit && isRead);
}

/** Reads the catalogue from the history of a run. */
export function readCatalogue(entries: readonly Entry[], terms: Terms): Catalogue {
  const ordered = entries.toSorted((one, other) => one.sentAt - other.sentAt);
  const caps = findPageCaps(entries);
  const pages: IndexedPage[] = [];
  const own = new Map<bigint, OwnPet & { readonly views: View[] }>();
  const views = new Map<bigint, View[]>();
  const reads = new Map<bigint, Entry[]>();
  const reusedIds = new Set<bigint>();
  function isTaken({ pet, sentAt }: AdditionEntry): boolean {
    const shown = views.get(pet.id)?.some(({ entry }) => entry.doneAt <= sentAt) ?? false;
    return shown || own.has(pet.id);
  }
  function see(pet: Pet, entry: Entry): void {
    addTo(views, pet.id, { pet, entry });
  }
  for (const entry of ordered) {
    if (isAddition(entry)) {
      if (isTaken(entry)) reusedIds.add(entry.pet.id);
      own.set(entry.pet.id, {
        pet: entry.pet,
        addition: entry,
        settlesAt: entry.doneAt + terms.settlingTime,
        views: [],
      });
    }
    if (isAddition(entry) || isUnusual(entry)) continue;
    const { petId, credential } = entry.request;
    if (petId !== undefined && isValidKey(credential)) addTo(reads, petId, entry);
    if (entry.pet !== null) see(entry.pet, entry);
    if (!isPageEntry(entry)) continue;
    const byId = new Map<bigint, Pet>();
    for (const pet of entry.page.pets) {
      const added = own.get(pet.id)?.pet;
      const isAsAdded = added !== undefined && petDifferences(added, pet).length === 0;
      if (!byId.has(pet.id) || isAsAdded) byId.set(pet.id, pet);
    }
    for (const pet of byId.values()) see(pet, entry);
    if (entry.page.isTruncated) continue;
    // An element that could not be read shows at least that its pet is there.
    for (const id of entry.page.otherIds) {
      const known = own.get(id)?.pet ?? views.get(id)?.at(-1)?.pet;
      if (known !== undefined) byId.set(id, known);
    }
    pages.push({ ...entry, byId });
  }
  for (const id of reusedIds) own.delete(id);
  for (const [id, each] of own)
    each.views.push(...(views.get(id) ?? []).filter(({ entry }) => entry.sentAt >= each.addition.doneAt));
  return {
    ...terms,
    entries: ordered,
    pages,
    own,
    reusedIds,
    views,
    reads,
    caps,
    isComplete: (entry) => isBelowItsLimit(entry) && (entry.page.size === 0 || caps.isBelow(entry.page, entry.doneAt)),
  };
}

/** Whether the request has an unusual form. Cases of their own judge the forms. */
function isUnusual({ request: { spell, spellName, headers, omits } }: Entry): boolean {
  return [spell, spellName, headers, omits].some((each) => each !== undefined);
}

function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

/** Whether a page was requested after an addition had ended. An earlier page says nothing about the pet. */
export function isAfter(entry: Entry, addition: Entry): boolean {
  return entry.sentAt >= addition.doneAt;
}

/** Whether the settling time had passed since `from` (milliseconds) when the request was sent. */
export function isSettled({ settlingTime }: Terms, from: number, entry: Entry): boolean {
  return entry.sentAt >= from + settlingTime;
}

/** Whether a page must show a pet of the run: it is complete, and was requested when lists must show the pet. */
export function mustShow({ isComplete }: Catalogue, { settlesAt }: OwnPet, page: PageEntry): boolean {
  return page.sentAt >= settlesAt && isComplete(page);
}

/** A read of a pet. */
export function readOf(id: bigint): UnsentRequest {
  return { ...getRequest(id), expects: [200, 404] };
}

/** Whether an entry shows a page without a filter. */
export function isUnfiltered({ page }: PageEntry): boolean {
  return page.query.status === undefined;
}

/** The list that a page shows, requested again. */
export function again({ page }: PageEntry): UnsentRequest {
  return listRequest(page.query);
}

/** The list without the filter of a page, with its limit. */
export function unfilteredOf({ page: { query } }: PageEntry): UnsentRequest {
  return listRequest(query.limit === undefined ? {} : { limit: query.limit });
}

/** The pages with a filter. */
export function filteredPages({ pages }: Catalogue): readonly IndexedPage[] {
  return pages.filter((page) => !isUnfiltered(page));
}

/** Whether the run added pets, and none of these pages is complete after that. */
export function lacksCompletePage({ own, isComplete }: Catalogue, pages: readonly IndexedPage[]): boolean {
  const additions = [...own.values()].map(({ addition }) => addition);
  const decides = pages.some((page) => isComplete(page) && additions.some((addition) => isAfter(page, addition)));
  return own.size > 0 && !decides;
}
