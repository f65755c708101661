import { describe, expect, it } from 'vitest';
import { problemsAtSize } from '../../lab/declared.ts';
import { readKillMatrix } from '../../lab/detection-record.ts';
import { createFleet } from '../../lab/fleet.ts';
import { fleetServices, jobFor } from '../../lab/services.ts';

// Some services of `npm run detect -- --sizes`: those that are hard to judge in a larger catalogue.

const SAMPLE = [
  ['150 pets', 'compliant/filters-after-cutting'],
  ['150 pets', 'fault/refused-status-stored'],
  ['5,000 pets', 'compliant/operator-renames'],
  ['5,000 pets', 'compliant/newest-first'],
  ['5,000 pets', 'fault/refused-status-stored-among-many'],
  ['5,000 pets', 'fault/large-unfiltered-list-cached'],
  ['fifth run', 'compliant/available-becomes-pending'],
  ['fifth run', 'fault/unauthorised-add-stored'],
] as const;

const services = new Map(fleetServices.map((service) => [service.id, service]));
const fleet = createFleet(2);

describe('in a larger catalogue, a service is judged as it declares', () => {
  it.concurrent.each(SAMPLE)('%s: %s', async (size, id) => {
    const service = services.get(id);
    if (service === undefined) throw new RangeError(`${id} is not a service of the fleet.`);
    const { summary } = await fleet.judge({ ...jobFor(service, null), size });
    expect(problemsAtSize(service, summary)).toEqual([]);
  });

  it('is recorded without an accused variant, and with a reason for each missed fault', () => {
    for (const [id, row] of Object.entries(readKillMatrix().sizes.services)) {
      for (const seen of Object.values(row)) {
        if (id.startsWith('compliant/')) expect([id, seen]).toEqual([id, []]);
        else expect([id, seen]).not.toEqual([id, []]);
        expect(seen).not.toBe('no reason');
      }
    }
  });
});
