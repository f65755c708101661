import { LIMIT_MAX } from '../../contract/operations.ts';
import { PET_STATUSES, type Pet } from '../../contract/pet.ts';
import { type ListQuery, pageLimit } from '../api-request.ts';
import type { Entry, PageEntry } from '../history.ts';
import {
  type Catalogue,
  completeness,
  isInUse,
  isUnfiltered,
  onlyListsShow,
  type OwnPet,
  readOf,
} from './catalogue.ts';
import { comparePages, doubtsAbout } from './compared-pages.ts';
import { presenceOn } from './presence.ts';
import { doubt, type RuleResult, satisfied, violated } from './rule.ts';
import { describeId } from '../responses/text-ids.ts';
import { hasRunName } from '../execution/run-names.ts';

/** Added pets are stored and listed (parts 4.1 and 4.2). Only a complete page after the settling time proves that one is missing. */
export function* judgeListed(catalogue: Catalogue): Iterable<RuleResult> {
  for (const own of catalogue.own.values()) yield* judgeOwnListed(catalogue, own);
  if (!catalogue.mayHaveAddedTwice) yield* judgeStoredOnce(catalogue);
  const { own, views } = catalogue;
  for (const page of catalogue.pages) {
    const { pets, query, sentAt } = page;
    const belongs = ({ status }: Pet): boolean => query.status === undefined || status === query.status;
    const firstShown = ({ id }: Pet): Entry | undefined => own.get(id)?.addition ?? views.get(id)?.[0]?.entry;
    const known = pets.find((pet) => belongs(pet) && (firstShown(pet)?.doneAt ?? Infinity) <= sentAt);
    if (known !== undefined) yield satisfied(completeness(page), known.id, page);
  }
}

/** An own pet is on every complete page without a filter, and a read returns it. */
function* judgeOwnListed(catalogue: Catalogue, own: OwnPet): Iterable<RuleResult> {
  const { pet, addition } = own;
  const shown = own.views.find(({ entry }) => entry.makeshift === null) ?? own.views[0];
  if (shown !== undefined) yield satisfied('CREATE-STORED', pet.id, shown.entry, addition);
  const pages = catalogue.pages.filter(isUnfiltered);
  const lacking = pages.find((page) => presenceOn(catalogue, own, page) === 'missing');
  if (lacking !== undefined) yield* judgeMissing(catalogue, own, lacking);
  else yield* doubtsAbout(catalogue, { requirement: 'LIST-COMPLETE', pages, again, beside }, own);
}

/** So many pets a run adds before its names depend on an id. Until then, another run with the same seed sends the same names. */
const EARLY_PETS = 2;

/** A request adds one pet (part 4.2): no page shows more pets with a name of the run than requests had the name. */
function* judgeStoredOnce({ entries, own, pages }: Catalogue): Iterable<RuleResult> {
  const additions = [...own.values()].map(({ addition }) => addition);
  const early = additions.slice(0, EARLY_PETS).map(({ pet }) => pet.name);
  const byName = new Map(additions.map((addition) => [addition.request.pet?.name ?? '', addition]));
  const sent = Map.groupBy(entries, ({ request }) => request.pet?.name ?? '');
  for (const [name, addition] of byName) {
    if (!hasRunName(name) || early.includes(name) || addition.attempt === 'soak') continue;
    const isNamesake = (pet: Pet): boolean => pet.name === name && (own.get(pet.id)?.pet.name ?? name) === name;
    for (const page of pages.filter(({ ids }) => ids.has(addition.pet.id))) {
      const ids = [...new Set(page.pets.filter(isNamesake).map(({ id }) => id))];
      if (ids.length <= (sent.get(name)?.length ?? 0)) continue;
      yield violated('CREATE-STORED', addition.pet.id, [addition, page], {
        expected: `pet ${describeId(addition.pet.id)} stored once`,
        actual: `a page with ${ids.length} pets of its name: ${ids.map(describeId).join(', ')}`,
      });
      break;
    }
  }
}

/** A pet that a complete page lacks: a read shows whether the service lost it, or only does not list it. */
function* judgeMissing(catalogue: Catalogue, { pet, addition }: OwnPet, page: PageEntry): Iterable<RuleResult> {
  const { reads, phase } = catalogue;
  const later = (reads.get(pet.id) ?? []).filter(({ sentAt }) => sentAt >= page.sentAt);
  // From the day of the removal, a read shows nothing.
  const lost =
    phase === 'before' && !onlyListsShow(catalogue)
      ? later.find(({ status }) => status === 404 || (status === 410 && isInUse(catalogue)))
      : undefined;
  const expected = `pet ${describeId(pet.id)}, added by this run, in a complete page`;
  if (lost !== undefined) {
    const actual = 'missing from that page, and GET /pets/{petId} does not return it';
    yield violated('CREATE-STORED', pet.id, [addition, lost, page], { expected, actual });
  } else if (later.length > 0 || phase !== 'before')
    yield violated('LIST-COMPLETE', pet.id, [addition, page], { expected, actual: 'missing there' });
  else yield doubt('LIST-COMPLETE', page, [[readOf(pet.id)]]);
}

/** A complete page with a filter lists every pet with the status that pages of the same limit without a filter show (part 4.1). */
export function* judgeFiltered(catalogue: Catalogue): Iterable<RuleResult> {
  for (const status of PET_STATUSES) {
    const first = [...catalogue.own.values()].find(({ pet }) => pet.status === status);
    const groups = Map.groupBy(
      catalogue.pages.filter(({ query }) => query.status === status),
      ({ query }) => pageLimit(query),
    );
    for (const [limit, pages] of groups) {
      const others = catalogue.pages.filter((page) => isUnfiltered(page) && pageLimit(page.query) === limit);
      yield* judgeReplacement(catalogue, first, pages, others);
      const compared = { requirement: 'LIST-STATUS-COMPLETE', pages, others, status, again, beside } as const;
      const violating = new Set<PageEntry>();
      for (const each of comparePages(catalogue, compared)) {
        if (each.kind === 'doubt') {
          yield each;
          continue;
        }
        const { id, before, after, page } = each;
        const evidence = [before, after, page];
        if (!violating.has(page))
          yield violated('LIST-STATUS-COMPLETE', id, evidence, {
            expected: `pet ${describeId(id)} in the complete page filtered by its status`,
            actual: 'missing from that page, but in the unfiltered page',
          });
        violating.add(page);
        if (id === first?.pet.id) yield replacementFails(first, evidence);
      }
    }
  }
}

/** The list of a page. In a large catalogue, the largest page says most. */
function again({ query }: PageEntry): ListQuery {
  return { limit: LIMIT_MAX, ...query };
}

/** The list without the filter of a page, with its limit. */
function beside({ query }: PageEntry): ListQuery {
  return query.limit === undefined ? {} : { limit: query.limit };
}

/** The list with a filter replaces `GET /pets/{petId}`: it finds the first pet of each status that the run added (part 9). */
function* judgeReplacement(
  catalogue: Catalogue,
  first: OwnPet | undefined,
  pages: readonly PageEntry[],
  unfiltered: readonly PageEntry[],
): Iterable<RuleResult> {
  for (const page of pages) {
    const found = page.pets.find((pet) => pet.status === page.query.status && isFound(catalogue, pet, page));
    if (found !== undefined) yield satisfied('DEPRECATION-REPLACEMENT', found.id, page);
  }
  if (first === undefined || pages.some(({ query }) => query.limit !== LIMIT_MAX)) return;
  const { pet, addition, views } = first;
  // The service may have moved it to another status.
  if (views.some((view) => view.pet.status !== pet.status)) return;
  const lacks = (page: PageEntry): boolean => presenceOn(catalogue, first, page) === 'missing';
  const [missing, lacking] = [unfiltered.find(lacks), pages.find(lacks)];
  if (missing !== undefined && lacking !== undefined) yield replacementFails(first, [addition, missing, lacking]);
}

function replacementFails({ pet }: OwnPet, evidence: readonly Entry[]): RuleResult {
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
    const due = catalogue.pages.filter((page) => isUnfiltered(page) && presenceOn(catalogue, own, page) !== 'open');
    const lacking = due.findIndex((page) => !page.ids.has(own.id) && catalogue.caps.isComplete(page));
    const shown = due.findIndex((page) => page.ids.has(own.id));
    const first = due[shown];
    return lacking !== -1 && lacking < shown && first !== undefined ? [Math.round(first.sentAt - own.from)] : [];
  });
}
