import { createHash } from 'node:crypto';
import type { Fault } from '../src/reference/faults/fault.ts';
import { faults } from '../src/reference/faults/index.ts';
import { compliantVariants } from '../src/reference/compliant/index.ts';
import type { CompliantVariant } from '../src/reference/compliant/compliant-variant.ts';
import { createFleet, type Job } from './fleet.ts';
import type { AloneRow, KillMatrix } from './kill-matrix.ts';
import type { SourceDigests } from './source-digests.ts';
import { seedFor } from '../src/suite/random-numbers.ts';
import type { Summary } from './summary.ts';

/** A service of the fleet, and the judgement that it declares. */
export type FleetService =
  | { readonly kind: 'fault'; readonly id: string; readonly declared: Fault }
  | { readonly kind: 'compliant'; readonly id: string; readonly declared: CompliantVariant };

/** Every service. Slow services come first, otherwise a single lane would run them at the end. */
export const fleetServices: readonly FleetService[] = [
  ...compliantVariants.map((declared) => ({ kind: 'compliant', id: `compliant/${declared.id}`, declared }) as const),
  ...faults.map((declared) => ({ kind: 'fault', id: `fault/${declared.id}`, declared }) as const),
];

const SAMPLE = 120;
const SAMPLE_SEED = 1;

/** The services that are judged in every catalogue size. A new fault replaces at most one service of the sample. */
export const sampledServices: readonly FleetService[] = [
  ...fleetServices.filter(({ kind }) => kind === 'compliant'),
  ...fleetServices
    .filter(({ kind }) => kind === 'fault')
    .toSorted((left, right) => seedFor(SAMPLE_SEED, left.id) - seedFor(SAMPLE_SEED, right.id))
    .slice(0, SAMPLE),
];

/** Compliant lists may be late by two seconds. Broken services need a shorter wait. */
const SETTLE = { fault: 1, compliant: 5 } as const;

/** The job that judges a service with some or all cases. */
export function jobFor({ kind, id, declared }: FleetService, cases: Job['cases']): Job {
  const { at, soakMinutes = 0 } = declared;
  const timeout = kind === 'compliant' ? declared.requestTimeoutSeconds : undefined;
  return {
    id,
    service: kind === 'fault' ? { faults: [declared.id] } : { compliant: [declared.id] },
    ...(at === undefined ? {} : { asOf: at }),
    ...(timeout === undefined ? {} : { requestTimeoutSeconds: timeout }),
    settleSeconds: SETTLE[kind],
    seed: seedOf(declared.id),
    soakMinutes,
    cases,
  };
}

/** The job that judges a service with several faults at once. */
export function jobForFaults(id: string, faultIds: readonly string[]): Job {
  return { id, service: { faults: faultIds }, settleSeconds: SETTLE.fault, seed: seedOf(id), cases: null };
}

/** Derives the seed from the id, so a new service does not change the runs of other services. */
function seedOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt16BE();
}

/** The recorded case that catches a steady fault alone. Null if none is recorded for the fault and the case as they are now. */
export function aloneRowOf(
  { id }: FleetService,
  { cases, services }: KillMatrix,
  sources: SourceDigests,
): AloneRow | null {
  const row = services[id];
  if (row?.alone === undefined || row.source !== sources.services[id]) return null;
  const { [row.alone.case]: recorded } = cases;
  return recorded?.source === sources.cases[row.alone.case] ? row.alone : null;
}

/** Judges services of the fleet, each with the cases that `casesFor` chooses. Calls `done` for each result. */
export async function judgeServices(
  judged: readonly FleetService[],
  casesFor: (service: FleetService) => Job['cases'],
  done: (service: FleetService, summary: Summary) => void,
  more: Pick<Job, 'size'> = {},
): Promise<void> {
  const fleet = createFleet();
  await Promise.all(
    judged.map(async (service) => {
      const { summary } = await fleet.judge({ ...jobFor(service, casesFor(service)), ...more });
      done(service, summary);
    }),
  );
}
