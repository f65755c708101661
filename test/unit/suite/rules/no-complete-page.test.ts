import { expect, it } from 'vitest';
import type { Pet } from '../../../../src/contract/pet.ts';
import type { HistoryEntry } from '../../../../src/suite/history.ts';
import type { Terms } from '../../../../src/suite/rules/catalogue.ts';
import { judgeNoCompletePage } from '../../../../src/suite/rules/no-complete-page.ts';
import { pet, pets } from '../fakes.ts';
import { added, outcomesOf, page } from './histories.ts';

const REX = pet(70n);
const ADDED = added(REX);
const LARGEST = page({ limit: 100 }, pets(60), { at: 10 });
const cut = (...shown: readonly Pet[]): HistoryEntry =>
  page({ limit: 5, status: 'sold' }, [...pets(4), ...shown], { at: 20 });
const part = (...shown: readonly Pet[]): HistoryEntry => page({ limit: 5 }, shown, { at: 20, isTruncated: true });
const complete = page({ limit: 100, status: 'sold' }, pets(5), { at: 20 });

const WHOLE = page({ limit: 100 }, pets(5), { at: 20 });
const UNDECIDED = ['LIST-COMPLETE not-applicable', 'LIST-STATUS-COMPLETE not-applicable'];
const NOT_LISTED = ['CREATE-STORED not-applicable', 'LIST-SAME not-applicable', 'LIST-STATUS-FILTER not-applicable'];
const NOT_REPLACED = 'DEPRECATION-REPLACEMENT not-applicable';

it.each<[title: string, outcomes: readonly string[], entries: readonly HistoryEntry[], phase?: Terms['phase']]>([
  ['no page lists a pet of the run', [...UNDECIDED, ...NOT_LISTED], [ADDED, LARGEST, cut(pet(5n))]],
  ['a page lists one of two pets', [...UNDECIDED, ...NOT_LISTED], [ADDED, added(pet(71n)), LARGEST, cut(REX)]],
  ['the end of the page did not arrive, and the rest lists a pet of the run', UNDECIDED, [ADDED, LARGEST, part(REX)]],
  [
    'the end of the page did not arrive, and the rest lists no pet of the run',
    [...UNDECIDED, ...NOT_LISTED],
    [ADDED, LARGEST, part(pet(5n))],
  ],
  ['a page lists a pet of the run', UNDECIDED, [ADDED, LARGEST, cut(REX)]],
  ['a filtered page is complete, but no unfiltered page shows a pet of the run', UNDECIDED, [ADDED, LARGEST, complete]],
  [
    'the only complete page has another status than the pet of the run',
    [...UNDECIDED, ...NOT_LISTED],
    [added(pet(70n, { status: 'pending' })), LARGEST, complete],
  ],
  [
    'a filtered page is complete, and an unfiltered one shows a pet of the run',
    UNDECIDED.slice(0, 1),
    [ADDED, page({ limit: 60 }, [...pets(59), REX], { at: 10 }), complete],
  ],
  ['an unfiltered page is complete too', [], [ADDED, LARGEST, complete, WHOLE]],
  ['the run added nothing', [], [LARGEST, cut(pet(5n))], 'after'],
  ['no read decides about the replacement', [...UNDECIDED, NOT_REPLACED], [ADDED, LARGEST, cut(REX)], 'after'],
  ['a complete page decides about the replacement', [], [ADDED, LARGEST, complete, WHOLE], 'after'],
])('what cut pages leave open, if %s', (_, outcomes, entries, phase = 'before') => {
  expect(outcomesOf(judgeNoCompletePage, entries, { phase })).toEqual([...outcomes].sort());
});
