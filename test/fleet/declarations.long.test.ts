import { beforeAll, describe, expect, it } from 'vitest';
import { problemsOf } from '../../lab/declared.ts';
import { fleetServices, jobFor } from '../../lab/services.ts';
import { startFleet, type StartedFleet } from '../../lab/fleet.ts';

// The declared violations of a fault do not depend on the seed or the seed pets, unless the fault says so.

const ANIMALS = 7;
const services = fleetServices.filter(
  ({ kind, declared }) => kind === 'fault' && !('startsEmpty' in declared && declared.startsEmpty),
);
let fleet: StartedFleet;

beforeAll(() => {
  const jobs = services.map((service) => jobFor(service, null));
  fleet = startFleet(jobs.map((job) => ({ ...job, seed: job.seed + 1, service: { ...job.service, pets: ANIMALS } })));
});

describe('with another seed and existing pets, a fault breaks what it declares', () => {
  it.each(services.map((service) => [service.declared.id, service] as const))('%s', async (_id, service) => {
    expect(problemsOf(service, await fleet.summaryOf(service.id))).toEqual([]);
  });
});
