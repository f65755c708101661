import type { PetStatus } from '../../contract/pet.ts';
import { listPath, type ListQuery } from '../api-request.ts';
import type { PageEntry } from '../history.ts';
import { listRequest } from '../operations/requests.ts';
import type { Catalogue } from './catalogue.ts';
import { isBelowItsLimit, presenceOn, type Stay } from './presence.ts';
import { type Doubt, doubt } from './rule.ts';

/** How many lists are read if a pet comes and goes in a list: one in twenty may lack it. */
const MANY_LISTS = 80;

/** Pages that are judged by a requirement. */
interface JudgedPages {
  readonly requirement: 'LIST-COMPLETE' | 'LIST-STATUS-COMPLETE' | 'LIST-LIMIT-DEFAULT';
  /** In the order of their requests. */
  readonly pages: readonly PageEntry[];
  /** What is requested to judge a page again, between two lists that it is compared with. */
  readonly again: (page: PageEntry) => ListQuery;
  readonly beside: (page: PageEntry) => ListQuery;
}

/** Pages of one query, and pages of another query, which show at least the same pets. */
interface ComparedPages extends JudgedPages {
  readonly others: readonly PageEntry[];
  /** The status of the pets that belong on the pages. Undefined: all belong there. */
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

/** Compares pages that hold all their matches with the others beside them. In between, the service may move or remove a pet. */
export function* comparePages(catalogue: Catalogue, compared: ComparedPages): Iterable<Doubt | LackedPet> {
  const { pages, others } = compared;
  if (catalogue.caps.cutsAtWill) return;
  const below = pages.filter(isBelowItsLimit);
  for (const page of below) {
    const before = others.findLast(({ doneAt }) => doneAt <= page.sentAt);
    if (before === undefined) continue;
    for (const id of matchesOn(before, compared.status)) {
      if (page.ids.has(id) || catalogue.removals.has(id)) continue;
      const isLast = below.findLast((each) => !each.ids.has(id)) === page;
      for (const each of judgeLacking(catalogue, compared, { page, before, id }))
        // A doubt about an earlier page is none if a later page is in doubt.
        if (each.kind === 'lacked' || isLast) yield each;
    }
  }
}

function matchesOn({ ids, pets }: PageEntry, status: PetStatus | undefined): ReadonlySet<bigint> {
  return status === undefined ? ids : new Set(pets.filter((pet) => pet.status === status).map(({ id }) => id));
}

function* judgeLacking(
  catalogue: Catalogue,
  compared: ComparedPages,
  { page, before, id }: Pick<LackedPet, 'page' | 'before' | 'id'>,
): Iterable<Doubt | LackedPet> {
  const { settlingTime, caps } = catalogue;
  const listed = compared.others.filter(({ ids }) => ids.has(id));
  const after = listed.find(({ sentAt }) => sentAt >= page.doneAt + settlingTime);
  const until = listed.filter(({ sentAt }) => sentAt <= (after?.sentAt ?? Infinity));
  const since = belongsSince(catalogue, compared, until, id);
  if (since === null || since > page.sentAt) return;
  const isFresh = before.doneAt >= page.sentAt - settlingTime;
  if (!isFresh || page.sentAt < since + settlingTime) {
    const settlesAt = Math.max(since + settlingTime, page.doneAt);
    yield* doubtsAbout(catalogue, compared, { id, from: since, settlesAt, until: Infinity });
  } else if (after === undefined)
    yield doubt(compared.requirement, page, [[listRequest(compared.beside(page))]], page.doneAt + settlingTime);
  else if (caps.isComplete(page) && hasSameOrder(before, after) && !wasAway(compared, before, after, id))
    yield { kind: 'lacked', id, page, before, after };
}

/** Whether the pet was missing between two pages that show it. It may have had another status meanwhile. */
function wasAway({ others }: ComparedPages, before: PageEntry, after: PageEntry, id: bigint): boolean {
  const between = others.filter(({ sentAt }) => sentAt > before.sentAt && sentAt < after.sentAt);
  return between.some((page) => isBelowItsLimit(page) && !page.ids.has(id));
}

/** Since when the pet has belonged on the pages, as others show, in milliseconds. Null if it belongs there no longer. */
function belongsSince(
  { own }: Catalogue,
  { status }: ComparedPages,
  listed: readonly PageEntry[],
  id: bigint,
): number | null {
  const belongs = ({ pets }: PageEntry): boolean =>
    status === undefined || pets.some((pet) => pet.id === id && pet.status === status);
  const last = listed.findLastIndex((page) => !belongs(page));
  const addition = own.get(id)?.addition;
  if (last === -1 && addition !== undefined && (status === undefined || addition.pet.status === status))
    return addition.doneAt;
  return listed[last + 1]?.doneAt ?? null;
}

/**
 * Whether two full pages show their pets in one order. Without an order, a page that is cut before it is filtered shows other pets
 * each time. A page below its limit is not cut.
 */
function hasSameOrder(one: PageEntry, other: PageEntry): boolean {
  if (isBelowItsLimit(one) && isBelowItsLimit(other)) return true;
  const common = one.pets.filter(({ id }) => other.ids.has(id));
  const inOther = other.pets.filter(({ id }) => one.ids.has(id));
  return common.every(({ id }, index) => id === inOther[index]?.id);
}

/** The last page that lacks a pet may be late: look again. If an earlier page showed the pet, it comes and goes: read many lists. */
export function* doubtsAbout(
  catalogue: Catalogue,
  { requirement, pages, again, beside }: JudgedPages,
  stay: Stay,
): Iterable<Doubt> {
  const { id, settlesAt } = stay;
  const seen = pages.filter((page) => presenceOn(catalogue, stay, page) !== 'open');
  const last = seen.findLastIndex((page) => !page.ids.has(id));
  const page = seen[last];
  if (page === undefined || catalogue.caps.cutsAtWill || isHiddenSince(pages, page, id)) return;
  const others = [listRequest(beside(page))];
  const list = listRequest(again(page));
  if (last === seen.length - 1) {
    if (page.sentAt < settlesAt) yield doubt(requirement, page, [others, [list], others]);
    return;
  }
  const isShownBefore = seen.slice(0, last).some(({ ids }) => ids.has(id));
  const settledCount = seen.filter(({ sentAt }) => sentAt >= settlesAt).length;
  if (isShownBefore && settledCount < MANY_LISTS && catalogue.caps.isComplete(page)) {
    const many = Array.from({ length: MANY_LISTS }, () => list);
    yield doubt(requirement, page, [others, many, others], settlesAt);
  }
}

/** Whether the same list became so long since then that it need not show the pet. */
function isHiddenSince(pages: readonly PageEntry[], page: PageEntry, id: bigint): boolean {
  const path = listPath(page.query);
  return pages.some(
    (each) => each.sentAt > page.sentAt && !each.ids.has(id) && !isBelowItsLimit(each) && listPath(each.query) === path,
  );
}
