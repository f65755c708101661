import { beforeAll, describe, expect, it } from 'vitest';
import { judgeFleet } from '../../lab/fleet-run.ts';
import { REPEATED, REPEATS } from '../../lab/repeated-jobs.ts';
import type { Summary } from '../../lab/summary.ts';

// The same service, judged ten times in a row while another client adds animals, is judged the same ten times.

let summaries: ReadonlyMap<string, Summary> = new Map();

beforeAll(async () => {
  summaries = await judgeFleet('--repeat');
});

describe('a service that is judged again and again under load', () => {
  it.each(['reference', ...REPEATED])('%s comes to the same verdict and the same outcomes', (id) => {
    const rounds = Array.from({ length: REPEATS }, (_, round) => summaries.get(`repeat/${id}/${round}`));
    const [first] = rounds;
    expect(first?.verdict).toBe('conformant');
    for (const round of rounds) {
      expect(round?.verdict).toBe(first?.verdict);
      expect(round?.outcomes).toEqual(first?.outcomes);
      expect(round?.violatedChecks).toEqual(first?.violatedChecks);
    }
  });
});
