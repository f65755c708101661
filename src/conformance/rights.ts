import type { OperationId } from '../target/exchange.ts';

/** A refusal of the valid key: the exchange that shows it. */
export interface Refusal {
  readonly exchangeId: string;
}

/**
 * Which operations have accepted the configured key. Permissions are not shown (part 5), so that one which never does is
 * not verified; one that sometimes does and sometimes does not is wrong.
 */
export interface Rights {
  hasAccepted(operation: OperationId): boolean;
  /** Notes that the key was accepted, and gives the refusals from before, each of them once. */
  noteAccepted(operation: OperationId): readonly Refusal[];
  noteRefused(operation: OperationId, refusal: Refusal): void;
}

/** Rights of a run that has sent nothing yet. */
export function createRights(): Rights {
  const accepted = new Set<OperationId>();
  const refusals = new Map<OperationId, readonly Refusal[]>();
  return {
    hasAccepted: (operation) => accepted.has(operation),
    noteAccepted(operation) {
      accepted.add(operation);
      const before = refusals.get(operation) ?? [];
      refusals.delete(operation);
      return before;
    },
    noteRefused(operation, refusal) {
      refusals.set(operation, [...(refusals.get(operation) ?? []), refusal]);
    },
  };
}
