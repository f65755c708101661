import { expect, it } from 'vitest';
import { createHistory, type HistoryEntry } from '../../../../src/suite/history.ts';
import { judgeOnce } from '../../../../src/suite/rules/judge-history.ts';
import { added, page, read, TERMS } from './histories.ts';

const REX = { id: 1n, name: 'Rex', categoryId: 1n, status: 'sold' } as const;

it('a history is judged once, and again when it has grown', () => {
  const entries: HistoryEntry[] = [added(REX)];
  const judge = judgeOnce({ entries }, TERMS);
  const first = judge();
  expect(judge()).toBe(first);
  entries.push(page({ limit: 100 }, [], { at: 2 * TERMS.settlingTime }));
  const second = judge();
  expect([first.catalogue.pages.length, second.catalogue.pages.length]).toEqual([0, 1]);
});

it('the rule about responses with status 204 does not apply to a history without one', () => {
  const [without, withOne] = [404, 204].map((status) => judgeOnce({ entries: [read(1n, null, { status })] }, TERMS)());
  const undecided = { kind: 'undecided', requirement: 'ANSWER-NO-CONTENT', outcome: 'not-applicable' };
  expect(without?.results).toContainEqual(expect.objectContaining(undecided));
  expect(withOne?.results).not.toContainEqual(expect.objectContaining(undecided));
});

it('a history that has forgotten what a soak sent is judged anew, also if it is as long', () => {
  const history = createHistory(() => undefined);
  history.append({ ...page({ limit: 100 }, [REX], { at: 1 }), attempt: 'soak' });
  const judge = judgeOnce(history, TERMS);
  const before = judge().catalogue.views.size;
  history.forgetSoak();
  expect([history.entries.length, before, judge().catalogue.views.size]).toEqual([1, 1, 0]);
});
