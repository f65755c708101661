import { NO_COMPLETE_PAGE, NO_OWN_PET_LISTED, PAGES_CUT_AT_WILL } from '../catalogue/page.ts';
import { type Catalogue, filteredPages, lacksCompletePage } from './catalogue.ts';
import { notApplicable, type RuleResult } from './rule.ts';

/** Names what a large catalogue leaves open, because each page is cut (our reading of part 4.1). */
export function* judgeCutPages(catalogue: Catalogue): Iterable<RuleResult> {
  const { pages, own, phase, caps } = catalogue;
  const filtered = filteredPages(catalogue);
  // Before the removal, a read of a listed pet decides about the replacement.
  if (phase !== 'before' && lacksCompletePage(catalogue, filtered)) {
    const reason = caps.cutsAtWill ? PAGES_CUT_AT_WILL : NO_COMPLETE_PAGE;
    yield notApplicable('DEPRECATION-REPLACEMENT', reason, filtered.slice(-1));
  }
  const isListed = pages.some(({ byId }) => [...byId.keys()].some((id) => own.has(id)));
  if (isListed || !lacksCompletePage(catalogue, pages)) return;
  for (const requirement of ['LIST-SAME', 'LIST-STATUS-FILTER'] as const)
    yield notApplicable(requirement, NO_OWN_PET_LISTED, pages.slice(-1));
}
