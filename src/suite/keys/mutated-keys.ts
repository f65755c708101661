import type { Configuration } from '../../settings/configuration.ts';
import { mutatedCredentials, type MutatedCredential } from './mutated-credentials.ts';
import { randomNumbers, seedFor } from '../random-numbers.ts';

/** The wrong keys that a run sends, at most as many as its examples: the same for the same seed and key (part 5 rule 3). */
export function mutatedKeys({
  apiKey,
  examples,
  seed: ownSeed,
  earlierExamples,
}: Pick<Configuration, 'apiKey' | 'examples' | 'seed' | 'earlierExamples'>): readonly MutatedCredential[] {
  const seed = earlierExamples?.seed ?? ownSeed;
  return mutatedCredentials(apiKey, examples, randomNumbers(seedFor(seed, 'mutated keys')));
}
