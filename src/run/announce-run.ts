import { isOnThisMachine } from '../settings/network.ts';
import type { Configuration } from '../settings/configuration.ts';
import { PROFILES } from '../settings/profiles.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import type { ConformanceCase } from '../suite/case.ts';
import type { RunConsole } from './run-console.ts';
import { countWrongKeys, runCost } from './run-cost.ts';
import type { PreparedInputs } from './read-run-inputs.ts';

/** Says what a run will send and add. */
export function announceRun(configuration: Configuration, { selection }: PreparedInputs, console: RunConsole): void {
  const { baseUrl, profile, seed, maxCreates } = configuration;
  console.out(`Target ${baseUrl}, profile ${profile}, seed ${seed}.\n`);
  if (selection !== null) {
    console.out(`${selection.cases.size} cases are selected, so the run ends inconclusive at best.\n`);
    return;
  }
  const { requests, creates } = runCost(configuration);
  const { addsPets } = PROFILES[profile];
  const adds = addsPets ? `about ${creates} pets and at most ${maxCreates}` : 'no pets';
  const most = addsPets ? 'about' : 'fewer than';
  console.out(`The run sends ${most} ${requests} requests, more if much is violated, and adds ${adds}.\n`);
  if (configuration.soak > 0)
    console.out(
      `Then it continues at a low rate for ${configuration.soak} minutes, and adds the rest of these pets.\n`,
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
