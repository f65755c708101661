import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReferenceService, startReference } from '../../src/reference/reference-service.ts';
import { type ConformanceCase, defineCases } from '../../src/suite/case.ts';
import { startRun, type SuiteRun } from '../../src/suite/execution/start-run.ts';
import { noJournal } from '../../lab/no-journal.ts';
import { configured } from '../support/configuration-under-test.ts';

let service: ReferenceService;
let runs = 0;

beforeAll(async () => {
  service = await startReference({ seed: 1 });
});

afterAll(async () => {
  await service.close();
});

/** The order in which cases started. */
let begun: string[] = [];

const cases = defineCases(({ testCase }) => {
  const judges = ['LIST-OK'] as const;

  testCase('late', 'comes after the other stages', { judges, stage: 'generated' }, () => void begun.push('late'));
  testCase('holds', 'finds nothing', { judges }, async ({ api, expect: expecting }) => {
    begun.push('holds');
    expecting('LIST-OK').status(await api.listPets(), 200);
  });
  testCase('violated', 'finds a violation', { judges }, async ({ api, expect: expecting }) => {
    begun.push('violated');
    expecting('LIST-OK').status(await api.listPets(), 204);
  });
  testCase('stops', 'settles nothing', { judges }, ({ stopNotVerified }) => stopNotVerified('So it is.'));
  testCase('fails', 'has a fault', { judges }, () => {
    throw new TypeError('a fault of the case');
  });
})(0);

function start(
  stop = new AbortController().signal,
  {
    url = service.url,
    chosen = cases,
    maxCreates = '200',
  }: {
    readonly url?: string;
    readonly chosen?: readonly ConformanceCase[];
    readonly maxCreates?: string;
  } = {},
): SuiteRun {
  begun = [];
  runs += 1;
  const configuration = configured({
    environment: {
      PETSTORE_BASE_URL: url,
      PETSTORE_API_KEY: service.key,
      PETSTORE_REQUEST_TIMEOUT: '1',
      PETSTORE_MAX_CREATES: maxCreates,
    },
  });
  return startRun(
    {
      configuration,
      runId: String(runs),
      suiteVersion: '0',
      journal: noJournal,
      startedAt: Date.now(),
      deadlineAt: performance.now() + 60_000,
    },
    chosen,
    { stop, publish: () => undefined, caseEnded: () => undefined },
  );
}

it('runs every case once, stage after stage, and repeats cases with a violation', async () => {
  const run = start();
  await run.runAll();
  expect(begun).toEqual(['holds', 'violated', 'late']);
  const { cases: ends, records, faults } = await run.finish(true);
  expect(begun).toEqual(['holds', 'violated', 'late', 'violated']);
  expect(ends.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed', 'skipped', 'failed']);
  expect(ends.flatMap(({ errors }) => errors)).toEqual(['a fault of the case']);
  const violations = records.flatMap((record) => (record.type === 'judgement' ? [record.judgement.outcome] : []));
  expect(violations).toEqual(['satisfied', 'violated', 'violated']);
  expect(faults).toEqual([]);
});

it('records a suite fault in the second try, and keeps the violation of the first', async () => {
  const run = start(undefined, {
    chosen: defineCases(({ testCase }) => {
      testCase(
        'breaks',
        'has a fault in its second try',
        { judges: ['LIST-OK'] },
        async ({ api, expect: expecting }) => {
          begun.push('breaks');
          if (begun.length > 1) throw new TypeError('a fault of the case');
          expecting('LIST-OK').status(await api.listPets(), 204);
        },
      );
    })(0),
  });
  await run.runAll();
  const { cases: ends, records, faults } = await run.finish(true);
  expect(faults).toEqual(['breaks could not run again: a fault of the case']);
  expect(ends.flatMap(({ errors }) => errors)).toEqual([]);
  expect(records.flatMap((record) => (record.type === 'judgement' ? [record.judgement.outcome] : []))).toEqual([
    'violated',
  ]);
});

it('counts every request that the report shows', async () => {
  const run = start();
  await run.runAll();
  const { records } = await run.finish(true);
  const [facts] = records.flatMap((record) => (record.type === 'facts' ? [record.facts] : []));
  expect(facts?.requests).toBe(records.filter(({ type }) => type === 'exchange').length);
});

it('returns the outcome of a single case in any order, and none after the end', async () => {
  const run = start();
  const [one, same] = await Promise.all([run.outcome('late'), run.outcome('late')]);
  expect(one).toBe(same);
  expect(begun).toEqual(['late']);
  expect(() => run.outcome('unknown')).toThrow(RangeError);
  const { cases: ends } = await run.finish(false);
  expect(ends.map(({ state }) => state)).toEqual(['passed', 'pending', 'pending', 'pending', 'pending']);
  expect(() => run.outcome('holds')).toThrow('This run has finished.');
});

it('keeps pets of the budget for the last stage, which comes after the generated cases', async () => {
  const additions = defineCases(({ testCase }) => {
    for (const [id, stage] of [
      ['generated/one', 'generated'],
      ['generated/two', 'generated'],
      ['last', 'after risky probes'],
    ] as const) {
      testCase(id, 'adds a pet', { judges: ['CREATE-OK'], stage, mayCreate: 1 }, async ({ api, expect: expecting }) => {
        expecting('CREATE-OK').status(await api.createPet({ name: id, categoryId: 1n, status: undefined }), 201);
      });
    }
  })(0);
  const run = start(undefined, { url: service.url, chosen: additions, maxCreates: '2' });
  await run.runAll();
  const { cases: ends } = await run.finish(true);
  expect(ends.map(({ state }) => state)).toEqual(['passed', 'skipped', 'passed']);
});

it('starts no case after a stop', async () => {
  const run = start(AbortSignal.abort());
  await run.runAll();
  expect(begun).toEqual([]);
  const { cases: ends } = await run.finish(true);
  expect(ends.filter(({ state }) => state !== 'pending')).toEqual([]);
});

it('repeats a case that got no response: before the first addition if required, otherwise at the end', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const isFirst = !asked.includes(url);
    asked.push(url);
    if (isFirst && /limit=/.test(url)) return;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const lists = defineCases(({ testCase }) => {
    for (const [limit, stage] of [
      [7, 'main'],
      [8, 'untouched catalogue'],
      [undefined, 'generated'],
    ] as const) {
      const name = `limit/${limit ?? 'none'}`;
      testCase(name, 'lists', { judges: ['LIST-OK'], stage }, async ({ api, expect: expecting }) => {
        begun.push(name);
        expecting('LIST-OK').status(await api.listPets(limit === undefined ? {} : { limit }), 200);
      });
    }
  })(0);
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const run = start(undefined, { url, chosen: lists });
    await run.runAll();
    const { records } = await run.finish(true);
    expect(begun).toEqual(['limit/8', 'limit/8', 'limit/7', 'limit/none', 'limit/7']);
    const outcomes = records.flatMap((record) => (record.type === 'judgement' ? [record.judgement.outcome] : []));
    expect(outcomes).toEqual(['satisfied', 'satisfied', 'satisfied']);
    expect(records.flatMap((record) => (record.type === 'repeat' ? [record.caseId] : []))).toEqual([
      'limit/8',
      'limit/7',
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
