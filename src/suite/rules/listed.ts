import { LIMIT_MAX } from '../../contract/operations.ts';
import { PET_STATUSES, type Pet } from '../../contract/pet.ts';
import { listPath, pageLimit } from '../api-request.ts';
import type { HistoryEntry, PageEntry } from '../history.ts';
import {
  type Catalogue,
  completeness,
  isInUse,
  isShownSince,
  isUnfiltered,
  lacksStoredPet,
  onlyListsShow,
  type OwnPet,
  readOf,
} from './catalogue.ts';
import { type ComparedPages, comparePages, doubtAbout, type LackedPet } from './compared-pages.ts';
import { presenceOn, withoutDelay } from './presence.ts';
import { doubt, type RuleResult, satisfied, violated } from './rule.ts';
import { NO_STATUS } from '../responses/response.ts';
import { describeId } from '../responses/text-ids.ts';
import { hasRunName } from '../bodies/run-names.ts';
import { isCausable } from '../../http/disturbance.ts';

/** Added pets are stored and listed (parts 4.1 and 4.2). Only a complete page after the settling time proves that one is missing. */
export function* judgeListed(catalogue: Catalogue): Iterable<RuleResult> {
  const unfiltered = catalogue.pages.filter(isUnfiltered);
  for (const own of catalogue.own.values()) yield* judgeOwnListed(catalogue, own, unfiltered);
  yield* judgeStoredOnce(catalogue);
  const { own, views } = catalogue;
  for (const page of catalogue.pages) {
    const { pets, query, sentAt } = page;
    const belongs = ({ status }: Pet): boolean => query.status === undefined || status === query.status;
    const firstShown = ({ id }: Pet): HistoryEntry | undefined => own.get(id)?.addition ?? views.get(id)?.[0]?.entry;
    const known = pets.find((pet) => belongs(pet) && (firstShown(pet)?.doneAt ?? Infinity) <= sentAt);
    if (known !== undefined) yield satisfied(completeness(page), known.id, page);
  }
}

/** An own pet is on every complete page without a filter, and a read returns it. */
function* judgeOwnListed(catalogue: Catalogue, own: OwnPet, pages: readonly PageEntry[]): Iterable<RuleResult> {
  const { pet, addition } = own;
  const shown = own.views.find(({ entry }) => entry.makeshift === null) ?? own.views[0];
  if (shown !== undefined) yield satisfied('CREATE-STORED', pet.id, shown.entry, addition);
  const lacking = pages.find((page) => presenceOn(catalogue, own, page) === 'missing');
  if (lacking !== undefined) return yield* judgeMissing(catalogue, own, lacking);
  // A later page with another limit does not explain what a page lacks.
  for (const alike of Map.groupBy(pages, ({ query }) => listPath(query)).values()) {
    const found = doubtAbout(catalogue, { requirement: 'LIST-COMPLETE', pages: alike }, own);
    if (found !== null) yield found;
  }
}

/** So many pets a run adds before its names depend on an id. Until then, another run with the same seed sends the same names. */
const EARLY_PETS = 2;

/** A request adds one pet (part 4.2): no page shows more pets with a name of the run than requests had the name. */
function* judgeStoredOnce(catalogue: Catalogue): Iterable<RuleResult> {
  const { entries, own, pages } = catalogue;
  const requests = Map.groupBy(entries, ({ request }) => request.pet?.name ?? '');
  const disturbed = entries.filter(isDisturbed);
  const additions = [...own.values()].map(({ addition }) => addition);
  const early = additions.slice(0, EARLY_PETS).map(({ pet }) => pet.name);
  const byName = new Map(additions.map((addition) => [addition.request.pet?.name ?? '', addition]));
  for (const [name, addition] of byName) {
    const sent = requests.get(name) ?? [];
    // A soak forgets requests, so it cannot count them.
    if (!hasRunName(name) || early.includes(name) || addition.attempt === 'soak') continue;
    // In a disturbance, the run or a gateway may send the requests twice that are in flight.
    if (sent.some((request) => disturbed.some((each) => isSimultaneous(request, each)))) continue;
    // A pet that a list showed has a second entry for its exchange.
    const exchanges = new Set(sent.map(({ exchangeId }) => exchangeId));
    for (const page of pages.filter(({ ids }) => ids.has(addition.pet.id))) {
      const ids = idsOfNamesakes(catalogue, page, name);
      if (ids.size <= exchanges.size) continue;
      yield violated('CREATE-STORED', addition.pet.id, [addition, page], {
        expected: `pet ${describeId(addition.pet.id)} stored once`,
        actual: `a page with ${ids.size} pets of its name: ${[...ids].map(describeId).join(', ')}`,
      });
      break;
    }
  }
}

/** The pets of a page with a name. A page that shows another pet of the run with this name is wrong in its own way. */
function idsOfNamesakes({ own }: Catalogue, { pets, others }: PageEntry, name: string): ReadonlySet<bigint> {
  const namesakes = [...pets, ...others].filter(
    (each) => each.name === name && (own.get(each.id)?.pet.name ?? name) === name,
  );
  return new Set(namesakes.map(({ id }) => id));
}

/** Whether a request met a disturbance: it was sent again, got no response, or a trial has shown that it causes one. */
function isDisturbed({ isResent, status }: HistoryEntry): boolean {
  return isResent || status === null || status === NO_STATUS || isCausable(status);
}

/** Whether two requests were in flight at the same time. */
function isSimultaneous(request: HistoryEntry, other: HistoryEntry): boolean {
  return request.sentAt <= other.doneAt && other.sentAt <= request.doneAt;
}

/** A pet that a complete page lacks: a read shows whether the service lost it, or only does not list it. */
function* judgeMissing(catalogue: Catalogue, own: OwnPet, page: PageEntry): Iterable<RuleResult> {
  const { reads, phase } = catalogue;
  const { pet, addition } = own;
  const later = (reads.get(pet.id) ?? []).filter(({ sentAt }) => sentAt >= page.sentAt);
  const notFound = later.find(({ status }) => status === 404 || (status === 410 && isInUse(catalogue)));
  // From the day of the removal, a read shows nothing.
  const isDecisive = phase === 'before' && !onlyListsShow(catalogue) && !lacksStoredPet(catalogue, page);
  const expected = `pet ${describeId(pet.id)}, added by this run ${describeAge(own, page)} before, in a complete page`;
  if (notFound !== undefined && isDecisive && !isShownSince(own, notFound)) {
    const actual = 'missing from that page, and GET /pets/{petId} does not return it';
    yield violated('CREATE-STORED', pet.id, [addition, notFound, page], { expected, actual });
  } else if (later.length > 0 || phase !== 'before')
    yield violated('LIST-COMPLETE', pet.id, [addition, page], { expected, actual: 'missing there' });
  else yield doubt('LIST-COMPLETE', page, [[readOf(pet.id)]]);
}

/** How old an added pet was when a page was asked for. */
function describeAge({ addition }: OwnPet, page: PageEntry): string {
  const seconds = Math.floor((page.sentAt - addition.doneAt) / 1000);
  return seconds === 0 ? 'less than 1 s' : `${seconds} s`;
}

/** A complete page with a filter lists every pet with the status that pages of the same limit without a filter show (part 4.1). */
export function* judgeFiltered(catalogue: Catalogue): Iterable<RuleResult> {
  for (const status of PET_STATUSES) {
    const filtered = catalogue.pages.filter(({ query }) => query.status === status);
    for (const [limit, pages] of Map.groupBy(filtered, ({ query }) => pageLimit(query))) {
      const others = catalogue.allPages.filter((page) => isUnfiltered(page) && pageLimit(page.query) === limit);
      const compared = { requirement: 'LIST-STATUS-COMPLETE', pages, others, status } as const;
      const found = [...comparePages(catalogue, compared)];
      const lacked = found.filter((each) => each.kind === 'lacked');
      yield* found.filter((each) => each.kind === 'doubt');
      yield* judgeLacked(lacked);
      yield* judgeReplacement(catalogue, compared, lacked);
    }
  }
}

/** One violation for each page, whatever it lacks. */
function* judgeLacked(lacked: readonly LackedPet[]): Iterable<RuleResult> {
  for (const [first] of Map.groupBy(lacked, ({ page }) => page).values())
    if (first !== undefined)
      yield violated('LIST-STATUS-COMPLETE', first.id, evidenceOf(first), {
        expected: `pet ${describeId(first.id)} in the complete page filtered by its status`,
        actual: 'missing from that page, but in the unfiltered page',
      });
}

function evidenceOf({ before, after, page }: LackedPet): readonly HistoryEntry[] {
  return [before, after, page];
}

/** The list with a filter replaces `GET /pets/{petId}`: it finds the first pet of each status that the run added (part 9). */
function* judgeReplacement(
  catalogue: Catalogue,
  { pages, others, status }: Pick<ComparedPages, 'pages' | 'others' | 'status'>,
  lacked: readonly LackedPet[],
): Iterable<RuleResult> {
  for (const page of pages) {
    const found = page.pets.find((pet) => pet.status === status && isFound(catalogue, pet, page));
    if (found !== undefined) yield satisfied('DEPRECATION-REPLACEMENT', found.id, page);
  }
  const first = [...catalogue.own.values()].find(({ pet }) => pet.status === status);
  if (first === undefined) return;
  for (const each of lacked.filter(({ id }) => id === first.id)) yield replacementFails(first, evidenceOf(each));
  // The service may have moved it to another status.
  if (first.views.some(({ pet }) => pet.status !== status) || pages.some(({ query }) => query.limit !== LIMIT_MAX))
    return;
  const lacks = (page: PageEntry): boolean => presenceOn(catalogue, first, page) === 'missing';
  const [missing, lacking] = [others.find(lacks), pages.find(lacks)];
  if (missing !== undefined && lacking !== undefined) yield replacementFails(first, [first.addition, missing, lacking]);
}

function replacementFails({ pet }: OwnPet, evidence: readonly HistoryEntry[]): RuleResult {
  const expected = `pet ${describeId(pet.id)} on the page filtered by its status`;
  return violated('DEPRECATION-REPLACEMENT', pet.id, evidence, { expected, actual: 'missing' });
}

/** Whether the run has added the pet with its status, or read it by its id before. */
function isFound({ own, reads }: Catalogue, pet: Pet, page: PageEntry): boolean {
  if (own.has(pet.id)) return true;
  return (reads.get(pet.id) ?? []).some((read) => read.pet?.status === pet.status && read.doneAt <= page.sentAt);
}

/** The delays in milliseconds after which a page first showed an addition that an earlier page lacked. */
export function findDelays(catalogue: Catalogue): readonly number[] {
  return [...catalogue.own.values()].flatMap((own) => {
    const presences = catalogue.pages.filter(isUnfiltered).map((page) => ({
      sentAt: page.sentAt,
      presence: presenceOn(catalogue, withoutDelay(own), page),
    }));
    const missing = presences.findIndex(({ presence }) => presence === 'missing');
    const shown = presences.findIndex(({ presence }) => presence === 'shown');
    const first = presences[shown];
    return missing !== -1 && missing < shown && first !== undefined ? [Math.round(first.sentAt - own.from)] : [];
  });
}
