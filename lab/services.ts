import { createHash } from 'node:crypto';
import type { CaseDescription } from '../src/suite/case.ts';
import type { Fault } from '../src/reference/faults/fault.ts';
import { faults } from '../src/reference/faults/index.ts';
import { compliantVariants } from '../src/reference/compliant/index.ts';
import type { CompliantVariant } from '../src/reference/compliant/compliant-variant.ts';
import { type Job, LONGEST_SECONDS, runFleet } from './fleet.ts';
import { type KillMatrix, newCases } from './kill-matrix.ts';
import { seedFor } from '../src/suite/execution/random-numbers.ts';
import type { Summary } from './summary.ts';

/** A service of the fleet, and how it declares that it must be judged. */
export type FleetService =
  | { readonly kind: 'fault'; readonly id: string; readonly declared: Fault }
  | { readonly kind: 'compliant'; readonly id: string; readonly declared: CompliantVariant };

/** Every service. The slow ones come first, so that no lane is left alone with them at the end. */
export const fleetServices: readonly FleetService[] = [
  ...compliantVariants.map((declared) => ({ kind: 'compliant', id: `compliant/${declared.id}`, declared }) as const),
  ...faults.map((declared) => ({ kind: 'fault', id: `fault/${declared.id}`, declared }) as const),
];

const SAMPLE = 120;
const SAMPLE_SEED = 1;

/** The services that are judged at every size of the catalogue. A new fault replaces at most one of the sample. */
export const sampledServices: readonly FleetService[] = [
  ...fleetServices.filter(({ kind }) => kind === 'compliant'),
  ...fleetServices
    .filter(({ kind }) => kind === 'fault')
    .toSorted((left, right) => seedFor(SAMPLE_SEED, left.id) - seedFor(SAMPLE_SEED, right.id))
    .slice(0, SAMPLE),
];

/** Long enough for the lists that are late by two seconds; a broken service need not be waited for as long. */
const SETTLE = { fault: 1, compliant: 5 } as const;

/** How a service is judged, by some cases or by all. */
export function jobFor({ kind, id, declared }: FleetService, cases: Job['cases']): Job {
  return {
    id,
    service: kind === 'fault' ? { fault: declared.id } : { compliant: [declared.id] },
    asOf: declared.at ?? null,
    settleSeconds: SETTLE[kind],
    requestTimeoutSeconds: (kind === 'compliant' ? declared.requestTimeoutSeconds : undefined) ?? LONGEST_SECONDS,
    seed: seedOf(declared.id),
    concurrency: 20,
    soakMinutes: declared.soakMinutes ?? 0,
    cases,
    keepsReport: false,
  };
}

/** The seed of a service comes from its id, so that a new service leaves the runs of all others as they are. */
function seedOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt16BE();
}

/**
 * The cases by which a service is judged in less time: those that are recorded to catch it, and those that are not recorded at all.
 * Null, which is all cases, where none is recorded: variants, faults that show now and then, and new faults.
 */
export function fewCases({ id }: FleetService, matrix: KillMatrix, cases: readonly CaseDescription[]): Job['cases'] {
  const recorded = matrix.few[id];
  const known = new Set(cases.map(({ caseId }) => caseId));
  if (recorded === undefined || recorded.cases.some((each) => !known.has(each))) return null;
  return [...new Set([...recorded.cases, ...newCases(cases, matrix)])];
}

/** Judges services of the fleet, each by the cases that are chosen for it, and reports each as it ends. */
export async function judgeServices(
  judged: readonly FleetService[],
  casesFor: (service: FleetService) => Job['cases'],
  done: (service: FleetService, summary: Summary) => void,
  more: Pick<Job, 'size' | 'profile'> = {},
): Promise<void> {
  const byId = new Map(judged.map((service) => [service.id, service]));
  await runFleet(
    judged.map((service) => ({ ...jobFor(service, casesFor(service)), ...more })),
    ({ summary }) => {
      const service = byId.get(summary.id);
      if (service !== undefined) done(service, summary);
    },
  );
}
