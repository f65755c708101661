import { NO_COMPLETE_PAGE, NO_OWN_PET_LISTED, PAGES_CUT_AT_WILL } from '../catalogue/page.ts';
import type { PageEntry } from '../history.ts';
import { type Catalogue, isAfter, isUnfiltered } from './catalogue.ts';
import { notApplicable, type RuleResult } from './rule.ts';

/** Names what a large catalogue leaves open, because each page is cut (our reading of part 4.1). */
export function* judgeCutPages(catalogue: Catalogue): Iterable<RuleResult> {
  const { pages, own, phase, caps } = catalogue;
  if (own.size === 0) return;
  const reason = caps.cutsAtWill ? PAGES_CUT_AT_WILL : NO_COMPLETE_PAGE;
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
  if (pages.some(showsOwn) || !lacksCompletePage(catalogue, pages)) return;
  for (const requirement of ['LIST-SAME', 'LIST-STATUS-FILTER'] as const)
    yield notApplicable(requirement, NO_OWN_PET_LISTED, pages.slice(-1));
}

/** Whether none of these pages is complete after an addition of the run. */
function lacksCompletePage({ own, caps }: Catalogue, pages: readonly PageEntry[]): boolean {
  const additions = [...own.values()].map(({ addition }) => addition);
  return !pages.some((page) => caps.isComplete(page) && additions.some((addition) => isAfter(page, addition)));
}
