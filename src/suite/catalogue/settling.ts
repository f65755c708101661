import type { Configuration } from '../../settings/configuration.ts';

/** How late the responses of this service have shown a change so far. */
export interface Settling {
  /** The delays in milliseconds after which the list showed an addition. */
  readonly delays: number[];
  /** Whether the list did not show some addition within the settling time. */
  hasTimedOut: boolean;
  /** Whether the list and a read showed different statuses of a pet for the whole settling time. */
  hasDifferingViews: boolean;
}

/** What polling needs of a run. */
interface Polling {
  readonly configuration: Pick<Configuration, 'settleTimeout'>;
  readonly settling: Settling;
  /** Waits, but not beyond the end of the run. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;
/** After one timeout later reads wait less, unless the list of this service has been late before. */
const PATIENCE_AFTER_A_TIMEOUT = 250;

/**
 * Reads again until `settled` is true or the settling time of the run is over. Use it only to compare responses: a single
 * response is judged at once. Records the delay that it took to settle. If not `recordsTimeout`, an unsettled end is not
 * recorded as a timeout of the service: the service may cap its pages, for example.
 */
export async function pollUntil<T>(
  run: Polling,
  read: () => Promise<T>,
  settled: (seen: T) => boolean,
  { recordsTimeout }: { readonly recordsTimeout: boolean } = { recordsTimeout: true },
): Promise<T> {
  const settlingTime = run.configuration.settleTimeout * 1000;
  const isNeverLate = run.settling.delays.length === 0;
  const patience =
    run.settling.hasTimedOut && isNeverLate ? Math.min(settlingTime, PATIENCE_AFTER_A_TIMEOUT) : settlingTime;
  let waited = 0;
  let pause = FIRST_PAUSE;
  let seen = await read();
  while (!settled(seen) && waited < patience) {
    const wait = Math.min(pause, patience - waited);
    await run.pause(wait);
    waited += wait;
    pause = Math.min(LONGEST_PAUSE, pause * 2);
    seen = await read();
    if (settled(seen)) run.settling.delays.push(waited);
  }
  if (recordsTimeout && !settled(seen)) run.settling.hasTimedOut = true;
  return seen;
}
