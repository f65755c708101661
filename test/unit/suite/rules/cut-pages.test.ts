import { expect, it } from 'vitest';
import type { Pet } from '../../../../src/contract/pet.ts';
import type { Entry } from '../../../../src/suite/history.ts';
import type { Terms } from '../../../../src/suite/rules/catalogue.ts';
import { judgeCutPages } from '../../../../src/suite/rules/cut-pages.ts';
import { pet, pets } from '../fakes.ts';
import { added, outcomesOf, page } from './histories.ts';

const REX = pet(70n);
const ADDED = added(REX);
const LARGEST = page({ limit: 100 }, pets(60), { at: 10 });
const cut = (...shown: readonly Pet[]): Entry => page({ limit: 5, status: 'sold' }, [...pets(4), ...shown], { at: 20 });
const complete = page({ limit: 100, status: 'sold' }, pets(5), { at: 20 });

const NOT_LISTED = ['LIST-SAME not-applicable', 'LIST-STATUS-FILTER not-applicable'];
const NOT_REPLACED = 'DEPRECATION-REPLACEMENT not-applicable';

it.each<[title: string, outcomes: readonly string[], entries: readonly Entry[], phase?: Terms['phase']]>([
  ['no page lists a pet of the run', NOT_LISTED, [ADDED, LARGEST, cut(pet(5n))]],
  ['a page lists a pet of the run', [], [ADDED, LARGEST, cut(REX)]],
  ['a page is complete, so other rules judge it', [], [ADDED, LARGEST, complete]],
  ['the run added nothing', [], [LARGEST, cut(pet(5n))], 'after'],
  ['no read decides about the replacement', [NOT_REPLACED], [ADDED, LARGEST, cut(REX)], 'after'],
  ['a complete page decides about the replacement', [], [ADDED, LARGEST, complete], 'after'],
])('what cut pages leave open, if %s', (_, outcomes, entries, phase = 'before') => {
  expect(outcomesOf(judgeCutPages, entries, { phase })).toEqual([...outcomes].sort());
});
