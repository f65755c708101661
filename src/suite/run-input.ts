import type { Configuration } from '../settings/configuration.ts';
import type { Obstacle } from './transport.ts';

/** What a run is made of. Handed over in memory only: it holds the key. */
export interface RunInput {
  readonly configuration: Configuration;
  readonly runId: string;
  readonly suiteVersion: string;
  readonly journalPath: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly deadlineAt: number;
  /** Why the target gave no response to `--wait`; null or absent if it did, or if nothing was waited for. */
  readonly unreachable?: Obstacle | null;
}
