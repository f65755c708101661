import { beforeAll, describe, expect, it } from 'vitest';
import { fleetServices, jobFor } from '../../lab/services.ts';
import { startFleet, type StartedFleet } from '../../lab/fleet.ts';

// One list in twenty is wrong at random. A run may miss that by chance, most runs do not.

const RUNS = Array.from({ length: 20 }, (_, seed) => seed + 1);
const LEAST_CAUGHT = 17;
const services = fleetServices.filter(({ id }) => /^fault\/filter-drops-.*-at-random$/.test(id));
let fleet: StartedFleet;

beforeAll(() => {
  const jobs = services.map((service) => ({ ...jobFor(service, null), settleSeconds: 5 }));
  fleet = startFleet(
    jobs.flatMap((job) =>
      RUNS.map((seed) => ({ ...job, id: `${job.id}/${seed}`, seed, service: { ...job.service, seed } })),
    ),
  );
});

describe('a service that is wrong at random, with twenty seeds', () => {
  it.each(services.map(({ id }) => id))('%s', async (id) => {
    const summaries = await Promise.all(RUNS.map((seed) => fleet.summaryOf(`${id}/${seed}`)));
    expect(summaries.filter(({ violated }) => violated.length > 0).length).toBeGreaterThanOrEqual(LEAST_CAUGHT);
  });
});
