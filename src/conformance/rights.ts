import type { OperationId } from '../target/exchange.ts';

/**
 * Which operations have accepted the configured key. Permissions are not shown (part 5), so that one which never does is
 * not verified; one which did once and refuses it later is wrong.
 */
export interface Rights {
  hasAccepted(operation: OperationId): boolean;
  noteAccepted(operation: OperationId): void;
}

/** Rights of a run that has sent nothing yet. */
export function createRights(): Rights {
  const accepted = new Set<OperationId>();
  return {
    hasAccepted: (operation) => accepted.has(operation),
    noteAccepted: (operation) => void accepted.add(operation),
  };
}
