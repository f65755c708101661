import { requirements } from '../../src/contract/requirements.ts';
import type { Report } from '../../src/report/report.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { caseEnd, judged, reportOf } from './fake-records.ts';

const body = { text: '{"code":"x"}', encoding: 'utf8', length: 12, sha256: 'ab12'.repeat(16), capped: false } as const;
const pet = { id: '7', name: 'Rex', caseId: 'some/case', exchange: 'x1', intended: true } as const;
const failure = { kind: 'cut-short', message: 'The response was cut short.' } as const;

/** An exchange in which nothing is null. */
export function fullExchange(id: string): Exchange {
  return {
    id,
    caseId: 'some/case',
    operation: 'createPet',
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:1/v1/pets',
      headers: [['Accept', '*/*']],
      body,
      credential: 'valid',
      curl: 'curl -sS -i',
    },
    attempts: [
      {
        startedAt: '2030-01-01T00:00:00.000Z',
        milliseconds: 1.5,
        connection: 'fresh',
        status: 400,
        failure,
        waitedMilliseconds: 0,
      },
    ],
    response: { status: 400, headers: [['Content-Type', 'application/json']], body, complete: false },
    failure,
  };
}

/** A folded report with at least one element in every list, and with every optional member. */
export function fullReport(): Report {
  const report = reportOf({
    cases: [caseEnd(['GET-OK', 'OPEN-LIST-ORDER'])],
    records: [
      judged('GET-OK', 'violated'),
      judged('OPEN-LIST-ORDER', 'observed'),
      { type: 'addition', addition: { ...pet, sentAt: null, outcome: 'created' } },
      { type: 'addition', addition: { ...pet, id: null, sentAt: '2030-01-01T00:00:00.000Z', outcome: 'unknown' } },
      {
        type: 'facts',
        facts: {
          highestLimitProven: { sold: 3, none: 100 },
          largestPage: 100,
          categoriesAccepted: ['1'],
          settlingDelays: [0.5],
          requests: 1,
          creates: 1,
          pacing: {
            waits: 0,
            waitedMilliseconds: 0,
            disturbances: {},
            concurrency: 20,
            lowestConcurrency: 20,
            requestsPerSecond: null,
          },
        },
      },
      { type: 'exchange', exchange: fullExchange('x1') },
    ],
    suiteFaults: ['a.spec.ts did not load'],
    deviations: [{ id: 'GET-OK', reason: 'It is being fixed.', owner: 'The pet team', expires: '2029-12-31' }],
    table: requirements,
  });
  return {
    ...report,
    run: { ...report.run, configuration: { concurrency: 20, categoryId: null } },
  };
}
