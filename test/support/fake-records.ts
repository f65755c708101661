import type { CaseDescription } from '../../src/suite/case.ts';
import type { CaseEnd } from '../../src/suite/execution/run-cases.ts';
import type { CaseAttempt } from '../../src/suite/history.ts';
import type { CheckOutcome, Judgement, SatisfiedRules, RunRecord } from '../../src/suite/records/records.ts';
import type { RequirementRow, TestableId } from '../../src/contract/requirements.ts';
import { buildReport, type ReportInput } from '../../src/report/verdict/build-report.ts';
import { foldChecks } from '../../src/report/verdict/fold-checks.ts';
import type { Check, Report, ReportedOutcome, RunDescription, VerdictReason } from '../../src/report/report.ts';
import type { Exchange } from '../../src/http/exchange.ts';

/** The record of a judgement. */
export function judged(
  requirement: TestableId,
  outcome: CheckOutcome,
  fields: Partial<Judgement> = {},
  caseId = 'some/case',
): Extract<RunRecord, { readonly type: 'judgement' }> {
  const isUndecided = outcome === 'not-verified' || outcome === 'not-applicable';
  const judgement: Judgement = {
    requirement,
    outcome,
    expected: 'this',
    actual: 'that',
    pointer: null,
    exchanges: ['x1'],
    reason: isUndecided ? 'A reason.' : null,
    howToResolve: null,
    ...fields,
  };
  return { type: 'judgement', caseId, attempt: 'first', judgement };
}

/** The record of what violates a rule. `about` is what the rule judged: the case by default. */
export function broken(
  requirement: TestableId,
  fields: Partial<Judgement> = {},
  caseId = 'some/case',
  subject = caseId,
): Extract<RunRecord, { readonly type: 'rule-violated' }> {
  return { ...judged(requirement, 'violated', fields, caseId), type: 'rule-violated', subject };
}

/** The record of the rules that the responses of a case satisfy. `about` is what the rules judged: the case by default. */
export function kept(
  rules: SatisfiedRules,
  caseId = 'some/case',
  subject = caseId,
): Extract<RunRecord, { readonly type: 'rules-satisfied' }> {
  return { type: 'rules-satisfied', caseId, attempt: 'first', subject, rules };
}

/** The record of what a rule could not decide. */
export function undecided(
  requirement: TestableId,
  outcome: 'not-verified' | 'not-applicable',
  fields: Partial<Judgement> = {},
): RunRecord {
  return { type: 'rule-undecided', judgement: judged(requirement, outcome, fields).judgement };
}

/** A record of a case, as its second try gives it. */
export function secondTry<Given extends CaseAttempt>(record: Given): Given {
  return { ...record, attempt: 'second try' };
}

export function stopped(
  outcome: 'not-verified' | 'not-applicable',
  caseId = 'some/case',
): Extract<RunRecord, { readonly type: 'stopped' }> {
  const texts = { reason: 'A reason.', howToResolve: 'A resolution.' };
  return { type: 'stopped', caseId, attempt: 'first', outcome, ...texts, exchanges: ['x9'] };
}

/** The record of a case that ended because a request had no response. */
export function stopWithoutResponse(caseId = 'some/case'): RunRecord {
  return { ...stopped('not-verified', caseId), cause: 'no-response' };
}

export function caseEnd(
  judges: readonly TestableId[],
  state: CaseEnd['state'] = 'passed',
  errors: readonly string[] = [],
  caseId = 'some/case',
): CaseEnd {
  return {
    description: {
      caseId,
      title: 'some case',
      place: 'specs/some.spec.ts:1',
      judges,
      feeds: [],
      mayCreate: 0,
      needs: [],
      stage: 'main',
      repeatGroup: caseId,
    },
    state,
    errors,
    stop: null,
  };
}

/** The end of a case with other members of its description. */
export function describedAs(end: CaseEnd, fields: Partial<CaseDescription>): CaseEnd {
  return { ...end, description: { ...end.description, ...fields } };
}

/** A check from the fold, with a different outcome. */
export function check(requirement: string, outcome: ReportedOutcome, fields: Partial<Check> = {}): Check {
  const [blank] = foldChecks([], [caseEnd(['GET-OK'], 'pending')]);
  if (blank === undefined) throw new Error('The fold returned no check.');
  const violations = outcome === 'violated' ? 1 : 0;
  const named = { id: `some/case#${requirement}`, requirement, outcome, reason: null, howToResolve: null };
  return { ...blank, ...named, judgements: 1, violations, ...fields };
}

/** A row of a requirement table. */
export function row(id: string, level: RequirementRow['level'] = 'required', reason?: string): RequirementRow {
  return {
    id,
    part: '4.3',
    level,
    operation: 'getPet',
    statement: `The statement of ${id}.`,
    ...(reason === undefined ? {} : { reason }),
  };
}

export const RUN: RunDescription = {
  id: 'run-1',
  target: 'http://127.0.0.1:1/v1',
  embedded: false,
  profile: 'full',
  suite: { name: 'suite', version: '1.2.3', sources: 'sha256:0', commit: null, lockfile: null },
  contract: { title: 'Contract', version: '1.0.0' },
  node: 'v24.0.0',
  platform: 'linux-x64',
  startedAt: '2030-01-01T00:00:00.000Z',
  endedAt: '2030-01-01T00:01:00.000Z',
  end: 'complete',
  signal: null,
  selection: 'all',
  seed: 1,
  asOf: '2030-01-01',
  removalPhase: 'before',
  daysUntilRemoval: 338,
  configuration: {},
  origin: {
    command: 'npx petstore-conformance run',
    buildServer: null,
    digests: { configuration: 'sha256:0', deviations: null },
  },
};

/** The report of a run that judged the rows GET-OK (required), DEPRECATION-SUNSET (recommended) and OPEN-LIST-ORDER. */
export function reportOf(results: Partial<ReportInput>): Report {
  return buildReport({ run: RUN, cases: [], records: [], suiteFaults: [], table: ROWS, ...results });
}

const ROWS = [row('GET-OK'), row('DEPRECATION-SUNSET', 'recommended'), row('OPEN-LIST-ORDER', 'unspecified')];

export function exchange(id: string): Exchange {
  const request = { method: 'GET', url: '', headers: [], body: null, credential: '', curl: '' };
  return { id, caseId: 'some/case', operation: 'listPets', request, attempts: [], response: null, failure: null };
}

/** A reason of a verdict that concerns no requirement. */
export function doubt(text: string): VerdictReason {
  return { kind: 'doubt', text, requirements: [] };
}
