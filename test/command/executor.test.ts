import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conformanceCases, openConformance, run } from '../../src/api/index.ts';
import { startReference, type ReferenceService } from '../../src/reference/reference-service.ts';

let service: ReferenceService;
let broken: ReferenceService;

beforeAll(async () => {
  service = await startReference({ seed: 1 });
  broken = await startReference({ seed: 1, fault: 'limit-plus-one' });
});

afterAll(() => Promise.all([service.close(), broken.close()]));

const target = ({ url, key }: ReferenceService) => ({ baseUrl: url, apiKey: key, seed: 1 });

describe('a selected case', () => {
  it.each([
    ['auth/list/none', 2, 0],
    ['auth/create/random-key', 4, 0],
    ['get/unknown/zero', 2, 0],
    ['create/status/sold', 6, 4],
  ])('%s sends %i requests and adds %i pets: only what it needs is made', async (id, requests, created) => {
    const { report } = await run({ ...target(service), only: [id] });
    expect(report.checks.filter(({ case: caseId }) => caseId === id).map(({ outcome }) => outcome)).not.toContain(
      'not-verified',
    );
    expect([report.facts?.requests, report.created.length]).toEqual([requests, created]);
  });
});

describe('the cases for another test runner', () => {
  it('are asked for in any order, each at most once, and the rest is not verified', async () => {
    const session = openConformance(target(service));
    expect(await session.outcome('list/limit/7')).toEqual({ kind: 'passed' });
    const before = await session.outcome('auth/list/none');
    expect([before, await session.outcome('auth/list/none')]).toEqual([{ kind: 'passed' }, { kind: 'passed' }]);
    await expect(session.outcome('no/such/case')).rejects.toThrow('no case no/such/case');
    const { report, exitCode } = await session.finish();
    expect(exitCode).toBe(2);
    const sent = report.exchanges.filter(({ caseId }) => caseId === 'auth/list/none');
    expect(sent).toHaveLength(1);
    const unasked = report.checks.find(({ case: caseId }) => caseId === 'create/twice');
    expect(unasked).toMatchObject({ outcome: 'not-verified', reason: 'The run ended before this case started.' });
  });

  it('fail by a violation with its facts, and are skipped if they settle nothing', async () => {
    const ids = (await conformanceCases()).map(({ id }) => id);
    expect(ids.indexOf('list/untouched/all')).toBeLessThan(ids.indexOf('create/status/sold'));
    const session = openConformance(target(broken));
    const failed = await session.outcome('list/limit/7');
    expect(failed).toMatchObject({ kind: 'failed', message: expect.stringContaining('LIST-LIMIT-MAX (part 4.1)') });
    expect(failed).toMatchObject({ message: expect.stringContaining('Reproduce: curl') });
    const { exitCode } = await session.finish();
    expect(exitCode).toBe(1);
    const readOnly = openConformance({ ...target(service), profile: 'read-only' });
    expect(await readOnly.outcome('create/status/sold')).toEqual({
      kind: 'skipped',
      reason: 'Not applicable: The profile read-only adds no pets.',
    });
    await readOnly.finish();
  });

  it('reject if the run cannot start', async () => {
    const session = openConformance({ baseUrl: 'http://127.0.0.1:1/v2', apiKey: 'a-key' });
    await expect(session.outcome('list/array')).rejects.toMatchObject({ code: 'configuration' });
    await expect(session.finish()).rejects.toMatchObject({ code: 'configuration' });
  });
});
