import { LIMIT_MAX } from '../../contract/operations.ts';
import { PET_STATUSES, type Pet, type PetStatus } from '../../contract/pet.ts';
import { listPath, pageLimit, type UnsentRequest } from '../api-request.ts';
import { listRequest } from '../operations/requests.ts';
import type { Entry } from '../history.ts';
import { type Catalogue, completeness, isUnfiltered, MANY_LISTS, type OwnPet, readOf } from './catalogue.ts';
import { type IndexedPage, isBelowItsLimit, presenceOn, type Stay } from './presence.ts';
import { doubt, type RuleResult, satisfied, violated } from './rule.ts';
import { describeId } from '../responses/text-ids.ts';
import { hasRunName } from '../execution/run-names.ts';

/** Added pets are stored and listed (parts 4.1 and 4.2). Only a complete page after the settling time proves that one is missing. */
export function* judgeListed(catalogue: Catalogue): Iterable<RuleResult> {
  for (const own of catalogue.own.values()) yield* judgeOwn(catalogue, own);
  if (!catalogue.mayHaveAddedTwice) yield* judgeOnce(catalogue);
  const { own, views } = catalogue;
  for (const page of catalogue.pages) {
    const { pets, query, sentAt } = page;
    const belongs = ({ status }: Pet): boolean => query.status === undefined || status === query.status;
    const firstShown = ({ id }: Pet): Entry | undefined => own.get(id)?.addition ?? views.get(id)?.[0]?.entry;
    const known = pets.find((pet) => belongs(pet) && (firstShown(pet)?.doneAt ?? Infinity) <= sentAt);
    if (known !== undefined) yield* satisfied(completeness(page), known.id, page);
  }
}

/** An own pet is on every complete page without a filter, and a read returns it. */
function* judgeOwn(catalogue: Catalogue, own: OwnPet): Iterable<RuleResult> {
  const { pet, addition } = own;
  const shown = own.views.find(({ entry }) => entry.makeshift === null) ?? own.views[0];
  if (shown !== undefined) yield* satisfied('CREATE-STORED', pet.id, shown.entry, addition);
  const pages = catalogue.pages.filter(isUnfiltered);
  const lacking = pages.find((page) => presenceOn(catalogue, own, page) === 'missing');
  if (lacking !== undefined) yield* judgeMissing(catalogue, own, lacking);
  else yield* doubtsAbout(catalogue, 'LIST-COMPLETE', pages, own);
}

/** So many pets a run adds before its names depend on an id. Until then, another run with the same seed sends the same names. */
const EARLY_PETS = 2;

/** A request adds one pet (part 4.2): no page shows more pets with a name of the run than requests had the name. */
function* judgeOnce({ entries, own, pages }: Catalogue): Iterable<RuleResult> {
  const additions = [...own.values()].map(({ addition }) => addition);
  const early = additions.slice(0, EARLY_PETS).map(({ pet }) => pet.name);
  const byName = new Map(additions.map((addition) => [addition.request.pet?.name ?? '', addition]));
  const sent = Map.groupBy(entries, ({ request }) => request.pet?.name ?? '');
  for (const [name, addition] of byName) {
    if (!hasRunName(name) || early.includes(name) || addition.attempt === 'soak') continue;
    const isNamesake = (pet: Pet): boolean => pet.name === name && (own.get(pet.id)?.pet.name ?? name) === name;
    for (const page of pages.filter(({ byId }) => byId.has(addition.pet.id))) {
      const shown = [...page.byId.values()].filter(isNamesake);
      if (shown.length <= (sent.get(name)?.length ?? 0)) continue;
      yield violated('CREATE-STORED', addition.pet.id, [addition, page], {
        expected: `pet ${describeId(addition.pet.id)} stored once`,
        actual: `a page with ${shown.length} pets of its name: ${shown.map(({ id }) => describeId(id)).join(', ')}`,
      });
      break;
    }
  }
}

/** A pet that a complete page lacks: a read shows whether the service lost it, or only does not list it. */
function* judgeMissing(
  { reads, phase }: Catalogue,
  { pet, addition }: OwnPet,
  page: IndexedPage,
): Iterable<RuleResult> {
  const later = (reads.get(pet.id) ?? []).filter(({ sentAt }) => sentAt >= page.sentAt);
  // From the day of the removal, a read shows nothing.
  const lost =
    phase === 'before' ? later.find(({ status }) => status === 404 || (status === 410 && isInUse(reads))) : undefined;
  const expected = `pet ${describeId(pet.id)}, added by this run, in a complete page`;
  if (lost !== undefined) {
    const actual = 'missing from that page, and GET /pets/{petId} does not return it';
    yield violated('CREATE-STORED', pet.id, [addition, lost, page], { expected, actual });
  } else if (later.length > 0 || phase !== 'before')
    yield violated('LIST-COMPLETE', pet.id, [addition, page], { expected, actual: 'missing there' });
  else yield doubt('LIST-COMPLETE', page, [[readOf(pet.id)]]);
}

/** Whether a read has shown a pet. If none has, 410 says that the operation is gone, and nothing of a pet. */
function isInUse(reads: Catalogue['reads']): boolean {
  return reads.values().some((each) => each.some(({ pet }) => pet !== null));
}

/** The last page that lacks a pet may be late: look again. If an earlier page showed the pet, it comes and goes: read many lists. */
function* doubtsAbout(
  catalogue: Catalogue,
  requirement: 'LIST-COMPLETE' | 'LIST-STATUS-COMPLETE',
  pages: readonly IndexedPage[],
  stay: Stay,
): Iterable<RuleResult> {
  const { id, settlesAt } = stay;
  const seen = pages.filter((page) => presenceOn(catalogue, stay, page) !== 'open');
  const last = seen.findLastIndex((page) => !page.byId.has(id));
  const page = seen[last];
  if (page === undefined || catalogue.caps.cutsAtWill || isHiddenSince(catalogue, page, id)) return;
  const list = listRequest({ limit: LIMIT_MAX, ...page.query });
  const unfiltered = [unfilteredOf(page)];
  if (last === seen.length - 1) {
    if (page.sentAt < settlesAt) yield doubt(requirement, page, [unfiltered, [list], unfiltered]);
    return;
  }
  const isShownBefore = seen.slice(0, last).some(({ byId }) => byId.has(id));
  const settledCount = seen.filter(({ sentAt }) => sentAt >= settlesAt).length;
  if (isShownBefore && settledCount < MANY_LISTS && catalogue.caps.isComplete(page)) {
    const many = Array.from({ length: MANY_LISTS }, () => list);
    yield doubt(requirement, page, [unfiltered, many, unfiltered], settlesAt);
  }
}

/** Whether the same list became so long since then that it need not show the pet. */
function isHiddenSince({ pages }: Catalogue, page: IndexedPage, id: bigint): boolean {
  const path = listPath(page.query);
  return pages.some(
    (each) =>
      each.sentAt > page.sentAt && !each.byId.has(id) && !isBelowItsLimit(each) && listPath(each.query) === path,
  );
}

/** The list without the filter of a page, with its limit. */
function unfilteredOf({ query }: IndexedPage): UnsentRequest {
  return listRequest(query.limit === undefined ? {} : { limit: query.limit });
}

/**
 * A complete page with a filter lists every pet with the status (part 4.1). It decides only about pets that pages of the same
 * limit without a filter show before it, and again when the settling time has passed: meanwhile the service may move a pet.
 */
export function* judgeFiltered(catalogue: Catalogue): Iterable<RuleResult> {
  for (const status of PET_STATUSES) {
    const first = [...catalogue.own.values()].find(({ pet }) => pet.status === status);
    const groups = Map.groupBy(
      catalogue.pages.filter(({ query }) => query.status === status),
      ({ query }) => pageLimit(query),
    );
    for (const [limit, pages] of groups) {
      const unfiltered = catalogue.pages.filter((page) => isUnfiltered(page) && pageLimit(page.query) === limit);
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
  const shown = [before, ...beside].flatMap((each) => each?.pets.filter((pet) => pet.status === status) ?? []);
  let isViolated = false;
  for (const id of new Set(shown.map((pet) => pet.id))) {
    if (page.byId.has(id) || catalogue.removals.has(id)) continue;
    const absence = explainAbsence(catalogue, filtered, before, id);
    const isNewest = pages.findLast((each) => !each.byId.has(id) && isBelowItsLimit(each)) === page;
    if (absence.kind === 'unsettled' && isNewest) {
      const { since } = absence;
      const settlesAt = Math.max(since + catalogue.settlingTime, page.doneAt);
      yield* doubtsAbout(catalogue, 'LIST-STATUS-COMPLETE', pages, { id, from: since, settlesAt, until: Infinity });
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
  if (!isFresh || !before.byId.has(id) || page.sentAt < since + catalogue.settlingTime)
    return { kind: 'unsettled', since };
  if (after === undefined) return { kind: 'unconfirmed' };
  const isWrong = catalogue.caps.isComplete(page) && hasSameOrder(before, after);
  return isWrong ? { kind: 'wrong', before, after } : { kind: 'allowed' };
}

/**
 * Whether two full pages show their pets in one order. Without an order, a page that is cut before it is filtered shows other pets
 * each time. A page below its limit is not cut.
 */
function hasSameOrder(one: IndexedPage, other: IndexedPage): boolean {
  if (isBelowItsLimit(one) && isBelowItsLimit(other)) return true;
  const common = one.pets.filter(({ id }) => other.byId.has(id));
  const inOther = other.pets.filter(({ id }) => one.byId.has(id));
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
    const found = page.pets.find((pet) => pet.status === page.query.status && isFound(catalogue, pet, page));
    if (found !== undefined) yield* satisfied('DEPRECATION-REPLACEMENT', found.id, page);
  }
  if (first === undefined || pages.some(({ query }) => query.limit !== LIMIT_MAX)) return;
  const { pet, addition, views } = first;
  // The service may have moved it to another status.
  if (views.some((view) => view.pet.status !== pet.status)) return;
  const lacks = (page: IndexedPage): boolean => presenceOn(catalogue, first, page) === 'missing';
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
export function findDelays(catalogue: Catalogue): readonly number[] {
  return [...catalogue.own.values()].flatMap((own) => {
    const due = catalogue.pages.filter((page) => isUnfiltered(page) && presenceOn(catalogue, own, page) !== 'open');
    const lacking = due.findIndex((page) => !page.byId.has(own.id) && catalogue.caps.isComplete(page));
    const shown = due.findIndex((page) => page.byId.has(own.id));
    const first = due[shown];
    return lacking !== -1 && lacking < shown && first !== undefined ? [Math.round(first.sentAt - own.from)] : [];
  });
}
