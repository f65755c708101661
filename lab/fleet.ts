import { join } from 'node:path';
import type { ReferenceOptions } from '../src/reference/reference-service.ts';
import type { Report } from '../src/report/report.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { startProcess, type StartedProcess } from './child-process.ts';
import type { Configuration } from '../src/settings/configuration.ts';
import type { Summary } from './summary.ts';

/** The pets in a catalogue before a run: a number of pets, or the pets that four earlier runs added. */
export const CATALOGUE_SIZES = ['150 pets', '5,000 pets', 'fifth run'] as const;

export type CatalogueSize = (typeof CATALOGUE_SIZES)[number];

/** One service to judge, as plain data: its start options, the cases, and the date. */
export interface Job {
  readonly id: string;
  /** Default: the correct service. */
  readonly service?: ReferenceOptions;
  /** RFC 3339. Default: the time of the run. */
  readonly asOf?: string;
  /** Default 5. */
  readonly settleSeconds?: number;
  /** Default: the time limit for one service. */
  readonly requestTimeoutSeconds?: number;
  readonly seed: number;
  /** Requests at a time, by default 20. With 1, each run sends the same requests in the same order. */
  readonly concurrency?: number;
  /** Minutes of soak, on a clock that skips the pauses. Default 0. */
  readonly soakMinutes?: number;
  /** Ids of the cases to run, or null for all. */
  readonly cases: readonly string[] | null;
  /** Default false. */
  readonly keepsReport?: boolean;
  /** Whether the cases that found a violation run once more. Default false. */
  readonly secondTry?: boolean;
  /** Default: the service's own seed pets. */
  readonly size?: CatalogueSize;
  readonly settings?: Partial<Pick<Configuration, 'examples' | 'maxCreates' | 'riskyProbes'>>;
}

/** The result of a job. The report is null unless the job keeps it. */
export interface Judged {
  readonly summary: Summary;
  readonly report: Report | null;
  /** Ids of the faults of a set that other faults replace, see `watchFaults`. */
  readonly replaced: readonly string[];
}

/** The time limit for one service. On an idle machine, no service needs a twentieth of it. */
export const LONGEST_SECONDS = 600;
/** More lanes than cores, because some services make a run wait. */
const LANES = 4;
const LANE = join(PACKAGE_ROOT, 'lab/fleet-lane.ts');
/** In megabytes. With Node's default, garbage collection takes a tenth of the time. */
const SEMI_SPACE_FLAG = '--max-semi-space-size=32';

/** Judges services on several lanes. A lane is a process that judges one service after another. */
export interface Fleet {
  /** Judges one service as soon as a lane is free. Rejects if its lane ends early or exceeds the time limit. */
  readonly judge: (job: Job) => Promise<Judged>;
}

/** Creates a fleet. Its lanes start with the first jobs and end without jobs. */
export function createFleet(lanes = LANES): Fleet {
  const waiting: { readonly job: Job; readonly judged: PromiseWithResolvers<Judged> }[] = [];
  let running = 0;
  async function runLane(): Promise<void> {
    running += 1;
    const child = startProcess(process.execPath, [SEMI_SPACE_FLAG, LANE], { withMessages: true });
    child.stdout.resume();
    child.stderr.pipe(process.stderr);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { job, judged } = next;
      try {
        judged.resolve(await judgeBy(child, job));
      } catch (error) {
        judged.reject(error);
        break;
      }
    }
    child.kill();
    running -= 1;
    if (waiting.length > 0) void runLane();
  }
  return {
    judge(job) {
      const judged = Promise.withResolvers<Judged>();
      waiting.push({ job, judged });
      if (running < lanes) void runLane();
      return judged.promise;
    },
  };
}

/** A run ends itself at its deadline. The additional minute detects a lane that hangs. */
function judgeBy(child: StartedProcess, job: Job): Promise<Judged> {
  const { promise, resolve, reject } = Promise.withResolvers<Judged>();
  const fail = (): void => reject(new Error(`The lane ended while it judged ${job.id}.`));
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
