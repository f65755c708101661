import type { OperationId } from '../http/exchange.ts';
import type { Evidence } from './response.ts';

/**
 * Which operations have accepted the configured key. Permissions are not shown (part 5), so an operation that never accepts
 * it is not verified. One that accepts it only sometimes is wrong.
 */
export interface KeyAcceptance {
  hasAccepted(operation: OperationId): boolean;
  /** Whether the operation has rejected the key every time so far, at least once. */
  rejects(operation: OperationId): boolean;
  /** Records that the key was accepted, and gives the rejections from before, each of them once. */
  noteAccepted(operation: OperationId): readonly Evidence[];
  noteRejected(operation: OperationId, response: Evidence): void;
}

/** The acceptance of a key that was not sent yet. */
export function createKeyAcceptance(): KeyAcceptance {
  const accepted = new Set<OperationId>();
  const rejections = new Map<OperationId, readonly Evidence[]>();
  return {
    hasAccepted: (operation) => accepted.has(operation),
    rejects: (operation) => rejections.has(operation),
    noteAccepted(operation) {
      accepted.add(operation);
      const before = rejections.get(operation) ?? [];
      rejections.delete(operation);
      return before;
    },
    noteRejected(operation, response) {
      rejections.set(operation, [...(rejections.get(operation) ?? []), response]);
    },
  };
}
