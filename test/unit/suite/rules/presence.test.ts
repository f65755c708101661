import { describe, expect, it } from 'vitest';
import type { PetStatus } from '../../../../src/contract/pet.ts';
import type { ListQuery } from '../../../../src/suite/api-request.ts';
import { readCatalogue } from '../../../../src/suite/rules/catalogue.ts';
import { findPageCaps, type PageCaps, type Presence, presenceOn } from '../../../../src/suite/rules/presence.ts';
import type { HistoryEntry, PageEntry } from '../../../../src/suite/history.ts';
import { pet, pets } from '../fakes.ts';
import { added, page, PET_BYTES, read, removed, TERMS } from './histories.ts';

/** How much a page holds: its elements, and the bytes of its body. */
type Size = Pick<PageEntry, 'size' | 'bytes'>;

const LARGEST: Size = { size: 40, bytes: 4000 };

type Asked = readonly [query: ListQuery, page: Size];

function filtered(status: PetStatus, limit: number, size: number): Asked {
  return [
    { limit, status },
    { size, bytes: size * PET_BYTES },
  ];
}

/** A page of sold pets. */
function sold(limit: number, size: number): Asked {
  return filtered('sold', limit, size);
}

/** A page in ASCII, unless it has fewer characters than bytes. */
function shown(query: ListQuery, size: Size, at = 0, characters = size.bytes): PageEntry {
  return { ...page(query, pets(size.size), { at }), ...size, characters, largestPet: PET_BYTES };
}

/** Whether a page that has room for more pets is complete. Its response ends at a time. */
function isBelow(caps: PageCaps, size: Size, doneAt = 100_000, query: ListQuery = { limit: 100 }): boolean {
  return caps.isComplete(shown(query, size, doneAt - 1));
}

/** The caps that pages in ASCII show, which were read one after another. */
function capsOf(...asked: readonly Asked[]): PageCaps {
  return findPageCaps(asked.map(([query, size], time) => shown(query, size, 10 * time)));
}

/** The caps that the largest page shows, and then short pages between it and another. */
function capsOfShort(...short: readonly Asked[]): PageCaps {
  return capsOf([{ limit: 100 }, LARGEST], ...short, [{ limit: 99 }, LARGEST]);
}

describe('a page is below every cap', () => {
  const caps = capsOf([{ limit: 100 }, { size: 25, bytes: 2000 }]);

  it('if it has fewer pets, and fewer bytes by more than a pet', () => {
    expect(isBelow(caps, { size: 10, bytes: 800 })).toBe(true);
    expect(isBelow(caps, { size: 24, bytes: 1899 })).toBe(true);
  });

  it('if more arrived of a page that was cut', () => {
    const part = { ...shown({ limit: 100 }, { size: 30, bytes: 3000 }), isTruncated: true };
    const alone = [shown({ limit: 100 }, { size: 10, bytes: 800 })];
    expect(isBelow(findPageCaps(alone), { size: 10, bytes: 800 })).toBe(false);
    expect(isBelow(findPageCaps([...alone, part]), { size: 10, bytes: 800 })).toBe(true);
  });

  it.each([
    ['as many pets as the largest page', { size: 25, bytes: 800 }],
    ['so many bytes that the largest pet might not fit', { size: 10, bytes: 1900 }],
  ])('but not with %s', (_, size) => {
    expect(isBelow(caps, size)).toBe(false);
  });

  it('by the largest pet that any response shows', () => {
    const list = shown({ limit: 100 }, { size: 25, bytes: 2000 });
    const caps300 = (entry: HistoryEntry): boolean => isBelow(findPageCaps([entry, list]), { size: 10, bytes: 1800 });
    expect(caps300(read(1n, pet(1n)))).toBe(true);
    expect(caps300(read(1n, pet(1n), { largestPet: 200 }))).toBe(false);
    expect(caps300(added(pet(1n), { largestPet: 200 }))).toBe(false);
  });

  it('by the largest pet until then, if the run added a long one later', () => {
    const list = shown({ limit: 100 }, { size: 25, bytes: 9000 });
    const longer = findPageCaps([list, added(pet(1n), { largestPet: 8500, at: 50 })]);
    const size = { size: 10, bytes: 800 };
    expect([isBelow(longer, size, 49), isBelow(longer, size, 51), isBelow(longer, size)]).toEqual([true, false, false]);
    expect(isBelow(longer, { size: 10, bytes: 8900 }, 49)).toBe(false);
  });

  it('only if the run has read a page', () => {
    expect(findPageCaps([])).toMatchObject({ cutsAtWill: false, largestPage: 0 });
    expect(isBelow(findPageCaps([added(pet(1n))]), { size: 1, bytes: 80 })).toBe(false);
  });
});

it('a page of one pet shows no cap: it may hold a pet that exceeds the cap', () => {
  const list = shown({ limit: 100 }, { size: 25, bytes: 850 });
  const ofOne = shown({ limit: 100 }, { size: 1, bytes: 9000 });
  const ofTwo = shown({ limit: 100 }, { size: 2, bytes: 9000 });
  expect(isBelow(findPageCaps([list, ofOne]), { size: 10, bytes: 800 })).toBe(false);
  expect(isBelow(findPageCaps([list, ofTwo]), { size: 10, bytes: 800 })).toBe(true);
});

it('a page is not below a cap in characters if the largest page has few of them', () => {
  const caps = findPageCaps([shown({ limit: 100 }, { size: 25, bytes: 2000 }, 0, 850)]);
  expect(isBelow(caps, { size: 10, bytes: 800 })).toBe(false);
  expect(isBelow(caps, { size: 10, bytes: 700 })).toBe(true);
});

/** Whether twelve sold pets are below the caps that pages show. */
function areTwelveBelow(...asked: Asked[]): boolean {
  const caps = capsOf([{ limit: 100 }, LARGEST], ...asked);
  return isBelow(caps, { size: 12, bytes: 1200 }, 1000, { limit: 50, status: 'sold' });
}

describe('filtered pages have a cap of their own', () => {
  it('if those of two filters are largest with the same number, below their limits', () => {
    const asked = [sold(50, 12), filtered('pending', 100, 12)];
    expect(areTwelveBelow(...asked)).toBe(false);
    expect(isBelow(capsOf([{ limit: 100 }, LARGEST], ...asked), { size: 12, bytes: 1200 })).toBe(true);
  });

  it.each([
    ['one filter has so many', [sold(50, 12), filtered('pending', 50, 11)]],
    ['a page has more', [sold(50, 12), filtered('pending', 50, 12), filtered('available', 50, 13)]],
    ['the limit cut one of them', [sold(50, 12), filtered('pending', 12, 12)]],
  ])('but not if %s', (_, asked) => {
    expect(areTwelveBelow(...asked)).toBe(true);
  });
});

it('the largest page is that with the most elements', () => {
  expect(capsOf(sold(50, 3), sold(50, 7), sold(50, 5)).largestPage).toBe(7);
});

describe('a service cuts at will', () => {
  it.each<[string, ...Asked[]]>([
    ['a cap in number', [{ limit: 50 }, LARGEST], [{ limit: 45 }, { size: 40, bytes: 1700 }]],
    ['a cap in bytes', [{ limit: 30 }, { size: 12, bytes: 3950 }], [{ limit: 31 }, { size: 20, bytes: 3920 }]],
  ])('not if %s explains each short page', (_, ...short) => {
    const caps = capsOfShort(...short);
    expect(caps.cutsAtWill).toBe(false);
    expect(isBelow(caps, { size: 10, bytes: 800 })).toBe(true);
  });

  it('if no cap explains all short pages, and then no page is below a cap', () => {
    const caps = capsOfShort([{ limit: 30 }, { size: 12, bytes: 1000 }]);
    expect(caps.cutsAtWill).toBe(true);
    expect(isBelow(caps, { size: 1, bytes: 80 })).toBe(false);
  });

  it('if a cap in bytes explains only one of two short pages', () => {
    const cutInBytes: Asked = [{ limit: 30 }, { size: 12, bytes: 3950 }];
    expect(capsOfShort(cutInBytes, [{ limit: 31 }, { size: 20, bytes: 3920 }]).cutsAtWill).toBe(false);
    expect(capsOfShort(cutInBytes, [{ limit: 31 }, { size: 20, bytes: 1000 }]).cutsAtWill).toBe(true);
  });

  it('if filtered pages are short between larger ones with the same filter', () => {
    expect(capsOfShort(sold(50, 35), sold(20, 10), sold(60, 30)).cutsAtWill).toBe(true);
    expect(capsOfShort(sold(20, 10)).cutsAtWill).toBe(false);
    expect(capsOfShort(sold(50, 35), sold(20, 10)).cutsAtWill).toBe(false);
  });

  it('if an unfiltered page is short after a larger one', () => {
    expect(capsOf([{ limit: 100 }, LARGEST], [{ limit: 20 }, { size: 12, bytes: 1000 }]).cutsAtWill).toBe(true);
  });

  const full: Asked = [{ limit: 100 }, LARGEST];
  const short: Asked = [{ limit: 20 }, { size: 12, bytes: 1000 }];

  it.each<[string, ...Asked[]]>([
    ['the short page was returned before', short, full, short, full],
    ['no page was larger than the limit before', short, full],
    ['the limit was omitted', full, [{}, { size: 12, bytes: 1000 }], full],
    ['no page was larger than its limit', full, [{ limit: 40 }, { size: 12, bytes: 1000 }], full],
    ['the page is full', full, [{ limit: 12 }, { size: 12, bytes: 1000 }], full],
  ])('not if %s', (_, ...asked) => {
    expect(capsOf(...asked).cutsAtWill).toBe(false);
  });

  it.each<[string, ...Asked[]]>([
    ['another page as large was returned for another query', [{ limit: 21 }, { size: 12, bytes: 1000 }], full, short],
    ['the page had other bytes before', [{ limit: 20 }, { size: 12, bytes: 1100 }], full, short],
    ['the page had another size before', [{ limit: 20 }, { size: 13, bytes: 1000 }], full, short],
  ])('if a page is short, and %s', (_, ...asked) => {
    expect(capsOf(...asked).cutsAtWill).toBe(true);
  });

  it('if the larger page came just before the short one was requested', () => {
    const [larger, shorter] = [shown({ limit: 100 }, LARGEST, 0), shown({ limit: 20 }, { size: 12, bytes: 1000 }, 1)];
    expect(findPageCaps([larger, shorter]).cutsAtWill).toBe(true);
  });

  it('not if the short page is empty, since no cut leaves an empty page', () => {
    const [larger, empty] = [shown({ limit: 100 }, LARGEST, 0), shown({ limit: 20 }, { size: 0, bytes: 2 }, 1)];
    expect(findPageCaps([larger, empty]).cutsAtWill).toBe(false);
  });

  it('not if the larger page came while the short one was requested', () => {
    const [larger, shorter] = [shown({ limit: 100 }, LARGEST, 0), shown({ limit: 20 }, { size: 12, bytes: 1000 }, 0)];
    expect(findPageCaps([larger, shorter]).cutsAtWill).toBe(false);
  });
});

describe('the presence of a pet on a page', () => {
  const LARGER = page({ limit: 100 }, [pet(8n), pet(9n), pet(10n)], { at: 9000 });
  const [query, small] = [{ limit: 100 }, { limit: 1 }];

  it.each<readonly [Presence, string, HistoryEntry, readonly HistoryEntry[]]>([
    ['shown', 'it shows the pet', page(query, [pet(7n)], { at: 20 }), []],
    ['missing', 'it is complete and lacks the pet', page(query, [pet(8n)], { at: 6000 }), [LARGER]],
    ['late', 'the list may be late', page(query, [pet(8n)], { at: 20 }), [LARGER]],
    ['capped', 'a cap may have cut it', page(query, [pet(8n)], { at: 6000 }), []],
    ['unknown', 'it is full', page(small, [pet(8n)], { at: 6000 }), [LARGER]],
    ['unknown', 'it was requested before the addition', page(query, [], { at: 0 }), [LARGER]],
    ['unknown', 'the pet may be removed', page(query, [pet(8n)], { at: 6000 }), [LARGER, removed(7n, { at: 5900 })]],
  ])('is %s: %s', (presence, _title, judged, others) => {
    const catalogue = readCatalogue([added(pet(7n), { at: 5 }), judged, ...others], TERMS);
    const own = catalogue.own.get(7n);
    const found = catalogue.pages.find(({ exchangeId }) => exchangeId === judged.exchangeId);
    expect(own !== undefined && found !== undefined && presenceOn(catalogue, own, found)).toBe(presence);
  });
});
