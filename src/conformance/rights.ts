import type { OperationId } from '../target/exchange.ts';

/** What is known of an operation and the configured key. Permissions are not shown (part 5), so one may always refuse it. */
export type Right = 'unknown' | 'accepted' | 'refused';

/** Which operations accept the configured key. */
export interface Rights {
  of(operation: OperationId): Right;
  set(operation: OperationId, right: Right): void;
}

export function createRights(): Rights {
  const rights = new Map<OperationId, Right>();
  return {
    of: (operation) => rights.get(operation) ?? 'unknown',
    set: (operation, right) => void rights.set(operation, right),
  };
}
