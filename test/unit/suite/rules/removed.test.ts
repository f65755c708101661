import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../src/suite/history.ts';
import { judgeListed } from '../../../../src/suite/rules/listed.ts';
import { judgeIds } from '../../../../src/suite/rules/ids.ts';
import { judgeReads } from '../../../../src/suite/rules/reads.ts';
import { judgeRemoved } from '../../../../src/suite/rules/removed.ts';
import { judgeOwnPetsSame } from '../../../../src/suite/rules/same.ts';
import type { CatalogueRule } from '../../../../src/suite/rules/rule.ts';
import { pet } from '../fakes.ts';
import { added, doubtsOf, outcomesOf, page, read, removed } from './histories.ts';

const ALL = { limit: 100 };
const SOLD = { limit: 100, status: 'sold' } as const;
const REX = pet(7n);
const OTHER = pet(8n);
/** A rule for the operation of a contract in which pets can be removed. */
const rule: CatalogueRule = (catalogue) => judgeRemoved(catalogue, 'GET-UNKNOWN');

const history = (...later: readonly HistoryEntry[]): readonly HistoryEntry[] => [
  added(REX),
  removed(7n, { at: 10 }),
  ...later,
];
// A larger page shows that the service does not cap its pages at one pet.
const LARGER = page(ALL, [OTHER, pet(9n), pet(10n)], { at: 9000 });

describe('a removed pet is gone', () => {
  it.each<readonly [string, readonly HistoryEntry[], readonly string[]]>([
    ['a read does not find it', [read(7n, 404, { at: 20 })], ['GET-UNKNOWN satisfied']],
    ['a complete list lacks it', [page(ALL, [OTHER], { at: 20 }), LARGER], ['GET-UNKNOWN satisfied']],
    ['a read returns it', [read(7n, REX, { at: 20 })], ['GET-UNKNOWN violated']],
    ['a list shows it after the settling time', [page(ALL, [REX], { at: 6000 })], ['GET-UNKNOWN violated']],
    ['a list may be late', [page(ALL, [REX], { at: 20 })], ['GET-UNKNOWN doubt']],
    [
      'a late list lacks it by now',
      [page(ALL, [REX], { at: 20 }), page(ALL, [OTHER], { at: 30 }), LARGER],
      ['GET-UNKNOWN satisfied'],
    ],
    [
      'a list lacks it, another one is late, and a further one lacks it',
      [page(ALL, [OTHER], { at: 20 }), page(ALL, [REX], { at: 30 }), page(ALL, [OTHER], { at: 40 }), LARGER],
      ['GET-UNKNOWN satisfied'],
    ],
    [
      'a late list with its filter lacks it by now',
      [page(SOLD, [REX], { at: 20 }), page(SOLD, [OTHER], { at: 30 }), LARGER],
      ['GET-UNKNOWN satisfied'],
    ],
    [
      'a list with another filter lacks it',
      [page(SOLD, [REX], { at: 20 }), page({ limit: 100, status: 'pending' }, [OTHER], { at: 30 }), LARGER],
      ['GET-UNKNOWN doubt'],
    ],
    ['nothing shows it', [], []],
    [
      'a pet of another client got its id',
      [
        read(7n, { ...REX, name: 'Another' }, { at: 20 }),
        page(ALL, [{ ...REX, name: 'Another' }], { at: 6000 }),
        LARGER,
      ],
      [],
    ],
    ['another pet got its id', [added(pet(7n), { at: 20 }), read(7n, REX, { at: 30 })], []],
  ])('%s', (_title, later, outcomes) => {
    expect(outcomesOf(rule, history(...later))).toEqual(outcomes);
  });

  it('asks again when the list must lack it', () => {
    expect(doubtsOf(rule, history(page(ALL, [REX], { at: 20 })))).toEqual([
      { notBefore: 5011, steps: [['/pets?limit=100', '/pets/7']] },
    ]);
  });

  it('asks again for the page that showed it', () => {
    expect(doubtsOf(rule, history(page(SOLD, [REX], { at: 20 })))).toEqual([
      { notBefore: 5011, steps: [['/pets?limit=100&status=sold', '/pets/7']] },
    ]);
  });

  it.each([401, 404])('says nothing about a removal that got status %i', (status) => {
    expect(outcomesOf(rule, [added(REX), removed(7n, { at: 10, status }), read(7n, REX, { at: 20 })])).toEqual([]);
  });
});

describe('no rule looks for a removed pet', () => {
  const lacking = [page(ALL, [OTHER], { at: 6000 }), LARGER, read(7n, 404, { at: 9010 })];

  it.each([204, null, 500])('if its removal got status %s', (status) => {
    const entries = [added(REX), removed(7n, { at: 10, status }), ...lacking];
    for (const each of [judgeListed, judgeReads])
      expect(outcomesOf(each, entries).filter((outcome) => !outcome.endsWith('satisfied'))).toEqual([]);
  });

  it('in another pet that got its id', () => {
    const other = { ...REX, name: 'Another' };
    expect(outcomesOf(judgeOwnPetsSame, history(read(7n, other, { at: 20 }), page(ALL, [other], { at: 30 })))).toEqual(
      [],
    );
    expect(outcomesOf(judgeOwnPetsSame, [added(REX), read(7n, other, { at: 20 })])).toEqual(['GET-SAME violated']);
  });

  it.each([401, 404])('but for one whose removal was rejected with %i', (status) => {
    const entries = [added(REX), removed(7n, { at: 10, status }), ...lacking];
    expect(outcomesOf(judgeListed, entries)).toContain('CREATE-STORED violated');
    expect(outcomesOf(judgeReads, entries)).toEqual(['GET-OK doubt']);
  });
});

it('another pet may get the id of a removed one', () => {
  expect(outcomesOf(judgeIds, history(added(pet(7n), { at: 20 })))).toEqual(['CREATE-ID-UNIQUE satisfied']);
  const rejected = [added(REX), removed(7n, { at: 10, status: 404 }), added(pet(7n), { at: 20 })];
  expect(outcomesOf(judgeIds, rejected)).toEqual(['CREATE-ID-UNIQUE satisfied', 'CREATE-ID-UNIQUE violated']);
});
