import type { RemovalPhase } from '../contract/removal-calendar.ts';
import type { Client } from '../target/client.ts';
import type { Credentials } from '../target/credentials.ts';
import type { Configuration } from '../target/configuration.ts';
import type { Budget } from './budget.ts';
import type { Journal } from './journal.ts';
import type { Rights } from './rights.ts';
import type { ReadPage } from './shared-pages.ts';
import type { Sightings } from './sightings.ts';

/** What the cases of one run share: the target, what is known of it, and what it may still cost. */
export interface Run {
  readonly configuration: Configuration;
  readonly runId: string;
  readonly client: Client;
  readonly credentials: Credentials;
  readonly journal: Journal;
  readonly sightings: Sightings;
  readonly budget: Budget;
  readonly rights: Rights;
  /** Pages that cases look at together. */
  readonly readPage: ReadPage;
  /** Where the run stands to the removal of reading one (parts 4.3 and 9 rule 3). */
  readonly phase: RemovalPhase;
  /** Ids that were given to animals added in this run, with the exchange that showed them. */
  readonly assignedIds: Map<bigint, string>;
  /** A name that no other body of the run carries. The same seed gives the cases the same names in every run. */
  nextName(caseId: string): string;
  /** Numbers from 0 up to 1 for one case, the same for the same seed. */
  randomFor(caseId: string): () => number;
  readonly settlingDelays: number[];
  /** Whether some addition did not show within the settling time. */
  lost(): boolean;
  noteLost(): void;
  /** Waits so many milliseconds, or until the run ends. */
  readonly pause: (milliseconds: number) => Promise<void>;
}
