import { join } from 'node:path';
import type { ReferenceOptions } from '../src/reference/reference-service.ts';
import type { Report } from '../src/report/report.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { startProcess, type StartedProcess } from './child-process.ts';
import type { Profile } from '../src/settings/profiles.ts';
import type { Summary } from './summary.ts';

/** What a catalogue holds before its service is judged: so many pets, or those that four earlier runs have left. */
export const CATALOGUE_SIZES = ['150 pets', '5,000 pets', 'fifth run'] as const;

export type CatalogueSize = (typeof CATALOGUE_SIZES)[number];

/** One service to be judged, as plain data: how it is started, by which cases it is judged, and by which date. */
export interface Job {
  readonly id: string;
  readonly service: ReferenceOptions;
  /** RFC 3339; null judges by the time of the run. */
  readonly asOf: string | null;
  readonly settleSeconds: number;
  readonly requestTimeoutSeconds: number;
  readonly seed: number;
  /** How many requests go at a time: with 1 a run sends the same requests in the same order each time. */
  readonly concurrency: number;
  /** How many minutes the run soaks, by a clock that every pause of the soak moves on at once. */
  readonly soakMinutes: number;
  /** Ids of the cases that judge it; null for all. */
  readonly cases: readonly string[] | null;
  readonly keepsReport: boolean;
  /** Default: full. */
  readonly profile?: Profile;
  /** Default: the catalogue with which the service starts by itself. */
  readonly size?: CatalogueSize;
}

/** The result of a job. The report is null unless the job keeps it. */
export interface Judged {
  readonly summary: Summary;
  readonly report: Report | null;
}

/** For each service. On an idle machine none takes a twentieth of it, so that only one that hangs comes to it. */
export const LONGEST_SECONDS = 600;
/** More than there are cores, since some services make a run wait. */
const LANES = 4;
const LANE = join(PACKAGE_ROOT, 'lab/fleet-lane.ts');
/** Megabytes: with as little as Node sets aside by itself, a tenth of the time of so many runs goes to collecting. */
const ROOM_FOR_SHORT_LIVED = '--max-semi-space-size=32';

/**
 * Judges one service after another on each of some lanes, which are processes that end with this one. Gives what became of
 * each to `done` as soon as it is there. Rejects where a lane ends, or takes more than its time for a service.
 */
export async function runFleet(jobs: readonly Job[], done: (judged: Judged) => void, lanes = LANES): Promise<void> {
  const waiting = [...jobs];
  async function lane(): Promise<void> {
    const child = startProcess(process.execPath, [ROOM_FOR_SHORT_LIVED, LANE], { withMessages: true });
    child.stdout.resume();
    child.stderr.pipe(process.stderr);
    try {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) done(await judgeBy(child, job));
    } finally {
      child.kill();
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, jobs.length) }, lane));
}

/** A run ends by itself at its deadline; the time after that is for a lane that does not even come to that. */
function judgeBy(child: StartedProcess, job: Job): Promise<Judged> {
  const { promise, resolve, reject } = Promise.withResolvers<Judged>();
  const fail = (): void => reject(new Error(`The lane that judged ${job.id} has ended.`));
  const timer = setTimeout(
    () => reject(new Error(`${job.id} was not judged within ${LONGEST_SECONDS} seconds.`)),
    (LONGEST_SECONDS + 60) * 1000,
  );
  child.once('message', resolve);
  child.once('close', fail);
  child.send(job);
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', resolve);
    child.off('close', fail);
  });
}

/** A fleet that is being judged. */
export interface StartedFleet {
  /** How a service was judged, as soon as it is. Rejects where the fleet ends before. */
  readonly summaryOf: (id: string) => Promise<Summary>;
  /** All of them, when every service has been judged. Rejects where the fleet ended before. */
  readonly all: () => Promise<readonly Summary[]>;
}

/** Judges services on lanes. `summaryOf` resolves as soon as its service is judged. */
export function startFleet(jobs: readonly Job[], lanes?: number): StartedFleet {
  const judged = new Map(jobs.map(({ id }) => [id, Promise.withResolvers<Summary>()]));
  const ended = runFleet(jobs, ({ summary }) => judged.get(summary.id)?.resolve(summary), lanes);
  ended.catch((error: unknown) => {
    for (const { promise, reject } of judged.values()) {
      promise.catch(() => undefined);
      reject(error);
    }
  });
  return {
    summaryOf: (id) => judged.get(id)?.promise ?? Promise.reject(new Error(`${id} is not judged.`)),
    all: async () => {
      await ended;
      return Promise.all([...judged.values()].map(({ promise }) => promise));
    },
  };
}
