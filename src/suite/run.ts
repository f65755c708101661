import type { Pet } from '../contract/pet.ts';
import type { RemovalPhase } from '../contract/removal-calendar.ts';
import type { Client } from '../http/client.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { Credentials } from './keys/credentials.ts';
import type { Budget } from './budget.ts';
import type { KnownPets } from './known-pets.ts';
import type { ListSnapshot } from './page.ts';
import type { RunRecord, RunRecords } from './records.ts';
import type { ReadPage } from './shared-pages.ts';
import type { RequestKind } from '../contract/operations.ts';
import type { Evidence } from './response.ts';

/** What the cases of one run share: the target, what is known of it, and what it may still cost. */
export interface Run {
  readonly configuration: Configuration;
  readonly client: Client;
  readonly credentials: Credentials;
  /** Takes what happened, without any secret in it. */
  readonly record: (record: RunRecord) => void;
  readonly records: Pick<RunRecords, 'omit' | 'caseEnded'>;
  readonly known: KnownPets;
  readonly budget: Budget;
  readonly keys: KeyAcceptance;
  /** Pages that cases look at together. */
  readonly readPage: ReadPage;
  /** Where the run stands to the removal of reading one (parts 4.3 and 9 rule 3). */
  readonly phase: RemovalPhase;
  /** What the fixtures have found out so far. */
  readonly creation: { current: Creation };
  /** Looks at the list that are judged later, when larger pages tell which of them were complete. */
  readonly snapshots: ListSnapshot[];
  /** A name that no other body of the run carries. The same seed gives the cases the same names in every run. */
  nextName(caseId: string): string;
  /** Numbers from 0 up to 1 for one case, the same for the same seed. */
  randomFor(caseId: string): () => number;
  readonly settlingDelays: number[];
  /** Whether some addition did not show within the settling time. */
  settleTimedOut(): boolean;
  recordSettleTimeout(): void;
  /** Waits so many milliseconds, or until the run ends. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** What is known of adding pets. */
export interface Creation {
  /** Categories that an addition has proven to be accepted. */
  readonly categories: readonly bigint[];
  /** Whether the service accepts a category that no other pet has, by which a stored pet can be recognised. */
  readonly acceptsOwnCategory: boolean;
  /** Pets that the fixtures have added, some of each status and some without one. */
  readonly seedPets: readonly Pet[];
}

/**
 * Which operations have accepted the configured key. Permissions are not shown (part 5), so an operation that never accepts
 * it is not verified. One that accepts it only sometimes is wrong.
 */
export interface KeyAcceptance {
  hasAccepted(operation: RequestKind): boolean;
  /** Whether the operation has rejected the key every time so far, at least once. */
  rejects(operation: RequestKind): boolean;
  /** Records that the key was accepted, and gives the rejections from before, each of them once. */
  recordAccepted(operation: RequestKind): readonly Evidence[];
  recordRejected(operation: RequestKind, response: Evidence): void;
}

/** The acceptance of a key that was not sent yet. */
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
