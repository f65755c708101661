import type { TestableId } from '../../contract/requirements.ts';
import type { Entry } from '../history.ts';
import { readCatalogue, type Catalogue, type Terms } from './catalogue.ts';
import { judgeCutPages } from './cut-pages.ts';
import { judgeIds } from './ids.ts';
import { judgeDefaultLimit, judgeLimits } from './limits.ts';
import { judgeFiltered, judgeListed } from './listed.ts';
import { judgeReads } from './reads.ts';
import { judgeRejectedBodies } from './rejected-bodies.ts';
import type { CatalogueRule, Doubt, RuleResult } from './rule.ts';
import { judgeOtherPetsSame, judgeOwnPetsSame } from './same.ts';
import { judgeStale } from './stale.ts';
import { judgeValidKey } from './valid-key.ts';

/** The rules that judge the whole history of a run. */
const CATALOGUE_RULES: readonly CatalogueRule[] = [
  judgeValidKey,
  judgeIds,
  judgeListed,
  judgeFiltered,
  judgeStale,
  judgeOwnPetsSame,
  judgeOtherPetsSame,
  judgeReads,
  judgeRejectedBodies,
  judgeLimits,
  judgeDefaultLimit,
  judgeCutPages,
];

/** What the catalogue rules find in a history. */
export interface JudgedHistory {
  readonly catalogue: Catalogue;
  readonly results: readonly Exclude<RuleResult, Doubt>[];
  /** Doubts about requirements that are not violated yet. */
  readonly doubts: readonly Doubt[];
  readonly violated: ReadonlySet<TestableId>;
}

/** They rest on complete pages, and a later page may show that the service cuts pages as it likes. Until then they are open. */
const DECIDED_AT_END: ReadonlySet<TestableId> = new Set([
  'LIST-COMPLETE',
  'LIST-STATUS-COMPLETE',
  'LIST-LIMIT-DEFAULT',
  'CREATE-STORED',
  'DEPRECATION-REPLACEMENT',
]);

/** The violated requirements that no later request can change. */
export function finalViolations({ violated }: Pick<JudgedHistory, 'violated'>): readonly TestableId[] {
  return [...violated].filter((requirement) => !DECIDED_AT_END.has(requirement));
}

/** Judges a history by all catalogue rules. Pure: the same history gives the same results. */
export function judgeHistory(entries: readonly Entry[], terms: Terms): JudgedHistory {
  const catalogue = readCatalogue(entries, terms);
  const all = CATALOGUE_RULES.flatMap((rule) => [...rule(catalogue)]);
  const results = all.filter((each) => each.kind !== 'doubt');
  const violated = new Set(results.flatMap((each) => (each.kind === 'violated' ? [each.requirement] : [])));
  const doubts = all.filter((each) => each.kind === 'doubt').filter(({ requirement }) => !violated.has(requirement));
  return { catalogue, results, doubts, violated };
}
