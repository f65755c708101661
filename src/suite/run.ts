import type { Pet } from '../contract/pet.ts';
import type { RemovalPhase } from '../contract/removal-calendar.ts';
import type { Client } from '../http/client.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { Demands } from './demands.ts';
import type { Credentials } from './keys/credentials.ts';
import type { Budget, WrongKeyBudget } from './execution/budget.ts';
import type { Knowledge } from './catalogue/known-pets.ts';
import type { RunRecords } from './records/record-store.ts';
import type { RunRecord } from './records/records.ts';
import type { SharedPages } from './catalogue/shared-pages.ts';
import type { DisturbedRequests } from './execution/disturbed-requests.ts';
import type { Lockouts } from './execution/lockouts.ts';
import type { UnsentRequest } from './api-request.ts';
import type { RunNames } from './execution/run-names.ts';
import type { History } from './history.ts';
import type { CompleteResponse, Evidence } from './responses/response.ts';
import type { JudgedHistory } from './rules/judge-history.ts';

/** The state that the cases of one run share. */
export interface Run {
  readonly configuration: Configuration;
  readonly client: Client;
  readonly credentials: Credentials;
  readonly history: History;
  readonly known: Knowledge;
  /** Judges the history so far by the catalogue rules. */
  readonly judgeHistory: () => JudgedHistory;
  /** Records what happened, after redaction. */
  readonly record: (record: RunRecord) => void;
  readonly records: Pick<RunRecords, 'caseEnded' | 'hasViolated'>;
  readonly budget: Budget;
  readonly wrongKeys: WrongKeyBudget;
  readonly probing: Probing;
  readonly disturbed: DisturbedRequests;
  readonly lockouts: Lockouts;
  readonly sharedPages: SharedPages;
  /** The additions that several cases share, by attempt and body; null if the response is not right. */
  readonly sharedAdditions: Map<string, Promise<CompleteResponse | null>>;
  /** Whether the run is before, on or after the day on which `GET /pets/{petId}` is removed (parts 4.3 and 9 rule 3). */
  readonly phase: RemovalPhase;
  readonly creation: Creation;
  readonly demands: Demands;
  readonly names: RunNames;
  /** Random numbers from 0 up to 1 for one case, reproducible by seed. */
  randomFor(caseId: string): () => number;
  /** Milliseconds on the clock of the run. */
  readonly now: () => number;
  /** Waits, but not beyond the end of the run. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** What risky probes have done. A service may store what the contract leaves open and then fail to read it. */
interface Probing {
  /** The reads that worked before the first risky probe. */
  readonly reads: UnsentRequest[];
  /** The last read after a probe. */
  last: Evidence | null;
  /** The case after which a read failed, and what was seen. No later request can be judged. */
  damage: { readonly caseId: string; readonly seen: string; readonly isGone: boolean } | null;
}

/** What the run knows about adding pets. */
interface Creation {
  /** Categories of pets that the service accepted. */
  categories: readonly bigint[];
  /** Whether the service accepts a category that no other pet has. Such a category identifies a pet. */
  acceptsUniqueCategory: boolean;
  /** Pets that the fixtures added: some of each status, and some without one. */
  seedPets: readonly Pet[];
  /** Ids of plain pets that the fixtures added only because the catalogue needs more of them. */
  fillerIds: ReadonlySet<bigint>;
}
