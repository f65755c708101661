import type { CaseDescription } from './case.ts';
import type { Configuration } from '../target/configuration.ts';
import type { Obstacle } from './catalogue.ts';

/** What a worker needs to take part in a run. Handed over in memory only: it holds the key. */
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

/** The channel on which a run is told to stop at once. */
export function stopChannel(runId: string): string {
  return `petstore-conformance/${runId}`;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly run: RunInput;
  }
  interface TaskMeta {
    conformance?: CaseDescription;
  }
}
