import { describe, expect, it } from 'vitest';
import { createFleet } from '../../lab/fleet.ts';
import { fleetServices, jobFor } from '../../lab/services.ts';

// A second try finds the violations of a steady fault again, or does not judge them.

const SAMPLE = 60;
/** It fails only once. */
const ONCE = new Set(['limit-37-fails-at-first']);

const steady = fleetServices.filter(
  ({ kind, declared }) => kind === 'fault' && 'breaks' in declared && !ONCE.has(declared.id),
);
const services = steady.filter((_service, index) => index % Math.floor(steady.length / SAMPLE) === 0);
const fleet = createFleet();

describe('no violation of a steady fault is called unstable', () => {
  it.concurrent.each(services.map((service) => [service.declared.id, service] as const))('%s', async (_id, service) => {
    const { summary } = await fleet.judge({ ...jobFor(service, null), secondTry: true });
    expect(summary.violated).not.toEqual([]);
    expect(summary.unstableChecks).toEqual([]);
  });
});
