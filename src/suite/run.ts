import type { Pet } from '../contract/pet.ts';
import type { RemovalPhase } from '../contract/removal-calendar.ts';
import type { Client } from '../http/client.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { Knowledge } from './knowledge.ts';
import type { SharedRequests } from './shared-requests.ts';
import type { Demands } from './demands.ts';
import type { Budget } from './execution/budget.ts';
import type { DisturbedRequests } from './execution/disturbed-requests.ts';
import type { Lockouts } from './execution/lockouts.ts';
import type { RiskyProbes } from './execution/risky-probes.ts';
import type { RunNames } from './bodies/run-names.ts';
import type { History } from './history.ts';
import type { Credentials } from './keys/credentials.ts';
import type { Reason } from './reasons.ts';
import type { RunRecords } from './records/record-store.ts';
import type { JudgedHistory } from './rules/judge-history.ts';

/** The state that the cases of one run share. */
export interface Run {
  readonly configuration: Configuration;
  /** The time of a run. Tests and the fleet replace it. */
  readonly clock: {
    /** Milliseconds since a fixed point. */
    readonly now: () => number;
    /** Waits, but not beyond the end of the run. */
    readonly pause: (milliseconds: number) => Promise<void>;
  };
  readonly client: Client;
  readonly credentials: Credentials;
  readonly names: RunNames;
  /** Whether the run is before, on or after the day on which `GET /pets/{petId}` is removed (parts 4.3 and 9 rule 3). */
  readonly phase: RemovalPhase;
  /** What the run has sent. `judge` judges it so far by the catalogue rules. */
  readonly history: History & { readonly judge: () => JudgedHistory };
  /** What follows from the history while cases run. */
  readonly knowledge: Knowledge;
  readonly records: RunRecords;
  readonly budget: Budget;
  readonly shared: SharedRequests;
  readonly found: Found;
  readonly disturbed: DisturbedRequests;
  readonly lockouts: Lockouts;
  readonly probes: RiskyProbes;
}

/** What the fixtures have found out about the service. They write it; `asDemanded` counts `demands.bodies`. */
export interface Found {
  /** Categories of pets that the service accepted. */
  categories: readonly bigint[];
  /** Why no valid pet was added, if the contract allows none of the responses. Bodies to reject are sent all the same. */
  failedAdditions: Reason | null;
  /** Whether the service accepts a category that no other pet has. Such a category identifies a pet. */
  acceptsUniqueCategory: boolean;
  /** Pets that the fixtures added: some of each status, and some without one. */
  seedPets: readonly Pet[];
  /** Ids of plain pets that the fixtures added only because the catalogue needs more of them. */
  fillerIds: ReadonlySet<bigint>;
  readonly demands: Demands;
}

/** Nothing is found yet. */
export function nothingFound(): Found {
  return {
    categories: [],
    failedAdditions: null,
    acceptsUniqueCategory: false,
    seedPets: [],
    fillerIds: new Set(),
    demands: { key: null, body: null, bodies: 0 },
  };
}
