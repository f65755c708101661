import { expect, it } from 'vitest';
import { type LiveEvent, publishViolations } from '../../../../src/suite/records/live-event.ts';
import type { Judgement, RunRecord } from '../../../../src/suite/records/records.ts';

it('a violated required requirement is published once, in a case or under a rule', () => {
  const news: LiveEvent[] = [];
  const note = publishViolations((each) => news.push(each));
  note(record('judgement', 'GET-OK', { outcome: 'satisfied' }));
  note(record('rule-violated', 'AUTH-CHALLENGE', { outcome: 'violated' }));
  expect(news).toEqual([]);
  note(record('rule-violated', 'GET-OK', { outcome: 'violated' }));
  note(record('judgement', 'GET-OK', { outcome: 'violated' }));
  expect(news).toEqual([{ type: 'violated', requirement: 'GET-OK' }]);
});

it('a violation is not published if cut pages may revoke it', () => {
  const news: LiveEvent[] = [];
  const note = publishViolations((each) => news.push(each));
  note(record('judgement', 'LIST-COMPLETE', { outcome: 'violated', restsOnCompletePage: true }));
  expect(news).toEqual([]);
  note(record('judgement', 'LIST-COMPLETE', { outcome: 'violated' }));
  expect(news).toEqual([{ type: 'violated', requirement: 'LIST-COMPLETE' }]);
});

function record(
  type: 'judgement' | 'rule-violated',
  requirement: Judgement['requirement'],
  judged: Pick<Judgement, 'outcome' | 'restsOnCompletePage'>,
): RunRecord {
  const texts = { expected: '', actual: '', pointer: null, exchanges: [], reason: null, howToResolve: null };
  return { type, caseId: 'a/case', judgement: { requirement, ...texts, ...judged } };
}
