import { describe, expect, it } from 'vitest';
import { REPEATED, repeatedJobs } from '../../lab/repeated-jobs.ts';
import { createFleet } from '../../lab/fleet.ts';

// Ten runs against the same service agree, although another client adds pets.

// The other writer adds pets by the clock, so concurrent runs that slow each other down would see larger catalogues.
const fleet = createFleet(2);

describe('a service that is judged repeatedly under load', () => {
  it.concurrent.each(['reference', ...REPEATED])('%s gets the same verdict and the same outcomes', async (id) => {
    const judged = await Promise.all(repeatedJobs(id).map((job) => fleet.judge(job)));
    const rounds = judged.map(({ summary }) => summary);
    const [first] = rounds;
    expect(first?.verdict).toBe('conformant');
    for (const round of rounds) {
      expect(round?.verdict).toBe(first?.verdict);
      expect(round?.outcomes).toEqual(first?.outcomes);
      expect(round?.violatedChecks).toEqual(first?.violatedChecks);
    }
  });
});
