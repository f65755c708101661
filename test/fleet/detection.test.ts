import { beforeAll, describe, expect, it } from 'vitest';
import { loadCases } from '../../src/run/load-cases.ts';
import { faults } from '../../src/reference/faults/index.ts';
import { problemsOf } from '../../lab/declared.ts';
import { idleChecks, misrecordedFaults } from '../../lab/kill-matrix.ts';
import { readKillMatrix } from '../../lab/detection-record.ts';
import { fleetServices, jobFor, fewCases } from '../../lab/services.ts';
import { startFleet, type StartedFleet } from '../../lab/fleet.ts';

// The cases recorded for a deterministic fault judge it, together with new cases. All cases judge every other service.
// `npm run detection` judges every service with all cases.

const recorded = readKillMatrix();
let fleet: StartedFleet;

beforeAll(async () => {
  const cases = await loadCases();
  fleet = startFleet(fleetServices.map((service) => jobFor(service, fewCases(service, recorded, cases))));
});

describe.each([
  ['detection: a broken service is not conformant, for the reason that it declares', 'fault'],
  ['fairness: a compliant service is not accused', 'compliant'],
])('%s', (_title, kind) => {
  const services = fleetServices.filter((service) => service.kind === kind);
  it.each(services.map((service) => [service.declared.id, service] as const))('%s', async (_id, service) => {
    const summary = await fleet.summaryOf(service.id);
    expect(problemsOf(service, summary, recorded.few[service.id]?.violated)).toEqual([]);
  });
});

describe('the kill matrix', () => {
  it('covers the current faults: otherwise run npm run detect -- ID --record', () => {
    expect(misrecordedFaults(recorded, faults)).toEqual([]);
  });

  it('has only checks that catch a fault', async () => {
    expect(idleChecks(recorded, await fleet.all())).toEqual([]);
  });
});
