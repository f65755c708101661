import type { CaseClient } from './case-client.ts';
import type { Judge } from './judge.ts';
import type { SetUpRequest } from './set-up-request.ts';

/** What one step of the set-up works with. */
export interface SetUpTools {
  readonly client: CaseClient;
  readonly judge: Judge;
}

/**
 * Runs one step of the set-up under a judge of its own. `request` is what the step sends, for a second try; gives undefined
 * where the step had to be left.
 */
export type SetUpStep = <T>(request: SetUpRequest, work: (tools: SetUpTools) => Promise<T>) => Promise<T | undefined>;
