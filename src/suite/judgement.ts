import type { TestableId } from '../contract/requirements.ts';

/** How one check ends, before known deviations are applied. A case never records a harness error: the fold finds it. */
export type CheckOutcome = 'satisfied' | 'violated' | 'observed' | 'not-verified' | 'not-applicable';

/**
 * One requirement judged once. `exchanges` are ids, `pointer` is a JSON Pointer (RFC 6901) into the response body of the
 * last of them.
 */
export interface Judgement {
  readonly requirement: TestableId;
  readonly outcome: CheckOutcome;
  readonly expected: string;
  readonly actual: string;
  readonly pointer: string | null;
  readonly exchanges: readonly string[];
  /** Why nothing was settled, and how to resolve it. Only on `not-verified` and `not-applicable`. */
  readonly reason: string | null;
  readonly howToResolve: string | null;
}

/** A pet that this run added, or that the service added for a request which it should have rejected. */
export interface CreatedPet {
  /** Exact decimal text of the id, or null if the response gave none. */
  readonly id: string | null;
  readonly name: string | null;
  readonly caseId: string;
  readonly exchange: string;
  readonly intended: boolean;
}
