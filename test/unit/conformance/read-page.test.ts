import { describe, expect, it } from 'vitest';
import { fakeRun, judgementsIn, pageReply, pet, petStore, refusal } from './fakes.ts';

describe('a page read on behalf of cases', () => {
  it('is judged once, under the case that asked first, and cites nothing of it', async () => {
    const { run, records } = fakeRun(petStore([pet(1n), pet(2n)]));
    const seen = await run.readPage({ limit: 100 }, 'a/one');
    expect(seen).toMatchObject({ kind: 'page', page: { size: 2 } });
    expect(records).toMatchObject([{ type: 'kept', caseId: 'a/one', rules: { 'LIST-IDS-DISTINCT': ['x1'] } }]);
  });

  it('that breaks a rule is a violation, and a page all the same', async () => {
    const { run, records } = fakeRun(() => pageReply([pet(1n), pet(1n)]));
    expect(await run.readPage({ limit: 100 }, 'a/one')).toMatchObject({ kind: 'page' });
    expect(records.flatMap(judgementsIn)).toContainEqual(
      expect.objectContaining({ requirement: 'LIST-IDS-DISTINCT', outcome: 'violated' }),
    );
  });

  it('that cannot be read tells why, and ends nobody by itself', async () => {
    const { run, records } = fakeRun(() => refusal(422));
    expect(await run.readPage({ limit: 100 }, 'a/one')).toMatchObject({
      kind: 'none',
      reason: 'The request was answered 422, so there was nothing further to judge.',
      answers: [{ exchangeId: 'x1' }],
    });
    expect(records.some(({ type }) => type === 'stopped')).toBe(false);
    expect(records.flatMap(judgementsIn)).toContainEqual(
      expect.objectContaining({ requirement: 'LIST-LIMIT-RANGE', outcome: 'violated' }),
    );
  });
});
