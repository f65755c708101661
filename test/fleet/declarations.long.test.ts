import { beforeAll, describe, expect, it } from 'vitest';
import { problemsOf } from '../../lab/declared.ts';
import { fleetServices, jobFor } from '../../lab/services.ts';
import { startFleet, type StartedFleet } from '../../lab/fleet.ts';

// What a fault declares to break depends neither on the seed nor on the pets that are there at the start, unless it says so.

const ANIMALS = 7;
const services = fleetServices.filter(
  ({ kind, declared }) => kind === 'fault' && !('startsEmpty' in declared && declared.startsEmpty),
);
let fleet: StartedFleet;

beforeAll(() => {
  const jobs = services.map((service) => jobFor(service, null));
  fleet = startFleet(jobs.map((job) => ({ ...job, seed: job.seed + 1, service: { ...job.service, pets: ANIMALS } })));
});

describe('with another seed and pets from the start, a fault breaks what it declares', () => {
  it.each(services.map((service) => [service.declared.id, service] as const))('%s', async (_id, service) => {
    expect(problemsOf(service, await fleet.summaryOf(service.id))).toEqual([]);
  });
});
