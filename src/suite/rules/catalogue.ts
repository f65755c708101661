import { type Pet, petDifferences } from '../../contract/pet.ts';
import type { RemovalPhase } from '../../contract/removal-calendar.ts';
import type { Profile } from '../../settings/profiles.ts';
import type { UnsentRequest } from '../api-request.ts';
import { type AdditionEntry, type HistoryEntry, isAddition, isPage, isRemoval, type PageEntry } from '../history.ts';
import { isValidKey } from '../keys/credentials.ts';
import { KEY_HEADER } from '../keys/key-places.ts';
import { getRequest } from '../operations/requests.ts';
import { findPageCaps, type PageCaps, presenceOn, type Stay } from './presence.ts';

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
  readonly entry: HistoryEntry;
}

/** A pet that the run added, its stay in the catalogue, and the responses that showed it during the stay. */
export interface OwnPet extends Stay {
  readonly pet: Pet;
  readonly addition: AdditionEntry;
  readonly views: readonly View[];
}

/** The history of a run as catalogue rules read it. */
export interface Catalogue extends Terms {
  /** In the order of their requests. The history has them in the order in which they ended. */
  readonly entries: readonly HistoryEntry[];
  /** In the same order, without truncated pages. */
  readonly pages: readonly PageEntry[];
  /** Also truncated pages: a pet that such a page shows is in the catalogue. */
  readonly allPages: readonly PageEntry[];
  /** The pets that the run added, by id, without those of `reusedIds`. */
  readonly own: ReadonlyMap<bigint, OwnPet>;
  /** The ids that the service assigned although a pet had them. They name no pet; CREATE-ID-UNIQUE judges them. */
  readonly reusedIds: ReadonlySet<bigint>;
  /** The views of each pet, in the order of their requests. */
  readonly views: ReadonlyMap<bigint, readonly View[]>;
  readonly reads: ReadonlyMap<bigint, readonly HistoryEntry[]>;
  /** The requests that removed or may have removed a pet, by its id. */
  readonly removals: ReadonlyMap<bigint, readonly HistoryEntry[]>;
  readonly caps: PageCaps;
}

/** Reads the catalogue from the history of a run. */
export function readCatalogue(history: readonly HistoryEntry[], terms: Terms): Catalogue {
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
  const allPages = seen.filter(isPage);
  const pages = allPages.filter(({ isTruncated }) => !isTruncated);
  const views = findViews(seen, additions);
  const shown = { entries, pages, allPages, views, reads, removals };
  const reusedIds = findReusedIds(shown, additions);
  const own = new Map<bigint, OwnPet>();
  for (const [id, each] of additions) {
    const addition = each.at(-1);
    if (addition !== undefined && !reusedIds.has(id)) own.set(id, ownPet(shown, addition, terms.settlingTime));
  }
  return { ...terms, ...shown, own, reusedIds, caps: findPageCaps(history) };
}

/** An added pet, from its addition to the next request that may have removed it. */
function ownPet(
  { views, removals }: Pick<Catalogue, 'views' | 'removals'>,
  addition: AdditionEntry,
  settlingTime: number,
): OwnPet {
  const { pet, doneAt: from } = addition;
  const { id } = pet;
  const until = removals.get(id)?.find(({ sentAt }) => sentAt >= from)?.sentAt ?? Infinity;
  const during = (views.get(id) ?? []).filter(({ entry }) => entry.sentAt >= from && entry.sentAt < until);
  return { id, pet, addition, from, settlesAt: from + settlingTime, until, views: during };
}

/** The ids that the service assigned again, or although a response had shown them, and the run had not removed their pet. */
function findReusedIds(
  { views, removals }: Pick<Catalogue, 'views' | 'removals'>,
  additions: ReadonlyMap<bigint, readonly AdditionEntry[]>,
): ReadonlySet<bigint> {
  const isReused = (each: AdditionEntry, index: number, all: readonly AdditionEntry[]): boolean => {
    const isShown = views.get(each.pet.id)?.some(({ entry }) => entry.doneAt <= each.sentAt) ?? false;
    const since = all[index - 1]?.doneAt ?? -Infinity;
    return (isShown || index > 0) && !wasRemoved(removals, each, since);
  };
  return new Set([...additions].flatMap(([id, each]) => (each.some(isReused) ? [id] : [])));
}

/** All responses that show a pet, by its id. If a page shows an id twice, the pet as it was added, or the first one. */
function findViews(
  seen: readonly HistoryEntry[],
  additions: ReadonlyMap<bigint, readonly AdditionEntry[]>,
): ReadonlyMap<bigint, readonly View[]> {
  const views = new Map<bigint, View[]>();
  for (const entry of seen) {
    for (const pet of petsIn(entry)) {
      const earlier = views.get(pet.id) ?? [];
      views.set(pet.id, earlier);
      const isFirst = earlier.at(-1)?.entry !== entry;
      const added = additions.get(pet.id)?.at(-1)?.pet;
      if (isFirst) earlier.push({ pet, entry });
      else if (added !== undefined && petDifferences(added, pet).length === 0) earlier.splice(-1, 1, { pet, entry });
    }
  }
  return views;
}

function petsIn(entry: HistoryEntry): readonly Pet[] {
  if (isPage(entry)) return entry.pets;
  return entry.pet === null ? [] : [entry.pet];
}

/** Whether the request has an unusual form. Cases of their own judge the forms. A header that the service demands is usual. */
function isUnusual({ request: { spell, spellName, headers, omits, detour } }: HistoryEntry): boolean {
  const isDemanded = detour !== undefined && headers?.every(([name]) => name === KEY_HEADER) === true;
  return [spell, spellName, isDemanded ? undefined : headers, omits].some((each) => each !== undefined);
}

/** Whether the run removed the earlier pet with the id of an added one, after `since` and before the addition. */
export function wasRemoved(removals: Catalogue['removals'], { pet, sentAt }: AdditionEntry, since: number): boolean {
  const done = (removals.get(pet.id) ?? []).filter(isRemoval);
  return done.some((each) => each.sentAt >= since && each.doneAt <= sentAt);
}

function groupById(entries: readonly HistoryEntry[], idOf: (entry: HistoryEntry) => bigint | undefined) {
  const groups = new Map<bigint, readonly HistoryEntry[]>();
  for (const [id, group] of Map.groupBy(entries, idOf)) if (id !== undefined) groups.set(id, group);
  return groups;
}

/** Whether a request was sent after an addition had ended. An earlier page says nothing about the pet. */
export function isAfter(entry: HistoryEntry, addition: HistoryEntry): boolean {
  return entry.sentAt >= addition.doneAt;
}

/** Whether a read has shown a pet. If none has, 410 says that the operation is gone, and nothing of a pet. */
export function isInUse({ reads }: Pick<Catalogue, 'reads'>): boolean {
  return reads.values().some((each) => each.some(({ pet }) => pet !== null));
}

/** Whether lists show pets of the run, and no read shows any. Then 404 says nothing of a single pet. */
export function onlyListsShow(catalogue: Pick<Catalogue, 'reads' | 'pages' | 'own'>): boolean {
  const { pages, own } = catalogue;
  return !isInUse(catalogue) && pages.some(({ pets }) => pets.some(({ id }) => own.has(id)));
}

/** Whether a page or read has shown a pet of the run since an entry that did not: then the entry is wrong, and the pet is stored. */
export function isShownSince({ views }: OwnPet, { sentAt }: HistoryEntry): boolean {
  return views.some(({ entry }) => entry.sentAt >= sentAt);
}

/** Whether a page lacks a pet of the run that a later response shows. Then it says nothing about other pets that it lacks. */
export function lacksStoredPet({ own, caps }: Catalogue, page: PageEntry): boolean {
  return own.values().some((each) => presenceOn({ caps }, each, page) === 'missing' && isShownSince(each, page));
}

/** A read of a pet. */
export function readOf(id: bigint): UnsentRequest {
  return { ...getRequest(id), expects: [200, 404] };
}

/** Whether a page has no filter. */
export function isUnfiltered({ query }: PageEntry): boolean {
  return query.status === undefined;
}

/** The requirement that a page lists every match. */
export function completeness(page: PageEntry): 'LIST-COMPLETE' | 'LIST-STATUS-COMPLETE' {
  return isUnfiltered(page) ? 'LIST-COMPLETE' : 'LIST-STATUS-COMPLETE';
}
