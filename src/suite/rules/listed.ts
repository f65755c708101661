import { LIMIT_MAX } from '../../contract/operations.ts';
import { PET_STATUSES, type Pet, type PetStatus } from '../../contract/pet.ts';
import { listPath, pageLimit } from '../api-request.ts';
import { listRequest } from '../operations/requests.ts';
import type { Entry } from '../history.ts';
import {
  type Catalogue,
  type IndexedPage,
  isAfter,
  isSettled,
  isUnfiltered,
  MANY_LISTS,
  isBelowItsLimit,
  mustShow,
  type OwnPet,
  readOf,
  unfilteredOf,
} from './catalogue.ts';
import { doubt, type RuleResult, satisfied, violated } from './rule.ts';
import { describeId } from '../responses/text-ids.ts';

/**
 * Added pets are stored and listed (parts 4.1 and 4.2). Only a complete page proves that a pet is missing, and only if the
 * settling time has passed since the addition (our reading of part 4.1).
 */
export function* judgeListed(catalogue: Catalogue): Iterable<RuleResult> {
  for (const own of catalogue.own.values()) yield* judgeOwn(catalogue, own);
  const isKnown = shownBefore(catalogue);
  for (const page of catalogue.pages) {
    const requirement = isUnfiltered(page) ? 'LIST-COMPLETE' : 'LIST-STATUS-COMPLETE';
    const { pets, query } = page.page;
    const belongs = ({ status }: Pet): boolean => query.status === undefined || status === query.status;
    const known = pets.find((pet) => belongs(pet) && isKnown(pet.id, page));
    if (known !== undefined) yield* satisfied(requirement, known.id, page);
  }
}

/** Whether an earlier response showed a pet. */
function shownBefore({ views, own }: Catalogue): (id: bigint, page: IndexedPage) => boolean {
  return (id, page) => {
    const addition = own.get(id)?.addition;
    const first = addition ?? views.get(id)?.[0]?.entry;
    return first !== undefined && first.doneAt <= page.sentAt;
  };
}

/** An own pet is on every complete page without a filter, and a read returns it. */
function* judgeOwn(catalogue: Catalogue, own: OwnPet): Iterable<RuleResult> {
  const { pet, addition } = own;
  const shown = own.views.find(({ entry }) => entry.makeshift === null) ?? own.views[0];
  if (shown !== undefined) yield* satisfied('CREATE-STORED', pet.id, shown.entry, addition);
  const pages = catalogue.pages.filter(
    (page) => isUnfiltered(page) && isAfter(page, addition) && (page.byId.has(pet.id) || isBelowItsLimit(page)),
  );
  const lacking = pages.find((page) => !page.byId.has(pet.id) && mustShow(catalogue, own, page));
  if (lacking !== undefined) yield* judgeMissing(catalogue, own, lacking);
  else yield* doubtsAbout(catalogue, 'LIST-COMPLETE', pages, pet.id, own.settlesAt);
}

/** A pet that a complete page lacks: a read shows whether the service lost it, or only does not list it. */
function* judgeMissing(
  { reads, phase }: Catalogue,
  { pet, addition }: OwnPet,
  page: IndexedPage,
): Iterable<RuleResult> {
  const later = (reads.get(pet.id) ?? []).filter(({ sentAt }) => sentAt >= page.sentAt);
  // From the day of the removal, a read shows nothing.
  const lost = phase === 'before' ? later.find(({ status }) => status === 404 || status === 410) : undefined;
  const expected = `pet ${describeId(pet.id)}, added by this run, in a complete page`;
  if (lost !== undefined) {
    const actual = 'missing from that page, and GET /pets/{petId} does not return it';
    yield violated('CREATE-STORED', pet.id, [addition, lost, page], { expected, actual });
  } else if (later.length > 0 || phase !== 'before')
    yield violated('LIST-COMPLETE', pet.id, [addition, page], { expected, actual: 'missing there' });
  else yield doubt('LIST-COMPLETE', page, [[readOf(pet.id)]]);
}

/**
 * The last page that lacks a pet may be late: look again. If an earlier page showed the pet, it comes and goes: read many lists
 * when the pet must be on each, from `settlesAt` on.
 */
function* doubtsAbout(
  catalogue: Catalogue,
  requirement: 'LIST-COMPLETE' | 'LIST-STATUS-COMPLETE',
  pages: readonly IndexedPage[],
  id: bigint,
  settlesAt: number,
): Iterable<RuleResult> {
  const last = pages.findLastIndex((page) => !page.byId.has(id));
  const page = pages[last];
  if (page === undefined || catalogue.caps.cutsAtWill || isHiddenSince(catalogue, page, id)) return;
  const { query } = page.page;
  const list = listRequest({ limit: LIMIT_MAX, ...query });
  const unfiltered = [unfilteredOf(page)];
  if (last === pages.length - 1) {
    if (page.sentAt < settlesAt) yield doubt(requirement, page, [unfiltered, [list], unfiltered]);
    return;
  }
  const isShownBefore = pages.slice(0, last).some(({ byId }) => byId.has(id));
  const settledCount = pages.filter(({ sentAt }) => sentAt >= settlesAt).length;
  if (isShownBefore && settledCount < MANY_LISTS && catalogue.isComplete(page)) {
    const many = Array.from({ length: MANY_LISTS }, () => list);
    yield doubt(requirement, page, [unfiltered, many, unfiltered], settlesAt);
  }
}

/** Whether the same list became so long since then that it need not show the pet. */
function isHiddenSince({ pages }: Catalogue, page: IndexedPage, id: bigint): boolean {
  const path = listPath(page.page.query);
  return pages.some(
    (each) =>
      each.sentAt > page.sentAt && !each.byId.has(id) && !isBelowItsLimit(each) && listPath(each.page.query) === path,
  );
}

/**
 * A complete page with a filter lists every pet with the status (part 4.1). It decides only about pets that pages of the same
 * limit without a filter show before it, and again when the settling time has passed: meanwhile the service may move a pet.
 */
export function* judgeFiltered(catalogue: Catalogue): Iterable<RuleResult> {
  for (const status of PET_STATUSES) {
    const first = [...catalogue.own.values()].find(({ pet }) => pet.status === status);
    const groups = Map.groupBy(
      catalogue.pages.filter(({ page }) => page.query.status === status),
      ({ page }) => pageLimit(page.query),
    );
    for (const [limit, pages] of groups) {
      const unfiltered = catalogue.pages.filter((page) => isUnfiltered(page) && pageLimit(page.page.query) === limit);
      yield* judgeReplacement(catalogue, first, pages, unfiltered);
      for (const page of pages) yield* judgeFilteredPage(catalogue, { page, pages, unfiltered, status, first });
    }
  }
}

interface FilteredPage {
  readonly page: IndexedPage;
  /** All pages with its filter and its limit, and all without the filter. */
  readonly pages: readonly IndexedPage[];
  readonly unfiltered: readonly IndexedPage[];
  readonly status: PetStatus;
  /** The first pet with the status that the run added. */
  readonly first: OwnPet | undefined;
}

function* judgeFilteredPage(catalogue: Catalogue, filtered: FilteredPage): Iterable<RuleResult> {
  const { page, pages, unfiltered, status, first } = filtered;
  if (!isBelowItsLimit(page)) return;
  const before = unfiltered.findLast(({ doneAt }) => doneAt <= page.sentAt);
  const beside = unfiltered.filter((each) => each.doneAt >= page.sentAt && each.sentAt <= page.doneAt);
  const shown = [before, ...beside].flatMap((each) => each?.page.pets.filter((pet) => pet.status === status) ?? []);
  let isViolated = false;
  for (const id of new Set(shown.map((pet) => pet.id))) {
    if (page.byId.has(id)) continue;
    const absence = explainAbsence(catalogue, filtered, before, id);
    const isNewest = pages.findLast((each) => !each.byId.has(id) && isBelowItsLimit(each)) === page;
    if (absence.kind === 'unsettled' && isNewest) {
      const { since } = absence;
      const decisive = pages.filter((each) => each.byId.has(id) || (each.sentAt >= since && isBelowItsLimit(each)));
      const settlesAt = Math.max(since + catalogue.settlingTime, page.doneAt);
      yield* doubtsAbout(catalogue, 'LIST-STATUS-COMPLETE', decisive, id, settlesAt);
    }
    // A doubt about an earlier page is none if a later page is in doubt.
    if (absence.kind === 'unconfirmed' && isNewest)
      yield doubt('LIST-STATUS-COMPLETE', page, [[unfilteredOf(page)]], page.doneAt + catalogue.settlingTime);
    if (absence.kind !== 'wrong') continue;
    const evidence = [absence.before, absence.after, page];
    if (!isViolated)
      yield violated('LIST-STATUS-COMPLETE', id, evidence, {
        expected: `pet ${describeId(id)} in the complete page filtered by its status`,
        actual: 'missing from that page, but in the unfiltered page',
      });
    isViolated = true;
    if (id === first?.pet.id) yield replacementFails(first, evidence);
  }
}

/** Why a filtered page lacks a pet that the unfiltered list shows with the status. */
type Absence =
  /** The service moved the pet, or the page need not show it. */
  | { readonly kind: 'allowed' }
  /** The list may be late: it has shown the pet with the status only since then (milliseconds). */
  | { readonly kind: 'unsettled'; readonly since: number }
  /** The unfiltered list has not shown the pet with the status again since then. */
  | { readonly kind: 'unconfirmed' }
  /** The unfiltered list showed the pet before and after the page. */
  | { readonly kind: 'wrong'; readonly before: IndexedPage; readonly after: IndexedPage };

function explainAbsence(
  catalogue: Catalogue,
  { page, unfiltered, status }: FilteredPage,
  before: IndexedPage | undefined,
  id: bigint,
): Absence {
  const listed = unfiltered.filter(({ byId }) => byId.has(id));
  const after = listed.find(({ sentAt }) => sentAt >= page.doneAt + catalogue.settlingTime);
  const until = listed.filter(({ sentAt }) => sentAt <= (after?.sentAt ?? Infinity));
  const since = shownWithStatusSince(catalogue, id, status, until);
  if (since === null || since > page.sentAt) return { kind: 'allowed' };
  const isFresh = before !== undefined && before.doneAt >= page.sentAt - catalogue.settlingTime;
  if (!isFresh || !before.byId.has(id) || !isSettled(catalogue, since, page)) return { kind: 'unsettled', since };
  if (after === undefined) return { kind: 'unconfirmed' };
  const isWrong = catalogue.isComplete(page) && hasSameOrder(before, after);
  return isWrong ? { kind: 'wrong', before, after } : { kind: 'allowed' };
}

/**
 * Whether two full pages show their pets in one order. Without an order, a page that is cut before it is filtered shows other pets
 * each time. A page below its limit is not cut.
 */
function hasSameOrder(one: IndexedPage, other: IndexedPage): boolean {
  if (isBelowItsLimit(one) && isBelowItsLimit(other)) return true;
  const common = one.page.pets.filter(({ id }) => other.byId.has(id));
  const inOther = other.page.pets.filter(({ id }) => one.byId.has(id));
  return common.every(({ id }, index) => id === inOther[index]?.id);
}

/** Since when the unfiltered list has shown a pet with a status, in milliseconds. Null if it shows another one by now. */
function shownWithStatusSince(
  { own }: Catalogue,
  id: bigint,
  status: PetStatus,
  listed: readonly IndexedPage[],
): number | null {
  const other = listed.findLastIndex(({ byId }) => byId.get(id)?.status !== status);
  const addition = own.get(id)?.addition;
  if (other === -1 && addition?.pet.status === status) return addition.doneAt;
  return listed[other + 1]?.doneAt ?? null;
}

/** The list with a filter replaces `GET /pets/{petId}`: it finds the first pet of each status that the run added (part 9). */
function* judgeReplacement(
  catalogue: Catalogue,
  first: OwnPet | undefined,
  pages: readonly IndexedPage[],
  unfiltered: readonly IndexedPage[],
): Iterable<RuleResult> {
  for (const page of pages) {
    const found = page.page.pets.find((pet) => pet.status === page.page.query.status && isFound(catalogue, pet, page));
    if (found !== undefined) yield* satisfied('DEPRECATION-REPLACEMENT', found.id, page);
  }
  if (first === undefined || pages.some(({ page }) => page.query.limit !== LIMIT_MAX)) return;
  const { pet, addition, views } = first;
  // The service may have moved it to another status.
  if (views.some((view) => view.pet.status !== pet.status)) return;
  const lacks = (page: IndexedPage): boolean => mustShow(catalogue, first, page) && !page.byId.has(pet.id);
  const [missing, lacking] = [unfiltered.find(lacks), pages.find(lacks)];
  if (missing !== undefined && lacking !== undefined) yield replacementFails(first, [addition, missing, lacking]);
}

function replacementFails({ pet }: OwnPet, evidence: readonly Entry[]): RuleResult {
  const expected = `pet ${describeId(pet.id)} on the page filtered by its status`;
  return violated('DEPRECATION-REPLACEMENT', pet.id, evidence, { expected, actual: 'missing' });
}

/** Whether the run has added the pet with its status, or read it by its id before. */
function isFound({ own, reads }: Catalogue, pet: Pet, page: IndexedPage): boolean {
  if (own.has(pet.id)) return true;
  return (reads.get(pet.id) ?? []).some((read) => read.pet?.status === pet.status && read.doneAt <= page.sentAt);
}

/** The delays in milliseconds after which a page first showed an addition that an earlier page lacked. */
export function findDelays({ pages, own, isComplete }: Catalogue): readonly number[] {
  return [...own.values()].flatMap(({ pet, addition }) => {
    const due = pages.filter((page) => isUnfiltered(page) && isAfter(page, addition));
    const lacking = due.findIndex((page) => !page.byId.has(pet.id) && isComplete(page));
    const shown = due.findIndex((page) => page.byId.has(pet.id));
    const first = due[shown];
    return lacking !== -1 && lacking < shown && first !== undefined ? [Math.round(first.sentAt - addition.doneAt)] : [];
  });
}
