import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../src/conformance/journal.ts';
import { underJudge } from '../../../src/conformance/under-judge.ts';

function options(records: JournalRecord[] = []) {
  const append = (record: JournalRecord): void => void records.push(record);
  return { caseId: 'some/case', cited: [], journal: { append, close: () => undefined } };
}

describe('work under a judge', () => {
  it('gives its result', async () => {
    expect(await underJudge(options(), () => Promise.resolve(7))).toEqual({ kind: 'done', result: 7 });
  });

  it('is left where the judge stops it, after the journal has the reason', async () => {
    const records: JournalRecord[] = [];
    const judged = await underJudge(options(records), async (judge) => judge.stop('No answer came.', 'An answer.'));
    expect(judged).toEqual({ kind: 'left' });
    expect(records).toMatchObject([{ type: 'stopped', outcome: 'not-verified', reason: 'No answer came.' }]);
  });

  it('passes on what else it throws', async () => {
    await expect(underJudge(options(), () => Promise.reject(new RangeError('ours')))).rejects.toThrow(RangeError);
  });
});
