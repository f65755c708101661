import { describePets } from '../../contract/describe.ts';
import { LIMIT_DEFAULT } from '../../contract/operations.ts';
import { type Pet, PET_STATUSES, type PetStatus } from '../../contract/pet.ts';
import { listRequest } from '../operations/requests.ts';
import { PAGES_CUT_AT_WILL, tooFewPets } from '../catalogue/page.ts';
import { type Catalogue, MANY_LISTS, type OwnPet, type View } from './catalogue.ts';
import type { IndexedPage } from './presence.ts';
import { doubt, notApplicable, type RuleResult, satisfied, violated } from './rule.ts';

type KnownBefore = (at: number, status: PetStatus | undefined) => number;

/** How many pets that match a list were known before its request. A page proves its limit only if they are more than it allows. */
export function countKnown({ own, views }: Catalogue): KnownBefore {
  const changes = [...new Set([...own.keys(), ...views.keys()])].flatMap((id) =>
    statusChanges(own.get(id), views.get(id) ?? []),
  );
  return (at, status) => {
    const matches = (pet: Pet | undefined): number =>
      Number(pet !== undefined && (status === undefined || pet.status === status));
    const past = changes.filter((each) => each.at <= at);
    return past.reduce((count, { from, to }) => count + matches(to) - matches(from), 0);
  };
}

/** When a pet was known for the first time, and each time with another status. */
function statusChanges(own: OwnPet | undefined, views: readonly View[]) {
  const added = own === undefined ? [] : [{ pet: own.pet, entry: own.addition }];
  const shown = [...added, ...views];
  return shown.flatMap(({ pet, entry }, index) => {
    const from = shown[index - 1]?.pet;
    return from !== undefined && from.status === pet.status ? [] : [{ at: entry.doneAt, from, to: pet }];
  });
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
  for (const { page } of proofs) yield* satisfied('LIST-LIMIT-MAX', page.caseId, page);
  const least = pages.toSorted((one, other) => one.limit - other.limit)[0];
  if (proofs.length > 0 || least === undefined) return;
  const reason = tooFewPets(catalogue.profile, least);
  yield { kind: 'open', requirement: 'LIST-LIMIT-MAX', outcome: 'not-verified', reason, evidence: [least.page] };
}

/** The highest limit that a page proved, by filter (`none` without one). */
export function highestLimits(catalogue: Catalogue): Readonly<Record<string, number>> {
  const proven = limitedPages(catalogue).filter(({ page, limit, known }) => known > limit && page.makeshift === null);
  const groups = Map.groupBy(proven, ({ status }) => status ?? 'none');
  return Object.fromEntries([...groups].map(([filter, each]) => [filter, Math.max(...each.map(({ limit }) => limit))]));
}

/** A page without a limit, and the pages with the default limit before and after it. */
interface Comparison {
  readonly before: IndexedPage;
  readonly page: IndexedPage;
  readonly after: IndexedPage;
}

/** A page without a limit is as one with the default limit (parts 4.1 and 8). Others write and lists are late: a difference must last. */
export function* judgeDefaultLimit(catalogue: Catalogue): Iterable<RuleResult> {
  const knownBefore = countKnown(catalogue);
  let isDecided = false;
  let open: RuleResult | null = null;
  for (const status of [undefined, ...PET_STATUSES]) {
    const compared = comparisons(catalogue, status);
    const last = compared.at(-1);
    if (last === undefined) continue;
    const proof = compared.find((each) => isProof(knownBefore, each));
    if (proof !== undefined) yield* satisfied('LIST-LIMIT-DEFAULT', proof.page.caseId, proof.page);
    isDecided ||= proof !== undefined;
    const lasting = lastingDifference(catalogue, compared);
    if (lasting !== null) {
      isDecided = true;
      const { before, page, after } = lasting;
      yield violated('LIST-LIMIT-DEFAULT', page.caseId, [before, after, page], {
        expected: `${describePets(before.size)}, as with limit=${LIMIT_DEFAULT}`,
        actual: describePets(page.size),
        difference: { kind: 'count', expected: before.size, actual: page.size },
      });
    } else if (differs(catalogue, last)) {
      yield compareAgain(last.page, 1);
    } else yield* doubtsAboutPets(catalogue, compared);
    open ??= openFor(catalogue, knownBefore(last.page.sentAt, status), status, last.page);
  }
  if (isDecided || open === null) return;
  yield catalogue.caps.cutsAtWill ? notApplicable('LIST-LIMIT-DEFAULT', PAGES_CUT_AT_WILL) : open;
}

/** Why no page without a limit proves the default limit. */
function openFor({ profile }: Catalogue, known: number, status: PetStatus | undefined, page: IndexedPage): RuleResult {
  const reason =
    known > LIMIT_DEFAULT
      ? 'Pages with the default limit and without a limit differ, but a cap on their bytes may explain that.'
      : tooFewPets(profile, { known, limit: LIMIT_DEFAULT, status });
  return { kind: 'open', requirement: 'LIST-LIMIT-DEFAULT', outcome: 'not-verified', reason, evidence: [page] };
}

/** A page that lacks an old pet of this run, or the last of successive comparisons that differ for the settling time. */
function lastingDifference(catalogue: Catalogue, compared: readonly Comparison[]): Comparison | null {
  let first: Comparison | null = null;
  for (const each of compared) {
    const lacked = lackedBy(catalogue, each);
    if (lacked !== undefined && each.page.sentAt >= lacked.settlesAt) return each;
    first = differs(catalogue, each) ? (first ?? each) : null;
    if (first !== null && each.page.sentAt >= first.page.sentAt + catalogue.settlingTime) return each;
  }
  return null;
}

/** A pet of this run comes and goes: read many lists when it must be on each. */
function* doubtsAboutPets(catalogue: Catalogue, compared: readonly Comparison[]): Iterable<RuleResult> {
  const lacking = compared.findLast((each) => lackedBy(catalogue, each) !== undefined);
  const lacked = lacking === undefined ? undefined : lackedBy(catalogue, lacking);
  if (lacking === undefined || lacked === undefined) return;
  const { settlesAt } = lacked;
  if (compared.filter(({ page }) => page.sentAt >= settlesAt).length >= MANY_LISTS) return;
  yield compareAgain(lacking.page, MANY_LISTS, settlesAt);
}

/** A doubt that asks for lists without a limit, between two with the default limit. */
function compareAgain(page: IndexedPage, lists: number, notBefore?: number): RuleResult {
  const { limit: _, ...filter } = page.query;
  const limited = [listRequest({ ...filter, limit: LIMIT_DEFAULT })];
  const between = Array.from({ length: lists }, () => listRequest(filter));
  return doubt('LIST-LIMIT-DEFAULT', page, [limited, between, limited], notBefore);
}

function comparisons({ pages }: Catalogue, status: PetStatus | undefined): readonly Comparison[] {
  const own = pages.filter(({ query }) => query.status === status);
  const limited = own.filter(({ query }) => query.limit === LIMIT_DEFAULT);
  return own
    .filter(({ query }) => query.limit === undefined)
    .flatMap((page) => {
      // Only a case that compares pages reads them one after another.
      const compared = limited.filter(({ caseId, attempt }) => caseId === page.caseId && attempt === page.attempt);
      const before = compared.findLast((each) => each.doneAt <= page.sentAt);
      const after = compared.find((each) => each.sentAt >= page.doneAt);
      return before === undefined || after === undefined ? [] : [{ before, page, after }];
    });
}

/** Whether equal sizes prove the default limit: more pets were known than it allows. */
function isProof(knownBefore: KnownBefore, { before, page, after }: Comparison): boolean {
  const isEqual = before.size === page.size && after.size === page.size;
  return isEqual && knownBefore(before.sentAt, page.query.status) > LIMIT_DEFAULT;
}

/** Whether the page is unlike the others, which are alike, or lacks a pet of this run that both show. */
function differs(catalogue: Catalogue, each: Comparison): boolean {
  const { before, page, after } = each;
  const isShorter = page.size < before.size;
  if (isShorter ? !isCutByDefault(catalogue, each) : page.size <= LIMIT_DEFAULT && catalogue.caps.cutsAtWill)
    return false;
  if (before.size === after.size) return page.size !== before.size;
  return lackedBy(catalogue, each) !== undefined;
}

/** Whether the default limit alone explains a shorter page. A cap in bytes may hold other pets on one page than on another. */
function isCutByDefault({ caps }: Catalogue, { before, page }: Comparison): boolean {
  const startsAlike = page.pets.every(({ id }, index) => id === before.pets[index]?.id);
  return caps.isBelow(page, page.doneAt) || (startsAlike && page.size > 0 && !caps.cutsAtWill);
}

/** A pet of this run that both other pages show. A page that is as long as they are may be capped as they are. */
function lackedBy({ caps, own }: Catalogue, { before, page, after }: Comparison): OwnPet | undefined {
  if (!caps.isBelow(page, page.doneAt) || page.size >= Math.min(LIMIT_DEFAULT, before.size, after.size))
    return undefined;
  const lacked = before.pets.find(({ id }) => own.has(id) && after.byId.has(id) && !page.byId.has(id));
  return lacked === undefined ? undefined : own.get(lacked.id);
}
