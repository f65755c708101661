import { expect, it } from 'vitest';
import { createHistory, type HistoryEntry, isPage } from '../../../src/suite/history.ts';
import { pet, pets } from './fakes.ts';
import { added, page, read } from './rules/histories.ts';

it('passes on each entry, and keeps their order', () => {
  const seen: HistoryEntry[] = [];
  const history = createHistory((entry) => seen.push(entry));
  const entries = [added(pet(1n)), page({}, pets(2)), read(1n, 404)];
  for (const each of entries) history.append(each);
  expect(history.entries).toEqual(entries);
  expect(seen).toEqual(entries);
});

it('forgets of a soak what it need not know to judge the rest', () => {
  const history = createHistory(() => undefined);
  const soak = { attempt: 'soak' } as const;
  const first = page({ limit: 5 }, pets(3));
  const addition = added(pet(1n), soak);
  const shown = page({ limit: 5 }, pets(3), soak);
  const longer = page({ limit: 5 }, pets(4), soak);
  const other = page({ limit: 5, status: 'sold' }, pets(3), soak);
  for (const each of [first, addition, read(1n, pet(1n), soak), shown, shown, longer, other]) history.append(each);
  history.forgetSoak();
  const kept = history.entries.map((each) => (isPage(each) ? [each.query, each.size, each.pets.length] : each));
  expect(kept).toEqual([
    [{ limit: 5 }, 3, 3],
    addition,
    [{ limit: 5 }, 3, 0],
    [{ limit: 5 }, 4, 0],
    [{ limit: 5, status: 'sold' }, 3, 0],
  ]);
  expect(history.entries[0]).toBe(first);
  expect(history.entries[1]).toBe(addition);
});
