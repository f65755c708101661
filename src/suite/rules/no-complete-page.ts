import { petsNotListed } from '../reasons.ts';
import type { PageEntry } from '../history.ts';
import { type Catalogue, isUnfiltered, type OwnPet } from './catalogue.ts';
import { presenceOn, withoutDelay } from './presence.ts';
import { notApplicable, type RuleResult } from './rule.ts';

/** Names what stays open because no page is complete, as in a large catalogue (our reading of part 4.1). */
export function* judgeNoCompletePage(catalogue: Catalogue): Iterable<RuleResult> {
  const { pages, own, phase, caps } = catalogue;
  if (own.size === 0) return;
  const reason = caps.whyNotComplete;
  const unfiltered = pages.filter(isUnfiltered);
  const filtered = pages.filter((page) => !isUnfiltered(page));
  const showsOwn = (page: PageEntry): boolean => [...own.keys()].some((id) => page.ids.has(id));
  const lacksFiltered = lacksCompletePage(catalogue, filtered);
  const lacksUnfiltered = lacksCompletePage(catalogue, unfiltered);
  if (lacksUnfiltered) yield notApplicable('LIST-COMPLETE', reason, unfiltered.slice(-1));
  // A filtered page is compared with an unfiltered one that shows the pet, or is complete.
  if (lacksFiltered || (lacksUnfiltered && !unfiltered.some(showsOwn)))
    yield notApplicable('LIST-STATUS-COMPLETE', reason, filtered.slice(-1));
  // Before the removal, a read of a listed pet decides about the replacement.
  if (phase !== 'before' && lacksFiltered) yield notApplicable('DEPRECATION-REPLACEMENT', reason, filtered.slice(-1));
  const unlisted = [...own.values()].filter((pet) => isUnlisted(catalogue, pet));
  if (unlisted.length === 0) return;
  const why = petsNotListed(unlisted.length, own.size);
  for (const requirement of ['CREATE-STORED', 'LIST-SAME', 'LIST-STATUS-FILTER'] as const)
    yield notApplicable(requirement, why, pages.slice(-1));
}

/** Whether no page shows the pet, and none would have to. Then the run does not see how lists show it, a second copy of it, or a filter that wrongly lets it pass. */
function isUnlisted(catalogue: Catalogue, own: OwnPet): boolean {
  return !catalogue.allPages.some((page) => {
    const presence = presenceOn(catalogue, withoutDelay(own), page);
    const mustShow = isUnfiltered(page) || page.query.status === own.pet.status;
    return presence === 'shown' || (presence === 'missing' && mustShow);
  });
}

/** Whether none of these pages is complete after an addition of the run. */
function lacksCompletePage({ own, caps }: Catalogue, pages: readonly PageEntry[]): boolean {
  const first = Math.min(...[...own.values()].map(({ from }) => from));
  return !pages.some((page) => caps.isComplete(page) && page.sentAt >= first);
}
