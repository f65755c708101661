import { removalPhase } from '../contract/removal-calendar.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { ConformanceCase, Need } from '../suite/case.ts';
import { credentialsFor } from '../suite/keys/credentials.ts';
import { isWrongKey } from '../suite/keys/wrong-keys.ts';

/** What a full run sends and adds. */
export interface RunCost {
  readonly requests: number;
  readonly creates: number;
}

// Measured on the reference service with a small catalogue. A test holds them to within a tenth.

const WITHOUT_EXAMPLES: RunCost = { requests: 874, creates: 124 };
const PER_EXAMPLE: RunCost = { requests: 10, creates: 1 };
/** Some cases have no more than 100 examples: those of the limits from 1 to 100. */
const PER_LIMIT = 3;
const LIMITS = 100;
/** Requests of an example that is dropped because no pet is left for it. */
const PER_DROPPED = 2;

/** What a full run costs on a small catalogue with these settings. */
export function runCost({
  examples,
  maxCreates,
  maxRequests,
}: Pick<Configuration, 'examples' | 'maxCreates' | 'maxRequests'>): RunCost {
  const wanted = WITHOUT_EXAMPLES.creates + PER_EXAMPLE.creates * examples;
  const creates = Math.min(wanted, maxCreates);
  const dropped = Math.min(wanted - creates, PER_EXAMPLE.creates * examples);
  const requests =
    WITHOUT_EXAMPLES.requests +
    PER_EXAMPLE.requests * examples +
    PER_LIMIT * Math.min(examples, LIMITS) -
    PER_DROPPED * dropped;
  return { requests: Math.min(requests, maxRequests), creates };
}

function holdsWrongKey(need: Need): boolean {
  return typeof need === 'object' && isWrongKey({ id: need.credential });
}

/** How many requests with a wrong key these cases send, if the service answers each and violates nothing. */
export function countWrongKeys(cases: readonly ConformanceCase[], configuration: Configuration, now: Date): number {
  const credentials = credentialsFor(configuration.apiKey, () => 0.5);
  const isRemoved = removalPhase(configuration.asOf, now) === 'after';
  const canRun = ({ description: { needs } }: ConformanceCase): boolean =>
    needs.every((need) =>
      typeof need === 'object' ? need.credential in credentials : need !== 'getPet' || !isRemoved,
    );
  return cases.filter(canRun).reduce((sum, each) => {
    const examples =
      each.kind === 'property' && typeof each.examples === 'function' ? each.examples(configuration) : [1];
    const { needs, wrongKeys } = each.description;
    return sum + examples.length * (wrongKeys ?? needs.filter(holdsWrongKey).length);
  }, 0);
}
