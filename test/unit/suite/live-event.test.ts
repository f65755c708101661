import { expect, it } from 'vitest';
import { publishHeavyResponse, type LiveEvent, publishViolations } from '../../../src/suite/live-event.ts';
import type { RunRecord } from '../../../src/suite/records.ts';

it('a heavy response is published once, and ordinary ones are not', () => {
  const news: LiveEvent[] = [];
  const note = publishHeavyResponse((each) => news.push(each));
  for (const bytes of [0, 20_000, 64 * 1024]) note(bytes);
  expect(news).toEqual([]);
  for (const bytes of [70_000, 3_000_000]) note(bytes);
  expect(news).toEqual([{ type: 'heavy-response' }]);
});

it('a violated required requirement is published once, in a case or under a rule', () => {
  const news: LiveEvent[] = [];
  const note = publishViolations((each) => news.push(each));
  const texts = { expected: '', actual: '', pointer: null, exchanges: [], reason: null, howToResolve: null };
  const record = (
    type: 'judgement' | 'rule-violated',
    requirement: 'GET-OK' | 'AUTH-CHALLENGE',
    outcome: 'violated' | 'satisfied',
  ): RunRecord => ({ type, caseId: 'a/case', judgement: { requirement, outcome, ...texts } });
  note(record('judgement', 'GET-OK', 'satisfied'));
  note(record('rule-violated', 'AUTH-CHALLENGE', 'violated'));
  expect(news).toEqual([]);
  note(record('rule-violated', 'GET-OK', 'violated'));
  note(record('judgement', 'GET-OK', 'violated'));
  expect(news).toEqual([{ type: 'violated', requirement: 'GET-OK' }]);
});

it('a violation is not published if cut pages may revoke it', () => {
  const news: LiveEvent[] = [];
  const note = publishViolations((each) => news.push(each));
  const texts = { expected: '', actual: '', pointer: null, exchanges: [], reason: null, howToResolve: null };
  const judgement = { requirement: 'LIST-COMPLETE', outcome: 'violated', ...texts } as const;
  note({ type: 'judgement', caseId: 'a/case', judgement: { ...judgement, restsOnCompletePage: true } });
  expect(news).toEqual([]);
  note({ type: 'judgement', caseId: 'a/case', judgement });
  expect(news).toEqual([{ type: 'violated', requirement: 'LIST-COMPLETE' }]);
});
