import { LIMIT_MAX } from '../contract/operations.ts';
import { removalPhase } from '../contract/removal-calendar.ts';
import type { Configuration } from '../settings/configuration.ts';
import { type ConformanceCase, EARLY_EXAMPLES } from '../suite/case.ts';
import type { Need } from '../suite/case.ts';
import { credentialsFor, isWrongKey } from '../suite/keys/credentials.ts';
import { isOnThisMachine } from '../settings/network.ts';
import { PROFILES } from '../settings/profiles.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { RunConsole } from './run-console.ts';
import measured from './measured-cost.json' with { type: 'json' };

/** The cases add fewer pets than this, and a fixture adds the rest. Examples add more. */
export const FULL_CATALOGUE = LIMIT_MAX + 1;

/** The pets of the embedded service when a run starts. They have no status, so a run still sees what empty lists look like. */
export const EMBEDDED_PETS = 8;

/**
 * How many requests a run sends and how many pets it adds with these settings, by measured runs: on the embedded service, or on an
 * empty catalogue. In a large one, a full run adds fewer pets.
 */
export function runCost({
  embedded,
  examples,
  maxCreates,
  maxRequests,
  riskyProbes,
}: Pick<Configuration, 'embedded' | 'examples' | 'maxCreates' | 'maxRequests' | 'riskyProbes'>) {
  const initial = embedded ? EMBEDDED_PETS : 0;
  const early = Math.min(examples, EARLY_EXAMPLES);
  const requests = measured.withoutExamples + measured.perExample * examples - early;
  const { adds, kept } = riskyProbes ? measured.lastStage : measured.lastStageWithoutProbes;
  const needed = FULL_CATALOGUE - initial;
  const ofExamples = Math.min(examples - early, Math.max(0, maxCreates - kept - needed));
  const creates = needed + ofExamples + adds;
  return { requests: Math.min(requests - initial, maxRequests), creates: Math.min(creates, maxCreates) };
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
  return cases.filter(canRun).flatMap(({ description }) => description.needs.filter(holdsWrongKey)).length;
}

/** Says what a run will send and add. */
export function announceRun({ configuration, selection }: PreparedRun, console: RunConsole): void {
  const { baseUrl, profile, seed, maxCreates } = configuration;
  console.out(`Target ${baseUrl}, profile ${profile}, seed ${seed}.\n`);
  if (selection !== null) {
    console.out(`${selection.cases.size} cases are selected, so the run ends inconclusive at best.\n`);
    return;
  }
  const { requests, creates } = runCost(configuration);
  const { addsPets } = PROFILES[profile];
  console.out(`The run sends ${addsPets ? 'about' : 'fewer than'} ${requests} requests, more if much is violated.\n`);
  console.out(addsPets ? `It adds about ${creates} pets, at most ${maxCreates}.\n` : 'It adds no pets.\n');
  if (configuration.soak > 0)
    console.out(
      `Then it continues at a low rate for ${configuration.soak} minutes, and adds pets up to this maximum.\n`,
    );
}

/** Says how many wrong keys a run will send. They may alarm the operators of a service, or lock the client out. */
export function announceWrongKeys(
  cases: readonly ConformanceCase[],
  configuration: Configuration,
  console: RunConsole,
): void {
  if (isOnThisMachine(configuration)) return;
  const { maxWrongKeys } = configuration;
  const wanted = countWrongKeys(cases, configuration, new Date(console.now()));
  const isBounded = maxWrongKeys !== null && maxWrongKeys < wanted;
  const count = isBounded ? `${maxWrongKeys} of ${wanted}` : String(wanted);
  const more = maxWrongKeys === null ? ', and more if it repeats one' : `, and at most ${maxWrongKeys}`;
  console.out(`The run sends ${count} requests with a wrong key${more} (${nameByFlag('maxWrongKeys')}).\n`);
  if (!configuration.riskyProbes) console.out(`It skips risky probes (${nameByFlag('riskyProbes')}).\n`);
}
