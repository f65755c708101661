import { describe, expect, it } from 'vitest';
import type { Pet } from '../../../../src/contract/pet.ts';
import type { HistoryEntry } from '../../../../src/suite/history.ts';
import { judgeReads } from '../../../../src/suite/rules/reads.ts';
import { credentials, pet, pets } from '../fakes.ts';
import { added, type Changes, doubtsOf, outcomesOf, page, read, resultsOf } from './histories.ts';

/** The largest page. Smaller ones below their limit are complete. */
const LARGEST = page({ limit: 100, status: 'available' }, pets(50, { status: 'available' }), { at: -10_000 });
const OTHERS = pets(5);
const REX = pet(70n);
const ALL = [...OTHERS, REX];
const TOM = pet(71n);
const REX_ADDED = added(REX, { at: 100 });

const list = (at: number, shown: readonly Pet[], changes: Changes = {}): HistoryEntry =>
  page({ limit: 100 }, shown, { at, ...changes });
const notFound = (at: number, changes: Changes = {}): HistoryEntry => read(70n, 404, { at, ...changes });
const found = (at: number): HistoryEntry => read(70n, REX, { at });
/** A read that may find no pet. */
const open = { request: { expects: [200, 404] } };

type Row = [title: string, outcomes: readonly string[], entries: readonly HistoryEntry[]];
const DOUBT = ['GET-OK doubt'];
const WRONG = ['GET-OK violated'];
const LOST = ['CREATE-STORED violated'];

describe('a read of a pet of the run gets 404', () => {
  it.each<Row>([
    ['and no list was read since', DOUBT, [list(150, ALL), notFound(200)]],
    ['and a list shows the pet', WRONG, [notFound(200), list(300, ALL)]],
    [
      'and no later list proves that the service lost it',
      WRONG,
      [notFound(200), page({ limit: 5 }, OTHERS, { at: 300 })],
    ],
    ['and a list lacks it that may be late', DOUBT, [notFound(200), list(5100, OTHERS)]],
    ['and a complete list lacks it after the settling time', LOST, [notFound(200), list(5101, OTHERS)]],
    [
      'and a complete list lacks it that shows another one, which no read shows',
      [],
      [added(TOM, { at: 110 }), notFound(200), list(5101, [...OTHERS, TOM])],
    ],
    [
      'and a complete list lacks it that shows another one, which a read shows',
      LOST,
      [added(TOM, { at: 110 }), notFound(200), read(71n, TOM, { at: 300 }), list(5101, [...OTHERS, TOM])],
    ],
    [
      'and a complete list lacks it, and another one that a filtered list shows',
      [],
      [
        added(TOM, { at: 110 }),
        read(71n, TOM, { at: 150 }),
        notFound(200),
        list(5111, OTHERS),
        page({ limit: 100, status: 'sold' }, [TOM], { at: 5200 }),
      ],
    ],
    [
      'and a complete list lacks it, and another one that a filtered list showed before',
      LOST,
      [
        added(TOM, { at: 110 }),
        read(71n, TOM, { at: 150 }),
        notFound(200),
        page({ limit: 100, status: 'sold' }, [TOM], { at: 300 }),
        list(5111, OTHERS),
      ],
    ],
    [
      'and a later list shows the pet, and the last one lacks it',
      WRONG,
      [notFound(200), list(300, ALL), list(5101, OTHERS)],
    ],
    ['and the last of several complete lists lacks it', LOST, [notFound(200), list(300, OTHERS), list(5101, OTHERS)]],
    ['and a list at the same time shows the pet', WRONG, [notFound(200), list(200, ALL)]],
    ['and a list that was requested before shows the pet', DOUBT, [notFound(200), list(199, ALL)]],
    ['as soon as the addition has ended', WRONG, [notFound(101), list(300, ALL)]],
    [
      'and a complete list lacks it, and a filtered one shows it',
      WRONG,
      [notFound(200), list(5101, OTHERS), page({ limit: 100, status: 'sold' }, [REX], { at: 5200 })],
    ],
    ['and lists come late', WRONG, [notFound(200), list(300, OTHERS), list(400, ALL)]],
    [
      'and a list lacks it that the service may have cut',
      WRONG,
      [notFound(200), list(5101, pets(50)), list(5200, pets(49))],
    ],
    [
      'and only a filtered list lacks it',
      DOUBT,
      [notFound(200), page({ limit: 100, status: 'sold' }, [], { at: 5101 })],
    ],
    ['but was sent before the addition had ended', [], [notFound(100), list(300, ALL)]],
    ['but may get it, since it looks for a lost pet', [], [notFound(200, open), list(300, ALL)]],
    ['but is in an unusual form', [], [notFound(200, { request: { headers: [['Accept', '*/*']] } }), list(300, ALL)]],
    ['but has a wrong key', [], [notFound(200, { credential: credentials['random-key'] }), list(300, ALL)]],
    ['although another one found it', WRONG, [found(150), notFound(200), found(250), list(300, ALL)]],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeReads, [LARGEST, REX_ADDED, ...entries])).toEqual(outcomes);
  });

  it('and is shown with the addition of the pet, which precedes it', () => {
    const wrong = notFound(200);
    const violations = resultsOf(judgeReads, [LARGEST, REX_ADDED, wrong, list(300, ALL)]);
    expect(violations).toMatchObject([{ kind: 'violated', responses: [REX_ADDED, wrong] }]);
  });

  it('and leads to a list', () => {
    expect(doubtsOf(judgeReads, [REX_ADDED, notFound(200)])).toEqual([
      { notBefore: undefined, steps: [['/pets?limit=100']] },
    ]);
  });

  it('unlike other statuses, which response rules judge', () => {
    const others = [200, 410, 500, null].map((status) => read(70n, status, { at: 200 }));
    expect(outcomesOf(judgeReads, [LARGEST, REX_ADDED, ...others, found(250), list(300, ALL)])).toEqual([]);
  });
});

const sold = (at: number, shown: readonly Pet[]): HistoryEntry => page({ limit: 100, status: 'sold' }, shown, { at });

describe('a read of a pet of another client gets 404', () => {
  it.each<Row>([
    ['and no list was read since', DOUBT, [list(100, ALL), notFound(200)]],
    ['and only the list of another status was read', DOUBT, [list(100, ALL), notFound(200), LARGEST]],
    ['and a list was read just before', DOUBT, [list(199, ALL), notFound(200)]],
    ['and a list was read at the same time', DOUBT, [list(100, ALL), notFound(200), list(200, OTHERS)]],
    ['and it is withdrawn, as a list shows at once', [], [list(100, ALL), notFound(200), list(201, OTHERS)]],
    ['and it is withdrawn', [], [list(100, ALL), notFound(200), list(300, OTHERS)]],
    [
      'and a list still shows it within the settling time',
      DOUBT,
      [list(100, ALL), notFound(200), list(5200, ALL), notFound(5300)],
    ],
    ['and a list shows it after the settling time', DOUBT, [list(100, ALL), notFound(200), list(5201, ALL)]],
    [
      'and a list shows it after the settling time, and a further read gets 404',
      WRONG,
      [list(100, ALL), notFound(200), list(5201, ALL), notFound(5202, open)],
    ],
    [
      'and a filtered list shows it after the settling time, and a further read gets 404',
      WRONG,
      [sold(100, ALL), notFound(200), sold(5201, ALL), notFound(5202, open)],
    ],
    [
      'and lists show it all the time, and a further read gets 404',
      WRONG,
      [list(100, ALL), notFound(200), list(300, ALL), list(5201, ALL), notFound(5202, open)],
    ],
    [
      'and a read at the same time finds it',
      [],
      [list(100, ALL), notFound(200), found(200), list(5201, ALL), notFound(5202, open)],
    ],
    [
      'although a read just before found it',
      WRONG,
      [list(100, ALL), found(199), notFound(200), list(5201, ALL), notFound(5202, open)],
    ],
    [
      'and a further read gets 404 while the list is read',
      DOUBT,
      [list(100, ALL), notFound(200), list(5201, ALL), notFound(5201, open)],
    ],
    [
      'and a late list still shows it once, after which it is gone',
      [],
      [list(100, ALL), notFound(200, open), list(300, ALL), list(5300, OTHERS), notFound(5400, open)],
    ],
    [
      'and a further read finds it',
      [],
      [list(100, ALL), notFound(200), list(5201, ALL), found(5250), notFound(5300, open)],
    ],
    ['but no response showed it before', [], [notFound(200), list(5201, ALL), notFound(5300, open)]],
    [
      'but was sent before a response showed it',
      [],
      [list(200, ALL), notFound(200), list(5300, ALL), notFound(5400, open)],
    ],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeReads, entries)).toEqual(outcomes);
  });

  it('and leads to a list with its status', () => {
    expect(doubtsOf(judgeReads, [list(100, ALL), notFound(200)])).toEqual([
      { notBefore: undefined, steps: [['/pets?limit=100&status=sold']] },
    ]);
  });

  it('and leads to a list with the status that it showed last', () => {
    const entries = [list(100, [pet(70n, { status: 'pending' })]), list(150, ALL), notFound(200)];
    expect(doubtsOf(judgeReads, entries)).toMatchObject([{ steps: [['/pets?limit=100&status=sold']] }]);
  });

  it('and leads to a list without a filter if it has no status', () => {
    expect(doubtsOf(judgeReads, [list(100, [pet(70n, { status: undefined })]), notFound(200)])).toEqual([
      { notBefore: undefined, steps: [['/pets?limit=100']] },
    ]);
  });

  it('and leads to a list and a read after the settling time if the list still shows it', () => {
    expect(doubtsOf(judgeReads, [list(100, ALL), notFound(200), list(300, ALL)])).toEqual([
      { notBefore: 5201, steps: [['/pets?limit=100&status=sold'], ['/pets/70']] },
    ]);
  });
});
