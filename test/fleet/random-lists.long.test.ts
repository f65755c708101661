import { describe, expect, it } from 'vitest';
import { fleetServices, jobFor } from '../../lab/services.ts';
import { createFleet } from '../../lab/fleet.ts';

// One list in twenty is wrong at random. A run may miss that by chance, most runs do not.

const RUNS = Array.from({ length: 20 }, (_, seed) => seed + 1);
const LEAST_CAUGHT = 17;
const services = fleetServices.filter(({ id }) => /^fault\/filter-drops-.*-at-random$/.test(id));
const fleet = createFleet();

describe('a service that is wrong at random, with twenty seeds', () => {
  it.concurrent.each(services.map((service) => [service.declared.id, service] as const))('%s', async (_id, service) => {
    const job = { ...jobFor(service, null), settleSeconds: 5 };
    const runs = RUNS.map((seed) => fleet.judge({ ...job, seed, service: { ...job.service, seed } }));
    const judged = await Promise.all(runs);
    expect(judged.filter(({ summary: { violated } }) => violated.length > 0).length).toBeGreaterThanOrEqual(
      LEAST_CAUGHT,
    );
  });
});
