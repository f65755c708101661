import type { CaseDescription } from '../../src/suite/case.ts';
import type { RunFacts } from '../../src/suite/records/records.ts';
import { renderTerminal } from '../../src/report/terminal/render-terminal.ts';
import type { Check, Report, ReportedCase, RequirementOutcome, RequirementResult } from '../../src/report/report.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { check, exchange, reportOf } from './fake-records.ts';

export const REPORT_PATH = '/reports/report.json';

/** Renders a report at 80 columns, by default without colour. */
export function shown(report: Report, colour = false): string {
  return renderTerminal(report, { colour, width: 80, reportPath: REPORT_PATH });
}

/** A requirement in a report. */
export function requirement(
  id: string,
  outcome: RequirementOutcome,
  fields: Partial<RequirementResult> = {},
): RequirementResult {
  return {
    id,
    part: '4.1',
    level: 'required',
    operation: 'listPets',
    statement: `The statement of ${id}.`,
    outcome,
    reason: null,
    howToResolve: null,
    checks: [],
    ...fields,
  };
}

/** A violated check that rests on the exchange `x1`. */
export function violation(id: string, fields: Partial<Check> = {}): Check {
  return check(id, 'violated', { expected: 'at most 7', actual: '8 pets', exchanges: ['x1'], ...fields });
}

/** An exchange with a request line, a response and a command. */
export function exchangeOf(id: string, curl = "curl 'http://h/v1/pets?limit=7'"): Exchange {
  const base = exchange(id);
  const body = { text: '[]', encoding: 'utf8', length: 2, sha256: '', capped: false } as const;
  return {
    ...base,
    request: { ...base.request, url: 'http://h/v1/pets?limit=7', curl },
    response: { status: 200, headers: [], body, complete: true },
  };
}

export const SOME_CASE: CaseDescription & ReportedCase = {
  id: 'some/case',
  caseId: 'some/case',
  title: 'a limit of 7',
  place: 'specs/some.spec.ts:1',
  requirements: [],
  judges: [],
  feeds: [],
  mayCreate: 0,
  needs: [],
  stage: 'main',
  repeatGroup: 'some/case',
};

/** A report with one violated requirement. Default: LIST-LIMIT-MAX. */
export function violatedReport(fields: Partial<Report> = {}): Report {
  return {
    ...reportOf({}),
    verdict: { outcome: 'not conformant', judged: 'service', profile: 'full', exitCode: 1, reasons: [] },
    requirements: [requirement('LIST-LIMIT-MAX', 'violated')],
    cases: [SOME_CASE],
    checks: [violation('LIST-LIMIT-MAX', { pointer: '/7' })],
    exchanges: [exchangeOf('x1')],
    suiteFaults: [],
    ...fields,
  };
}

export const FACTS: RunFacts = {
  highestLimitProven: { none: 60, sold: 20 },
  largestPage: 60,
  categoriesAccepted: ['1'],
  settlingDelays: [],
  requests: 715,
  creates: 2,
  pacing: {
    waits: 0,
    waitedMilliseconds: 0,
    disturbances: {},
    concurrency: 20,
    lowestConcurrency: 20,
    requestsPerSecond: null,
  },
};
