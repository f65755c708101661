import type { CaseEnd } from '../../src/suite/execution/run-cases.ts';
import type { RunRecord, CheckOutcome } from '../../src/suite/records/records.ts';
import type { RequirementRow, TestableId } from '../../src/contract/requirements.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { buildReport } from '../../src/report/verdict/build-report.ts';
import { RUN } from './fake-records.ts';
import type { Report } from '../../src/report/report.ts';

const CASE = 'some/case';

const ROWS = [
  ['GET-OK', 'required', 'violated'],
  ['DEPRECATION-SUNSET', 'recommended', 'violated'],
  ['CREATE-STORED', 'required', 'violated'],
  ['GET-SAME', 'required', 'not-verified'],
  ['GET-UNKNOWN', 'required', 'not-applicable'],
  ['LIST-LIMIT-MAX', 'required', 'satisfied'],
  ['OPEN-LIST-ORDER', 'unspecified', 'observed'],
] as const satisfies readonly (readonly [TestableId, RequirementRow['level'], CheckOutcome])[];

/** A small report that contains every outcome. */
export function exampleReport(): Report {
  return buildReport({
    run: { ...RUN, id: 'run', embedded: true, end: 'interrupted', signal: 'SIGINT' },
    cases: [
      ended(
        CASE,
        ROWS.map(([id]) => id),
        'passed',
      ),
      ended('other/case', ['CREATE-OK'], 'failed'),
    ],
    records: [...ROWS.map(([id, , outcome]) => judged(id, outcome)), { type: 'exchange', exchange: EXCHANGE }],
    suiteFaults: ['A fault.'],
    deviations: [{ id: 'CREATE-STORED', reason: 'A reason.', owner: 'An owner', expires: '2030-01-01' }],
    table: [
      ...ROWS.map(([id, level]) => row(id, level)),
      row('CREATE-OK', 'required'),
      { ...row('SCOPE', 'required'), reason: 'A reason.' },
    ],
  });
}

function ended(caseId: string, judges: readonly TestableId[], state: CaseEnd['state']): CaseEnd {
  const description = {
    caseId,
    title: 'some case',
    place: 'specs/some.spec.ts:1',
    judges,
    feeds: [],
    mayCreate: 0,
    needs: [],
    stage: 'main',
    repeatGroup: caseId,
  } as const;
  return { description, state, errors: ['A fault.'], stop: null };
}

function row(id: string, level: RequirementRow['level']): RequirementRow {
  return { id, part: '4.1', level, operation: 'listPets', statement: 'A statement.' };
}

function judged(requirement: TestableId, outcome: CheckOutcome): RunRecord {
  const judgement = {
    requirement,
    outcome,
    expected: 'this',
    actual: 'that',
    pointer: '',
    exchanges: ['x1'],
    ...(outcome.startsWith('not-')
      ? { reason: 'A reason.', howToResolve: 'A resolution.' }
      : { reason: null, howToResolve: null }),
  };
  return { type: 'judgement', caseId: CASE, attempt: 'first', judgement };
}

const BODY = { text: '{}', encoding: 'base64', length: 2, sha256: '0'.repeat(64), capped: true } as const;

const EXCHANGE: Exchange = {
  id: 'x1',
  caseId: CASE,
  operation: 'createPet',
  request: {
    method: 'POST',
    url: 'http://localhost/v1/pets',
    headers: [['Content-Type', 'application/json']],
    body: BODY,
    credential: 'valid',
    curl: 'curl -sS -i',
  },
  attempts: [],
  response: { status: 200, headers: [], body: BODY, complete: false },
  failure: { kind: 'cut-short', message: 'The response was cut short.' },
};
