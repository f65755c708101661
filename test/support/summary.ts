import type { Summary } from '../../lab/summary.ts';

/** What the judging of a service came to, of which a test says only what it looks at. */
export function summary(id: string, fields: Partial<Summary> = {}): Summary {
  return {
    id,
    verdict: 'conformant',
    end: 'complete',
    milliseconds: 1,
    violated: [],
    warned: [],
    notVerified: [],
    notApplicable: [],
    outcomes: {},
    violatedChecks: [],
    violatedBy: {},
    settled: [],
    symptoms: [],
    first: null,
    notes: [],
    harnessErrors: [],
    suiteFaults: [],
    ...fields,
  };
}
