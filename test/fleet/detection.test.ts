import { describe, expect, it } from 'vitest';
import { currentDigests } from '../../lab/current-records.ts';
import { problemsOf } from '../../lab/declared.ts';
import { readKillMatrix } from '../../lab/detection-record.ts';
import { createFleet } from '../../lab/fleet.ts';
import { idleChecks, misrecordedFaults } from '../../lab/kill-matrix.ts';
import { aloneRowOf, fleetServices, jobFor } from '../../lab/services.ts';
import { faults } from '../../src/reference/faults/index.ts';

// The case that is recorded for a steady fault judges it. All cases judge every other service.
// `npm run detection` judges every service with all cases.

const recorded = readKillMatrix();
const sources = await currentDigests();
const fleet = createFleet();
const services = fleetServices.map((service) => ({ service, alone: aloneRowOf(service, recorded, sources) }));
// Runs with all cases take longest, so they come first.
const slowFirst = services.toSorted((one, other) => Number(one.alone !== null) - Number(other.alone !== null));

// `-t ID` judges only the services whose id contains it.
describe.concurrent.each([
  ['fairness: a compliant service is not accused', 'compliant'],
  ['detection: a broken service is not conformant, for the reason that it declares', 'fault'],
])('%s', (_title, kind) => {
  const own = slowFirst.filter(({ service }) => service.kind === kind);
  it.each(own.map((each) => [each.service.declared.id, each] as const))('%s', async (_id, { service, alone }) => {
    const { summary } = await fleet.judge(jobFor(service, alone === null ? null : [alone.case]));
    expect(problemsOf(service, summary, alone?.violated)).toEqual([]);
  });
});

describe('the kill matrix', () => {
  it('covers the current faults: otherwise run npm run detect -- ID --record', () => {
    expect(misrecordedFaults(recorded, faults)).toEqual([]);
  });

  it('has only checks that catch a fault', () => {
    expect(idleChecks(recorded)).toEqual([]);
  });
});
