import type { Summary } from '../../lab/summary.ts';

/** A summary of a judged service. A test sets only the fields that it needs. */
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
    unstableChecks: [],
    settled: [],
    first: null,
    open: [],
    notes: [],
    harnessErrors: [],
    suiteFaults: [],
    ...fields,
  };
}
