import { setTimeout as sleep } from 'node:timers/promises';
import type { StepChange } from '../src/reference/service-steps.ts';
import type { Fault } from '../src/reference/faults/fault.ts';
import { faults } from '../src/reference/faults/index.ts';
import { type NewPet, petStatuses } from '../src/reference/pet.ts';
import { type ReferenceService, startReference } from '../src/reference/reference-service.ts';
import type { Report } from '../src/report/report.ts';
import { judgeCases } from '../src/run/judge-cases.ts';
import type { Configuration } from '../src/settings/configuration.ts';
import { configurationFor } from './configuration-for.ts';
import { type CatalogueSize, type Job, type Judged, LONGEST_SECONDS } from './fleet.ts';
import { noJournal } from './no-journal.ts';
import { summarise } from './summary.ts';
import { watchFaults } from './watch-faults.ts';
import { suiteIdentity } from '../src/run/suite-identity.ts';

/** Computed once for all services of this process. */
const SUITE = suiteIdentity();

/** Starts a service in this process, and judges it. */
export async function judgeJob(job: Job): Promise<Judged> {
  const residents = job.size === undefined ? [] : await initialPetsFor(job.size);
  const startsWith: StepChange = (base) => ({ seedPets: () => [...base.seedPets(), ...residents] });
  const clock = createClock();
  const { service: { faults: ids = [], ...others } = {}, asOf } = job;
  const watch = watchFaults(ids.map(faultWith));
  const service = await startReference({
    ...others,
    elapsed: clock.elapsed,
    ...(asOf === undefined ? {} : { now: () => new Date(asOf) }),
    changes: [...watch.changes, startsWith],
  });
  try {
    const report = await judge(service, job, clock);
    return {
      summary: summarise(job.id, report),
      report: job.keepsReport === true ? report : null,
      replaced: watch.replaced(),
    };
  } finally {
    await service.close();
  }
}

function faultWith(id: string): Fault {
  const found = faults.find((fault) => fault.id === id);
  if (found === undefined) throw new RangeError(`There is no fault with the id ${id}.`);
  return found;
}

/** The clock of a run and of its service, in milliseconds. It skips the pauses of a soak. */
function createClock() {
  const started = performance.now();
  let isSkipping = false;
  let skipped = 0;
  return {
    elapsed: () => performance.now() - started + skipped,
    skipPauses: () => {
      isSkipping = true;
    },
    async pause(milliseconds: number): Promise<void> {
      if (isSkipping) skipped += milliseconds;
      else await sleep(milliseconds);
    },
  };
}

const SEEDS_OF_EARLIER_RUNS = [1, 2, 3, 4];
let petsOfEarlierRuns: Promise<readonly NewPet[]> | undefined;

/** Returns the pets that exist before the run. The earlier runs use a correct service, and run once per process. */
function initialPetsFor(size: CatalogueSize): readonly NewPet[] | Promise<readonly NewPet[]> {
  if (size === 'fifth run') return (petsOfEarlierRuns ??= addPetsInEarlierRuns());
  return Array.from({ length: size === '150 pets' ? 150 : 5000 }, (_, index): NewPet => {
    const status = petStatuses[index % (petStatuses.length + 1)];
    const pet = { name: `Resident ${index + 1}`, categoryId: BigInt(1 + (index % 4)) };
    return status === undefined ? pet : { ...pet, status };
  });
}

/** Judges the reference service, and returns the whole report. */
export async function reportOnReference(job: Pick<Job, 'id' | 'cases' | 'size' | 'settings'>): Promise<Report> {
  const { report } = await judgeJob({ ...job, seed: 1, keepsReport: true });
  if (report === null) throw new Error('The run returned no report.');
  return report;
}

async function addPetsInEarlierRuns(): Promise<readonly NewPet[]> {
  const pets: NewPet[] = [];
  const keepsPets: StepChange = (base) => ({
    complete: (newPet) => {
      const pet = base.complete(newPet);
      pets.push(pet);
      return pet;
    },
  });
  const service = await startReference({ changes: [keepsPets] });
  try {
    for (const seed of SEEDS_OF_EARLIER_RUNS) await judge(service, { id: `earlier-run-${seed}`, seed, cases: null });
  } finally {
    await service.close();
  }
  return pets;
}

function judge(service: ReferenceService, job: Job, clock = createClock()): Promise<Report> {
  return judgeCases({
    configuration: configureJob(service, job),
    journal: noJournal,
    runId: job.id.replaceAll('/', '-'),
    suite: SUITE,
    now: Date.now,
    elapsed: clock.elapsed,
    pause: (milliseconds) => clock.pause(milliseconds),
    secondTry: job.secondTry ?? false,
    selection: job.cases === null ? null : new Set(job.cases),
    events: {
      live: ({ type }) => {
        if (type === 'soak') clock.skipPauses();
      },
    },
  });
}

function configureJob({ url, key }: ReferenceService, job: Job): Configuration {
  return {
    ...configurationFor(url, key),
    ...job.settings,
    concurrency: job.concurrency ?? 20,
    seed: job.seed,
    asOf: job.asOf ?? null,
    requestTimeout: job.requestTimeoutSeconds ?? LONGEST_SECONDS,
    settleTimeout: job.settleSeconds ?? 5,
    deadline: LONGEST_SECONDS,
    trialSeconds: 1,
    soak: job.soakMinutes ?? 0,
  };
}
