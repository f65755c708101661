import type { TestableId } from '../../contract/requirements.ts';
import type { UnsentRequest } from '../api-request.ts';
import type { HistoryEntry } from '../history.ts';
import type { GivenReason } from '../reasons.ts';
import type { ExpectedAndActual } from '../judge.ts';
import type { Catalogue } from './catalogue.ts';

/** What a rule finds. `subject` is what it judged, such as a pet: a violation is unstable if a second try finds the opposite about it. */
export type RuleResult =
  | {
      readonly kind: 'satisfied';
      readonly requirement: TestableId;
      readonly subject: string;
      readonly entry: HistoryEntry;
    }
  /** The entry would satisfy it, but was read makeshift. */
  | { readonly kind: 'unproven'; readonly requirement: TestableId; readonly entry: HistoryEntry }
  /** The last response was judged. */
  | (ExpectedAndActual<HistoryEntry> & {
      readonly kind: 'violated';
      readonly requirement: TestableId;
      readonly subject: string;
    })
  /** The history does not decide it. */
  | {
      readonly kind: 'undecided';
      readonly requirement: TestableId;
      readonly outcome: 'not-verified' | 'not-applicable';
      readonly reason: GivenReason;
      readonly evidence: readonly HistoryEntry[];
    }
  | Doubt;

/** What further requests may decide. */
export interface Doubt {
  readonly kind: 'doubt';
  readonly requirement: TestableId;
  /** The entry that raised it. Its case sends the requests. */
  readonly entry: HistoryEntry;
  /** What is sent, step by step. The requests of a step are sent at once. */
  readonly steps: readonly (readonly UnsentRequest[])[];
  /** When the requests can decide it, in milliseconds on the clock of the run. Default: at any time. */
  readonly notBefore?: number;
}

/** A catalogue rule: it judges the whole history, and knows all that came before and after. */
export type CatalogueRule = (catalogue: Catalogue) => Iterable<RuleResult>;

/** The entry shows that the requirement holds, compared with `basis`. A makeshift reading of either verifies nothing. */
export function satisfied(
  requirement: TestableId,
  subject: unknown,
  entry: HistoryEntry,
  basis: HistoryEntry = entry,
): RuleResult {
  const makeshift = [entry, basis].find((each) => each.makeshift !== null);
  if (makeshift !== undefined) return { kind: 'unproven', requirement, entry: makeshift };
  return { kind: 'satisfied', requirement, subject: String(subject), entry };
}

/** The entries show that the requirement is violated. What rests on a makeshift reading says so. */
export function violated(
  requirement: TestableId,
  subject: unknown,
  evidence: readonly HistoryEntry[],
  found: Omit<ExpectedAndActual, 'responses'>,
): RuleResult {
  const makeshift = evidence.findLast((entry) => entry.makeshift !== null)?.makeshift;
  const actual = makeshift === undefined ? found.actual : `${found.actual} (${makeshift})`;
  return { kind: 'violated', requirement, subject: String(subject), ...found, actual, responses: evidence };
}

/** The requirement does not apply to what the history shows. */
export function notApplicable(
  requirement: TestableId,
  reason: GivenReason,
  evidence: readonly HistoryEntry[] = [],
): RuleResult {
  return { kind: 'undecided', requirement, outcome: 'not-applicable', reason, evidence };
}

/** The history could decide the requirement, and does not. */
export function notVerified(
  requirement: TestableId,
  reason: GivenReason,
  evidence: readonly HistoryEntry[],
): RuleResult {
  return { kind: 'undecided', requirement, outcome: 'not-verified', reason, evidence };
}

/** Further requests may decide the requirement. */
export function doubt(requirement: TestableId, entry: HistoryEntry, steps: Doubt['steps'], notBefore?: number): Doubt {
  return { kind: 'doubt', requirement, entry, steps, ...(notBefore === undefined ? {} : { notBefore }) };
}

/** The results about one requirement. One that is undecided counts only if none decides: one pet, or one filter, is enough. */
export function preferDecided(results: readonly RuleResult[]): readonly RuleResult[] {
  const others = results.filter(({ kind }) => kind !== 'undecided');
  const undecided = results.find(({ kind }) => kind === 'undecided');
  const isDecided = others.some(({ kind }) => kind !== 'doubt');
  return isDecided || undecided === undefined ? others : [...others, undecided];
}
