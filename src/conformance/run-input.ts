import type { Configuration } from '../target/configuration.ts';
import type { Obstacle } from './catalogue.ts';

/** What a run is made of. Handed over in memory only: it holds the key. */
export interface RunInput {
  readonly configuration: Configuration;
  readonly runId: string;
  readonly suiteVersion: string;
  readonly journalPath: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly deadlineAt: number;
  /** True for the second try of violated cases, which goes on from the state at the end of the journal. */
  readonly again: boolean;
  /** Why the target gave no response to `--wait`; null or absent where it did, or nothing was waited for. */
  readonly unreachable?: Obstacle | null;
}
