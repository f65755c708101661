import { LIMIT_MAX } from '../contract/operations.ts';
import { removalPhase } from '../contract/removal-calendar.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { ConformanceCase } from '../suite/case.ts';
import type { Need } from '../suite/need.ts';
import { credentialsFor, isWrongKey } from '../suite/keys/credentials.ts';
import { MOST_KEYS } from '../suite/keys/mutated-credentials.ts';
import measured from './measured-cost.json' with { type: 'json' };

/** What a full run sends and adds. */
interface RunCost {
  readonly requests: number;
  readonly creates: number;
}

/** The cases add fewer pets than this, and a fixture adds the rest. Examples add more. */
export const FULL_CATALOGUE = LIMIT_MAX + 1;

/** The cost of a run on an empty catalogue with these settings, by measured runs. In a large catalogue, a full run adds fewer pets. */
export function runCost({
  examples,
  maxCreates,
  maxRequests,
  riskyProbes,
}: Pick<Configuration, 'examples' | 'maxCreates' | 'maxRequests' | 'riskyProbes'>): RunCost {
  const requests =
    measured.withoutExamples + measured.perExample * examples + measured.perWrongKey * Math.min(examples, MOST_KEYS);
  const { adds, kept } = riskyProbes ? measured.lastStage : measured.lastStageWithoutProbes;
  const ofExamples = Math.min(examples, Math.max(0, maxCreates - kept - FULL_CATALOGUE));
  const creates = FULL_CATALOGUE + ofExamples + adds;
  return { requests: Math.min(requests, maxRequests), creates: Math.min(creates, maxCreates) };
}

function holdsWrongKey(need: Need): boolean {
  return typeof need === 'object' && isWrongKey({ id: need.credential });
}

/** How many requests with a wrong key these cases send, if the service answers each and violates nothing. */
export function countWrongKeys(cases: readonly ConformanceCase[], configuration: Configuration, now: Date): number {
  const credentials = credentialsFor(configuration.apiKey, () => 0.5);
  const isRemoved = removalPhase(configuration.asOf, now) === 'after';
  const isMet = (need: Need): boolean => {
    if (typeof need === 'object') return need.credential in credentials;
    return need === 'getPet' ? !isRemoved : need !== 'risky probe' || configuration.riskyProbes;
  };
  const canRun = ({ description: { needs } }: ConformanceCase): boolean => needs.every(isMet);
  return cases
    .filter(canRun)
    .reduce((sum, { description: { needs, wrongKeys } }) => sum + (wrongKeys ?? needs.filter(holdsWrongKey).length), 0);
}
