import { LIMIT_MAX } from '../contract/operations.ts';
import type { Configuration } from '../settings/configuration.ts';
import { EARLY_EXAMPLES } from '../suite/case.ts';
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

/** Says what a run will send and add. */
export function announceRun({ configuration, selection }: PreparedRun, console: RunConsole): void {
  const { baseUrl, profile, seed } = configuration;
  console.out(`Target ${baseUrl}, profile ${profile}, seed ${seed}.\n`);
  if (selection === null) console.out(costText(configuration));
  else console.out(`${selection.size} cases are selected, so the run ends inconclusive at best.\n`);
  if (!isOnThisMachine(configuration)) console.out(sharedServiceText(configuration));
}

function costText(configuration: Configuration): string {
  const { profile, maxCreates, soak } = configuration;
  const { requests, creates } = runCost(configuration);
  const { addsPets } = PROFILES[profile];
  return [
    `The run sends ${addsPets ? 'about' : 'fewer than'} ${requests} requests, more if much is violated.\n`,
    addsPets ? `It adds about ${creates} pets, at most ${maxCreates}.\n` : 'It adds no pets.\n',
    soak > 0 ? `Then it continues at a low rate for ${soak} minutes, and adds pets up to this maximum.\n` : '',
  ].join('');
}

/** Wrong keys may alarm the operators of a service, or lock the client out. */
function sharedServiceText({ maxWrongKeys, riskyProbes }: Configuration): string {
  const most = maxWrongKeys === null ? '' : `, at most ${maxWrongKeys}`;
  const keys = `Some requests have a wrong key${most}; ${nameByFlag('maxWrongKeys')} limits them.\n`;
  return riskyProbes ? keys : `${keys}The run skips risky probes (${nameByFlag('riskyProbes')}).\n`;
}
