import { beforeAll, describe, expect, it } from 'vitest';
import { REPEATED, repeatedJobs, REPEATS } from '../../lab/repeated-jobs.ts';
import { startFleet, type StartedFleet } from '../../lab/fleet.ts';

// Ten runs against the same service agree, although another client adds pets.

let fleet: StartedFleet;

beforeAll(() => {
  // The other writer adds pets by the clock, so concurrent runs that slow each other down would see larger catalogues.
  fleet = startFleet(repeatedJobs(), 2);
});

describe('a service that is judged repeatedly under load', () => {
  it.each(['reference', ...REPEATED])('%s gets the same verdict and the same outcomes', async (id) => {
    const names = Array.from({ length: REPEATS }, (_, round) => `repeat/${id}/${round}`);
    const rounds = await Promise.all(names.map((name) => fleet.summaryOf(name)));
    const [first] = rounds;
    expect(first?.verdict).toBe('conformant');
    for (const round of rounds) {
      expect(round?.verdict).toBe(first?.verdict);
      expect(round?.outcomes).toEqual(first?.outcomes);
      expect(round?.violatedChecks).toEqual(first?.violatedChecks);
    }
  });
});
