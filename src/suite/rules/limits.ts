import { counted } from '../../contract/describe.ts';
import { LIMIT_DEFAULT } from '../../contract/operations.ts';
import { PET_STATUSES, type PetStatus } from '../../contract/pet.ts';
import { TRUNCATED_PAGE, type GivenReason, tooFewPets } from '../reasons.ts';
import { isAddition, isPage, type PageEntry } from '../history.ts';
import { describeStatus } from '../responses/response.ts';
import { type Catalogue, isUnfiltered, type OwnPet, type View } from './catalogue.ts';
import { comparePages, type LackedPet } from './compared-pages.ts';
import { findPageCaps } from './presence.ts';
import { notApplicable, notVerified, preferDecided, type RuleResult, satisfied, violated } from './rule.ts';

/** How many pets that match a list were known before its request. A page proves its limit only if they are more than it allows. */
export function countKnown({ own, views }: Catalogue) {
  const ids = new Set([...own.keys(), ...views.keys()]);
  const pets = [...ids].map((id) => statusChanges(own.get(id), views.get(id) ?? []));
  return (at: number, status: PetStatus | undefined): number => {
    const last = pets.flatMap((changes) => changes.findLast(({ entry }) => entry.doneAt <= at) ?? []);
    return last.filter(({ pet }) => status === undefined || pet.status === status).length;
  };
}

/** The first view of a pet, and each that shows another status than the one before. */
function statusChanges(own: OwnPet | undefined, views: readonly View[]): readonly View[] {
  const added = own === undefined ? [] : [{ pet: own.pet, entry: own.addition }];
  const shown = [...added, ...views];
  return shown.filter(({ pet }, index) => index === 0 || shown[index - 1]?.pet.status !== pet.status);
}

/** The pages with a limit, and how many matches were known before each. */
function limitedPages(catalogue: Catalogue) {
  const knownBefore = countKnown(catalogue);
  return catalogue.pages.flatMap((page) => {
    const { limit, status } = page.query;
    if (limit === undefined || page.size > limit) return [];
    return [{ page, limit, status, known: knownBefore(page.sentAt, status) }];
  });
}

/** Some page proves its limit (parts 4.1 and 8). A response rule judges pages that hold too many. */
export function* judgeLimits(catalogue: Catalogue): Iterable<RuleResult> {
  const pages = limitedPages(catalogue);
  const proofs = pages.filter(({ limit, known }) => known > limit);
  for (const { page } of proofs) yield satisfied('LIST-LIMIT-MAX', page.caseId, page);
  const least = pages.toSorted((one, other) => one.limit - other.limit)[0];
  if (proofs.length > 0 || least === undefined) return;
  yield notVerified('LIST-LIMIT-MAX', tooFewPets(catalogue, least, notAdded(catalogue)), [least.page]);
}

/** What the last addition of a valid pet got; null if that was a pet, or if the run sent none. */
function notAdded({ entries }: Catalogue): string | null {
  const last = entries.findLast(
    ({ request: { pet, expects }, status }) =>
      pet !== undefined && expects.includes(201) && !(status === 400 && expects.includes(status)),
  );
  if (last === undefined || isAddition(last)) return null;
  return last.status === null ? 'no response' : describeStatus({ status: last.status });
}

/** The highest limit that a page proved, by filter (`none` without one). */
export function highestLimits(catalogue: Catalogue): Readonly<Record<string, number>> {
  const proven = limitedPages(catalogue).filter(({ page, limit, known }) => known > limit && page.makeshift === null);
  const groups = Map.groupBy(proven, ({ status }) => status ?? 'none');
  return Object.fromEntries([...groups].map(([filter, each]) => [filter, Math.max(...each.map(({ limit }) => limit))]));
}

/** A page without a limit is as one with the default limit (parts 4.1 and 8). A response rule judges pages that hold too many. */
export function* judgeDefaultLimit(catalogue: Catalogue): Iterable<RuleResult> {
  const knownBefore = countKnown(catalogue);
  const results = [undefined, ...PET_STATUSES].flatMap((status) => [
    ...judgeWithoutLimit(catalogue, status, (page) => knownBefore(page.sentAt, status)),
  ]);
  yield* preferDecided(results);
}

/** Compares the pages without a limit with those of the default limit, with one filter. `known`: how many matches were known before a page. */
function* judgeWithoutLimit(
  catalogue: Catalogue,
  status: PetStatus | undefined,
  known: (page: PageEntry) => number,
): Iterable<RuleResult> {
  const listed = catalogue.pages.filter(({ query }) => query.status === status);
  const others = listed.filter(({ query }) => query.limit === LIMIT_DEFAULT);
  const pages = listed
    .filter(({ query }) => query.limit === undefined)
    .map((page): PageEntry => ({ ...page, query: { ...page.query, limit: LIMIT_DEFAULT } }));
  const compared = { requirement: 'LIST-LIMIT-DEFAULT', pages, others, status: undefined } as const;
  const own = status === undefined ? withoutFilters(catalogue) : catalogue;
  for (const each of comparePages(own, compared)) {
    if (each.kind === 'doubt') yield each;
    // A page that is as long as the others may be capped as they are.
    else if (each.page.size < Math.min(each.before.size, each.after.size)) yield lacksPet(each);
  }
  const last = catalogue.allPages.findLast(({ query }) => query.status === status && query.limit === undefined);
  if (last === undefined || others.length === 0) return;
  const proof = pages.find((page) => {
    const before = equalBefore(page, others);
    return before !== null && known(before) > LIMIT_DEFAULT;
  });
  if (proof === undefined) yield openFor(catalogue, known(last), status, last);
  else yield satisfied('LIST-LIMIT-DEFAULT', proof.caseId, proof);
}

/** The page just before, if it has as many pets, and the one just after has too; else null. */
function equalBefore(page: PageEntry, others: readonly PageEntry[]): PageEntry | null {
  const before = others.findLast(({ doneAt }) => doneAt <= page.sentAt);
  const after = others.find(({ sentAt }) => sentAt >= page.doneAt);
  return before?.size === page.size && after?.size === page.size ? before : null;
}

/** A service that cuts pages before it filters them makes filtered pages short. That says nothing about the others. */
function withoutFilters(catalogue: Catalogue): Catalogue {
  const unfiltered = catalogue.entries.filter((entry) => !isPage(entry) || isUnfiltered(entry));
  return { ...catalogue, caps: findPageCaps(unfiltered) };
}

function lacksPet({ page, before, after }: LackedPet): RuleResult {
  return violated('LIST-LIMIT-DEFAULT', page.caseId, [before, after, page], {
    expected: `${counted(before.size, 'pet')}, as with limit=${LIMIT_DEFAULT}`,
    actual: counted(page.size, 'pet'),
    difference: { kind: 'count', expected: before.size, actual: page.size },
  });
}

/** Why no page without a limit proves the default limit. */
function openFor(catalogue: Catalogue, known: number, status: PetStatus | undefined, page: PageEntry): RuleResult {
  const { cutsAtWill, whyNotComplete } = catalogue.caps;
  if (cutsAtWill) return notApplicable('LIST-LIMIT-DEFAULT', whyNotComplete);
  const few = tooFewPets(catalogue, { known, limit: LIMIT_DEFAULT, status }, notAdded(catalogue));
  const reason = known > LIMIT_DEFAULT ? whyUnproven(page) : few;
  return notVerified('LIST-LIMIT-DEFAULT', reason, [page]);
}

/** Why the last page without a limit proves nothing, although enough pets are known. */
function whyUnproven({ isTruncated }: PageEntry): GivenReason {
  return isTruncated
    ? { reason: TRUNCATED_PAGE, cause: 'wrong-response' }
    : 'Pages with the default limit and without a limit differ, but a cap on their bytes may explain that.';
}
