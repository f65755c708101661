import { requirements as table } from '../../src/contract/requirements.ts';
import { rollUp } from '../../src/report/verdict/conclude.ts';
import type { Check, Report, ReportedOutcome } from '../../src/report/report.ts';
import type { BodyRecord, Exchange } from '../../src/http/exchange.ts';
import { check as blankCheck } from './fake-records.ts';
import { fullReport } from './full-report.ts';

const RUN_ID = 'mwp7icx3';
const DIGEST = '0123456789abcdef'.repeat(4);
/** A normal run sends four requests for every five checks. */
const EXCHANGES_PER_CHECK = 0.8;

/**
 * A realistic report with a number of checks. They cover all requirements, and most are satisfied. Exchanges have the sizes
 * and headers of a real run. The first check is violated.
 */
export function largeReport(checks: number): Report {
  const testable = table.filter((row) => !('reason' in row));
  const exchanges = Array.from({ length: Math.ceil(checks * EXCHANGES_PER_CHECK) }, (_, at) => largeExchange(at + 1));
  const all = Array.from({ length: checks }, (_, at) =>
    largeCheck(at, testable[at % testable.length]?.id ?? '', exchanges),
  );
  const requirements = rollUp(table, all);
  const cases = all.map((each) => ({
    id: each.case,
    title: `a page with the limit ${each.case.replaceAll(/\D/g, '')} holds at most that`,
    place: 'specs/list-limit.spec.ts:35',
    requirements: [each.requirement],
    stage: 'main',
  }));
  const base = fullReport();
  const counts = { ...base.counts, cases: checks, exchanges: exchanges.length };
  return { ...base, suiteFaults: [], counts, requirements, cases, checks: all, exchanges };
}

function largeCheck(at: number, requirement: string, exchanges: readonly Exchange[]): Check {
  const outcome: ReportedOutcome = at === 0 ? 'violated' : at % 15 === 14 ? 'observed' : 'satisfied';
  const id = `list/limit/${at}`;
  const own = exchanges[Math.floor(at * EXCHANGES_PER_CHECK)]?.id ?? 'x1';
  return {
    ...blankCheck(requirement, outcome),
    id: `${id}#${requirement}`,
    case: id,
    expected: `a page of at most ${at} pets, each with an id, a name and a category`,
    actual: `a page of ${at} pets`,
    pointer: at === 0 ? '/3/name' : null,
    exchanges: [own],
  };
}

function largeExchange(at: number): Exchange {
  const url = `https://staging.example/v1/pets?limit=${at % 100}`;
  return {
    id: `x${at}`,
    caseId: `list/limit/${at}`,
    operation: 'listPets',
    request: {
      method: 'GET',
      url,
      headers: [
        ['Authorization', 'Bearer [key]'],
        ['Accept', 'application/json'],
        ['Accept-Encoding', 'gzip, deflate, br'],
        ['User-Agent', `petstore-conformance/0.1.0 (run ${RUN_ID})`],
      ],
      body: null,
      credential: 'valid',
      curl: `curl -sS -i --compressed --globoff --path-as-is '${url}' -H "Authorization: Bearer $PETSTORE_API_KEY" -H 'Accept: application/json'`,
    },
    attempts: [
      {
        startedAt: '2030-01-01T00:00:00.000Z',
        milliseconds: 1 + (at % 97),
        connection: 'reused',
        status: 200,
        failure: null,
        waitedMilliseconds: 0,
      },
    ],
    response: {
      status: 200,
      headers: [
        ['Content-Type', 'application/json'],
        ['Content-Length', '1600'],
        ['Date', 'Tue, 01 Jan 2030 00:00:00 GMT'],
        ['Connection', 'keep-alive'],
        ['Keep-Alive', 'timeout=5'],
      ],
      body: largeBody(at),
      complete: true,
    },
    failure: null,
  };
}

function largeBody(at: number): BodyRecord {
  const pets = Array.from({ length: 1 + (at % 40) }, (_, each) => ({
    id: at * 1_000_000 + each,
    name: `cfzgry-vi11xv Leo ${each}`,
    categoryId: 1,
    status: 'available',
  }));
  const text = JSON.stringify(pets);
  return { text, encoding: 'utf8', length: text.length, sha256: DIGEST, capped: false };
}
