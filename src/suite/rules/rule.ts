import type { TestableId } from '../../contract/requirements.ts';
import type { UnsentRequest } from '../api-request.ts';
import type { Entry } from '../history.ts';
import type { GivenReason } from '../reasons.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * What a rule finds in the history of a run. `about` is what it judged, such as a pet: if a second try finds the opposite about
 * the same, a violation is unstable.
 */
export type RuleResult =
  | { readonly kind: 'satisfied'; readonly requirement: TestableId; readonly about: string; readonly entry: Entry }
  | {
      readonly kind: 'violated';
      readonly requirement: TestableId;
      readonly about: string;
      readonly expected: string;
      readonly actual: string;
      readonly pointer?: string;
      /** The last one was judged. */
      readonly evidence: readonly Entry[];
    }
  /** The history does not decide it. */
  | {
      readonly kind: 'open';
      readonly requirement: TestableId;
      readonly outcome: 'not-verified' | 'not-applicable';
      readonly reason: GivenReason;
      readonly evidence: readonly Entry[];
    }
  | Doubt;

/** What further requests may decide. */
export interface Doubt {
  readonly kind: 'doubt';
  readonly requirement: TestableId;
  /** The entry that raised it. Its case sends the requests. */
  readonly entry: Entry;
  /** What is sent, step by step. The requests of a step are sent at once. */
  readonly steps: readonly (readonly UnsentRequest[])[];
  /** When the requests can decide it, in milliseconds on the clock of the run. Default: at any time. */
  readonly notBefore?: number;
}

/** A catalogue rule: it judges the whole history, and knows all that came before and after. */
export type CatalogueRule = (catalogue: Catalogue) => Iterable<RuleResult>;

/** The entry shows that the requirement holds. A response with the wrong success verifies nothing. */
export function* satisfied(requirement: TestableId, about: unknown, entry: Entry): Iterable<RuleResult> {
  if (entry.wrongSuccess === null) yield { kind: 'satisfied', requirement, about: String(about), entry };
}

/** The entries show that the requirement is violated. */
export function violated(
  requirement: TestableId,
  about: unknown,
  evidence: readonly Entry[],
  finding: { readonly expected: string; readonly actual: string; readonly pointer?: string },
): RuleResult {
  return { kind: 'violated', requirement, about: String(about), evidence, ...finding };
}

/** The requirement does not apply to what the history shows. */
export function notApplicable(
  requirement: TestableId,
  reason: GivenReason,
  evidence: readonly Entry[] = [],
): RuleResult {
  return { kind: 'open', requirement, outcome: 'not-applicable', reason, evidence };
}

/** Further requests may decide the requirement. */
export function doubt(requirement: TestableId, entry: Entry, steps: Doubt['steps'], notBefore?: number): Doubt {
  return { kind: 'doubt', requirement, entry, steps, ...(notBefore === undefined ? {} : { notBefore }) };
}
