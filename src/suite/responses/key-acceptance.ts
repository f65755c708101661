import type { RequestKind } from '../../contract/operations.ts';
import { type CompleteResponse, type Evidence, rejectsKey } from './response.ts';

/**
 * Which operations accepted the configured key. The contract does not show permissions (part 5), so an operation that never
 * accepts the key is not verified. An operation that accepts it only sometimes is wrong.
 */
export interface KeyAcceptance {
  hasAccepted(operation: RequestKind): boolean;
  /** Whether the operation has rejected the key every time so far, at least once. */
  rejects(operation: RequestKind): boolean;
  /** Records that the key was accepted. Returns the earlier rejections that no call has returned yet. */
  recordAccepted(operation: RequestKind): readonly Evidence[];
  recordRejected(operation: RequestKind, response: Evidence): void;
}

/** The acceptance of a key that the run has not sent yet. */
export function createKeyAcceptance(): KeyAcceptance {
  const accepted = new Set<RequestKind>();
  const rejections = new Map<RequestKind, readonly Evidence[]>();
  return {
    hasAccepted: (operation) => accepted.has(operation),
    rejects: (operation) => rejections.has(operation),
    recordAccepted(operation) {
      accepted.add(operation);
      const before = rejections.get(operation) ?? [];
      rejections.delete(operation);
      return before;
    },
    recordRejected(operation, response) {
      rejections.set(operation, [...(rejections.get(operation) ?? []), response]);
    },
  };
}

/**
 * Records whether the operation accepted the key. Returns its earlier rejections of the key, which become violations as soon as
 * the operation accepts it.
 */
export function recordKeyAcceptance(keys: KeyAcceptance, response: CompleteResponse): readonly Evidence[] {
  const { operation } = response.request;
  if (!rejectsKey(response)) return keys.recordAccepted(operation);
  if (!keys.hasAccepted(operation)) keys.recordRejected(operation, { exchangeId: response.exchangeId });
  return [];
}
