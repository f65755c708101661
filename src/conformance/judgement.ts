import type { TestableId } from '../contract/requirements.ts';

/** How one check ends, before deviations are looked at. A harness error is never recorded by a case: the fold finds it. */
export type CheckOutcome = 'satisfied' | 'violated' | 'observed' | 'not-verified' | 'not-applicable';

/**
 * One requirement judged once. `exchanges` are ids of the journal, `pointer` is a JSON Pointer (RFC 6901) into the
 * body of the last of them, `callSite` is where the judging stands (`specs/list-limit.spec.ts:20`) or the name of the
 * rule that holds for every answer.
 */
export interface Judgement {
  readonly requirement: TestableId;
  readonly outcome: CheckOutcome;
  readonly expected: string;
  readonly actual: string;
  readonly pointer: string | null;
  readonly exchanges: readonly string[];
  readonly callSite: string;
  /** Why nothing was settled, and what to supply so that it is. Only on `not-verified` and `not-applicable`. */
  readonly reason: string | null;
  readonly supply: string | null;
}

/** An animal that this run added, or that the service added for a request it should have refused. */
export interface CreatedAnimal {
  /** Exact decimal text of the id, or null where the answer gave none. */
  readonly id: string | null;
  readonly name: string | null;
  readonly caseId: string;
  readonly exchange: string;
  readonly intended: boolean;
}
