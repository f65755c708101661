import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../src/suite/history.ts';
import { judgeIds } from '../../../../src/suite/rules/ids.ts';
import { credentials, pet, pets } from '../fakes.ts';
import { added, type Changes, outcomesOf, page, read, resultsOf } from './histories.ts';

const UNIQUE = ['CREATE-ID-UNIQUE satisfied'];
const TWICE = ['CREATE-ID-UNIQUE satisfied', 'CREATE-ID-UNIQUE violated'];
const OTHERS = ['CREATE-ID-UNIQUE violated'];

const TOM = pet(7n, { name: 'Tom' });
const add = (at: number, changes: Changes = {}): HistoryEntry => added(pet(7n), { at, ...changes });
const shown = (at: number): HistoryEntry => page({ limit: 10 }, [TOM], { at });
/** A list without Tom. It is complete beside a larger one. */
const lacking = (at: number): HistoryEntry => page({ limit: 10 }, [pet(1n)], { at });
const LARGER = page({ limit: 100 }, pets(5), { at: 90 });

it.each<[title: string, outcomes: readonly string[], entries: readonly HistoryEntry[]]>([
  ['is new', UNIQUE, [add(10)]],
  [
    'differs from another one that a double holds as the same',
    UNIQUE,
    [2n ** 53n, 2n ** 53n + 1n].map((id) => added(pet(id))),
  ],
  ['was given before', TWICE, [add(10), add(20)]],
  ['was given to two simultaneous requests', TWICE, [add(10), add(10)]],
  ['was given before the first pet was read and gone', UNIQUE, [add(10), read(7n, 404, { at: 15 }), add(20)]],
  ['was given before the first pet was read at once and gone', UNIQUE, [add(10), read(7n, 404, { at: 11 }), add(20)]],
  ['was given before a read that found no pet just before', UNIQUE, [add(10), read(7n, 404, { at: 19 }), add(20)]],
  [
    'was given before, and a read during the first addition found no pet',
    TWICE,
    [add(10), read(7n, 404, { at: 10 }), add(20)],
  ],
  ['was given before, and an earlier read had found no pet', TWICE, [read(7n, 404, { at: 5 }), add(10), add(20)]],
  ['was given before, and a later read finds no pet', TWICE, [add(10), add(20), read(7n, 404, { at: 30 })]],
  ['was given before, and a read at the same time finds no pet', TWICE, [add(10), read(7n, 404, { at: 20 }), add(20)]],
  ['was given before, and the first pet was read', TWICE, [add(10), read(7n, pet(7n), { at: 15 }), add(20)]],
  [
    'is given a third time after the first pet alone was gone',
    TWICE,
    [add(10), read(7n, 404, { at: 15 }), add(20), add(30)],
  ],
  ['belongs to a pet that lists show before and after', OTHERS, [shown(5), add(10), shown(20)]],
  [
    'belongs to a pet that reads show before and after',
    OTHERS,
    [5, 20].map((at) => read(7n, TOM, { at })).toSpliced(1, 0, add(10)),
  ],
  ['belonged to a pet that another client may have removed', [], [shown(5), add(10)]],
  [
    'belonged to a pet that a later list shows no more',
    [],
    [shown(5), add(10), page({ limit: 10 }, [pet(7n)], { at: 20 })],
  ],
  ['belonged to a pet that was gone', UNIQUE, [shown(5), read(7n, 404, { at: 7 }), add(10)]],
  [
    'belonged to a pet that was gone, and that a late list still shows',
    UNIQUE,
    [shown(1), read(7n, 404, { at: 3 }), shown(5), add(10)],
  ],
  ['belonged to a pet that a complete list lacked then', UNIQUE, [shown(5), lacking(7), add(10), LARGER]],
  ['belongs to a pet that a list lacked, which may be cut', OTHERS, [shown(5), lacking(7), add(10), shown(20)]],
  ['is on a list that was read at the same time', UNIQUE, [shown(9), add(10)]],
  ['is on a later list', UNIQUE, [add(10), shown(20)]],
  [
    'comes with a wrong status of success',
    ['CREATE-ID-UNIQUE unproven'],
    [add(10, { makeshift: 'POST /pets got status 200 instead of 201' })],
  ],
])('an id that %s', (_, outcomes, entries) => {
  expect(outcomesOf(judgeIds, entries)).toEqual(outcomes);
});

it('the evidence is the response that showed the id before, and the addition', () => {
  const [first, second] = [add(10, { caseId: 'one/case' }), add(20, { caseId: 'other/case' })];
  expect(resultsOf(judgeIds, [second, first])).toMatchObject([
    { kind: 'satisfied', subject: 'one/case' },
    { kind: 'violated', subject: 'other/case', responses: [first, second] },
  ]);
  const list = shown(5);
  expect(resultsOf(judgeIds, [list, first, shown(30)])).toMatchObject([{ kind: 'violated', responses: [list, first] }]);
});

it('a read with a wrong key does not show that a pet is gone', () => {
  const unauthorised = read(7n, 404, { at: 15, credential: credentials['random-key'] });
  const entries = [added(pet(7n), { at: 10 }), unauthorised, added(pet(7n), { at: 20 })];
  expect(outcomesOf(judgeIds, entries)).toContain('CREATE-ID-UNIQUE violated');
});
