import { LIMIT_MAX } from '../../contract/operations.ts';
import { listPath, pageLimit, type UnsentRequest } from '../api-request.ts';
import { listRequest } from '../operations/requests.ts';
import type { PageEntry } from '../history.ts';
import { type Catalogue, completeness, isAfter, type OwnPet } from './catalogue.ts';
import { doubt, type RuleResult, violated } from './rule.ts';
import { describeId } from '../responses/text-ids.ts';

/** Fewer pets have the same order by chance. */
const LEAST_PETS = 3;

/**
 * A full page that was returned before an addition is not returned again (part 4.1). A page with another limit proves that the pet
 * belongs on it: it shows the pet within the limit of the earlier page, and the pets of others in the same order.
 */
export function* judgeStale(catalogue: Catalogue): Iterable<RuleResult> {
  for (const pages of Map.groupBy(catalogue.pages, ({ query }) => listPath(query)).values()) {
    const [earlier, ...later] = pages;
    if (earlier === undefined || earlier.size < Math.max(LEAST_PETS, pageLimit(earlier.query))) continue;
    // A page that differs was not returned again since then.
    const same = later.slice(later.findLastIndex((page) => !isSamePage(page, earlier)) + 1);
    if (same.length > 0) yield* judgeRepeated(catalogue, earlier, same);
  }
}

function* judgeRepeated(catalogue: Catalogue, earlier: PageEntry, same: readonly PageEntry[]): Iterable<RuleResult> {
  const requirement = completeness(earlier);
  const fresh = catalogue.pages.filter((page) => isFresh(catalogue, page, earlier));
  let found: RuleResult | null = null;
  // Later additions may push an earlier pet off the page.
  for (const own of [...catalogue.own.values()].toReversed()) {
    const { pet, addition, settlesAt } = own;
    const proofs = fresh.filter((page) => belongs(own, page, earlier));
    const [proof] = proofs;
    if (proof === undefined || addition.sentAt < earlier.doneAt) continue;
    // Another client may have removed the pet in the meantime.
    const stale = same.find((page) => page.sentAt >= settlesAt && proofs.some(({ sentAt }) => sentAt >= page.doneAt));
    if (stale !== undefined)
      return yield violated(requirement, pet.id, [earlier, proof, stale], {
        expected: `pet ${describeId(pet.id)}, as on the page ${listPath(proof.query)}`,
        actual: 'the page that was returned before the pet was added',
      });
    if (same.some((page) => isAfter(page, addition)))
      found ??= doubt(
        requirement,
        earlier,
        [[listRequest(earlier.query)], [otherLimit(catalogue, earlier)]],
        settlesAt,
      );
  }
  if (found !== null) yield found;
}

/** The list of a page with another limit: the largest that the run has not asked for with its filter, since others may be cached. */
function otherLimit({ pages }: Catalogue, { query }: PageEntry): UnsentRequest {
  const alike = pages.filter((page) => page.query.status === query.status);
  const asked = new Set(alike.map((page) => pageLimit(page.query)));
  const limits = Array.from({ length: LIMIT_MAX }, (_, index) => LIMIT_MAX - index);
  const others = limits.filter((limit) => limit !== pageLimit(query));
  return listRequest({ ...query, limit: others.find((limit) => !asked.has(limit)) ?? others[0] ?? LIMIT_MAX });
}

/** Whether a page has the same filter and another limit, and shows the pets of others in the order of the earlier page. */
function isFresh({ own }: Catalogue, page: PageEntry, earlier: PageEntry): boolean {
  const { query } = earlier;
  if (page.query.status !== query.status || pageLimit(page.query) === pageLimit(query)) return false;
  const [others = [], before = []] = [page, earlier].map(({ pets }) => pets.filter(({ id }) => !own.has(id)));
  const length = Math.min(others.length, before.length);
  return length >= LEAST_PETS && others.slice(0, length).every(({ id }, index) => id === before[index]?.id);
}

/** Whether a page that was requested after the addition of a pet shows the pet within the limit of the earlier page. */
function belongs({ pet, addition }: OwnPet, page: PageEntry, earlier: PageEntry): boolean {
  // Elements that mean no pet may stand before it.
  const last = pageLimit(earlier.query) - (page.size - page.pets.length);
  const index = page.pets.findIndex(({ id }) => id === pet.id);
  return isAfter(page, addition) && index >= 0 && index < last;
}

function isSamePage({ size, pets }: PageEntry, other: PageEntry): boolean {
  return size === other.size && pets.every(({ id }, index) => id === other.pets[index]?.id);
}
