import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../lab/declared.ts';
import { fleetServices, jobFor } from '../../lab/services.ts';
import { createFleet } from '../../lab/fleet.ts';

// The declared violations of a fault do not depend on the seed or the seed pets, unless the fault says so.

const PETS_BEFORE = 7;
const services = fleetServices.filter(
  ({ kind, declared }) => kind === 'fault' && !('startsEmpty' in declared && declared.startsEmpty),
);
const fleet = createFleet();

describe('with another seed and existing pets, a fault breaks what it declares', () => {
  it.concurrent.each(services.map((service) => [service.declared.id, service] as const))('%s', async (_id, service) => {
    const job = jobFor(service, null);
    const { summary } = await fleet.judge({
      ...job,
      seed: job.seed + 1,
      service: { ...job.service, pets: PETS_BEFORE },
    });
    expect(problemsOf(service, summary)).toEqual([]);
  });
});
