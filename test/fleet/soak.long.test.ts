import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../lab/declared.ts';
import { fleetServices, jobFor } from '../../lab/services.ts';
import { createFleet } from '../../lab/fleet.ts';

// A run that soaks for a minute accuses no service of a compliant sample. The clocks skip its pauses.

const SAMPLE = 20;
const compliant = fleetServices.filter(({ kind }) => kind === 'compliant');
const services = compliant.filter((_service, index) => index % Math.floor(compliant.length / SAMPLE) === 0);
const fleet = createFleet();

describe('a compliant service under --soak 1', () => {
  it.concurrent.each(services.map((service) => [service.declared.id, service] as const))('%s', async (_id, service) => {
    const { summary } = await fleet.judge({ ...jobFor(service, null), soakMinutes: 1 });
    expect(problemsOf(service, summary)).toEqual([]);
  });
});
