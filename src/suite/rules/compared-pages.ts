import type { PetStatus } from '../../contract/pet.ts';
import { listPath, type UnsentRequest } from '../api-request.ts';
import type { PageEntry } from '../history.ts';
import { listRequest } from '../operations/requests.ts';
import type { Catalogue } from './catalogue.ts';
import { isBelowItsLimit, presenceOn, type Stay } from './presence.ts';
import { type Doubt, doubt } from './rule.ts';

/** How many lists are read if a pet comes and goes in a list: one in twenty may lack it. */
const MANY_LISTS = 80;

/** Pages that must show the pets of other pages, which have another query. All pages are in the order of their requests. */
export interface ComparedPages {
  readonly requirement: Doubt['requirement'];
  readonly pages: readonly PageEntry[];
  readonly others: readonly PageEntry[];
  /** The status of the pets that the pages must show. Undefined: all pets of the others. */
  readonly status: PetStatus | undefined;
}

/** A pet that a complete page lacks, although the others show it before the page and again when the settling time has passed. */
export interface LackedPet {
  readonly kind: 'lacked';
  readonly id: bigint;
  readonly page: PageEntry;
  readonly before: PageEntry;
  readonly after: PageEntry;
}

/** Which pets do pages lack that the others show? Any client may add, move or remove a pet between two requests. */
export function* comparePages(catalogue: Catalogue, compared: ComparedPages): Iterable<Doubt | LackedPet> {
  const pages = compared.pages.filter((page) => isBelowItsLimit(page) && mayLack(catalogue, page));
  for (const page of pages) {
    const before = compared.others.findLast(({ doneAt }) => doneAt <= page.sentAt);
    for (const id of before === undefined ? [] : idsOn(before, compared.status)) {
      if (before === undefined || page.ids.has(id) || catalogue.removals.has(id)) continue;
      const found = judgeLacking(catalogue, compared, { id, page, before });
      // Further requests say most about the last page that lacks the pet.
      const isLast = pages.findLast((each) => !each.ids.has(id)) === page;
      if (found?.kind === 'lacked' || (found?.kind === 'doubt' && isLast)) yield found;
    }
  }
}

/** Does a page lack a pet of the page before it? Null: it need not show the pet. */
function judgeLacking(
  catalogue: Catalogue,
  compared: ComparedPages,
  { id, page, before }: Pick<LackedPet, 'id' | 'page' | 'before'>,
): Doubt | LackedPet | null {
  const { settlingTime } = catalogue;
  const { requirement, others, status } = compared;
  const shown = others.filter(({ ids }) => ids.has(id));
  const after = shown.find(({ sentAt }) => sentAt >= page.doneAt + settlingTime);
  const shownUntil = shown.filter(({ sentAt }) => sentAt <= (after?.sentAt ?? Infinity));
  const from = belongsSince(catalogue, id, status, shownUntil);
  if (from === null) return null;
  const stay: Stay = { id, from, settlesAt: from + settlingTime, until: Infinity };
  const presence = presenceOn(catalogue, stay, page);
  if (presence === 'unknown') return null;
  // Too long after the page before, the pet may have been away.
  const isBeside = before.doneAt >= page.sentAt - settlingTime;
  if (presence === 'late' || !isBeside) {
    const settlesAt = Math.max(stay.settlesAt, page.doneAt);
    return doubtAbout(catalogue, compared, { ...stay, settlesAt }, before);
  }
  if (after === undefined) return doubt(requirement, page, [[again(before)]], page.doneAt + settlingTime);
  const between = others.filter(({ sentAt }) => sentAt > before.sentAt && sentAt < after.sentAt);
  // Meanwhile it may have had another status.
  const wasAway = between.some((each) => isBelowItsLimit(each) && !each.ids.has(id));
  const isLacked = presence === 'missing' && !wasAway && haveSameOrder(before, after);
  return isLacked ? { kind: 'lacked', id, page, before, after } : null;
}

/** The ids of the pets of a page, or of those with a status. */
function idsOn({ ids, pets }: PageEntry, status: PetStatus | undefined): ReadonlySet<bigint> {
  return status === undefined ? ids : new Set(pets.filter((pet) => pet.status === status).map(({ id }) => id));
}

/** Since when pages have shown a pet with the status, in milliseconds. Null if the last one shows another status. */
function belongsSince(
  { own }: Catalogue,
  id: bigint,
  status: PetStatus | undefined,
  shown: readonly PageEntry[],
): number | null {
  const last = shown.findLastIndex((page) => !idsOn(page, status).has(id));
  const added = own.get(id);
  if (last === -1 && added !== undefined && (status === undefined || added.pet.status === status)) return added.from;
  return shown[last + 1]?.doneAt ?? null;
}

/** Whether two pages show their common pets in one order. Without an order, a page that is cut before it is filtered shows other pets each time. */
function haveSameOrder(one: PageEntry, other: PageEntry): boolean {
  // Such pages are not cut.
  if (isBelowItsLimit(one) && isBelowItsLimit(other)) return true;
  const common = one.pets.filter(({ id }) => other.ids.has(id));
  const inOther = other.pets.filter(({ id }) => one.ids.has(id));
  return common.every(({ id }, index) => id === inOther[index]?.id);
}

/**
 * Which lists may still show whether pages lack a pet? Null if none: the last page shows it, or must show it by now, or is full.
 * `beside`: a page that is read again before and after, by default the same.
 */
export function doubtAbout(
  catalogue: Catalogue,
  { requirement, pages }: Pick<ComparedPages, 'requirement' | 'pages'>,
  stay: Stay,
  beside?: PageEntry,
): Doubt | null {
  const seen = pages.filter((page) => presenceOn(catalogue, stay, page) !== 'unknown' && mayLack(catalogue, page));
  const last = seen.findLastIndex(({ ids }) => !ids.has(stay.id));
  const page = seen[last];
  if (page === undefined || isFullSince(pages, page, stay.id)) return null;
  const [others, list] = [[again(beside ?? page)], again(page)];
  if (last === seen.length - 1)
    return page.sentAt < stay.settlesAt ? doubt(requirement, page, [others, [list], others]) : null;
  // If a page before it shows the pet too, the pet comes and goes: a few lists may show it by chance.
  const isShownBefore = seen.slice(0, last).some(({ ids }) => ids.has(stay.id));
  const settledCount = seen.filter(({ sentAt }) => sentAt >= stay.settlesAt).length;
  if (!isShownBefore || settledCount >= MANY_LISTS || !catalogue.caps.isComplete(page)) return null;
  const many = Array.from({ length: MANY_LISTS }, () => list);
  return doubt(requirement, page, [others, many, others], stay.settlesAt);
}

/** Whether a page may show that a pet is missing. Of pages that are cut at will, only an empty one is complete. */
function mayLack({ caps }: Catalogue, { size }: PageEntry): boolean {
  return size === 0 || !caps.cutsAtWill;
}

/** Whether the same list was full later, so it need not show the pet. */
function isFullSince(pages: readonly PageEntry[], page: PageEntry, id: bigint): boolean {
  const later = pages.filter(({ sentAt, query }) => sentAt > page.sentAt && listPath(query) === listPath(page.query));
  return later.some((each) => !each.ids.has(id) && !isBelowItsLimit(each));
}

/** The request of a page. */
function again({ request }: PageEntry): UnsentRequest {
  return listRequest(request.query);
}
