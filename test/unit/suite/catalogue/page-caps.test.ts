import { describe, expect, it } from 'vitest';
import type { ListQuery } from '../../../../src/suite/api-request.ts';
import { createPageCaps, type PageCaps, type PageSize } from '../../../../src/suite/catalogue/page-caps.ts';

const PET = 100;
const LARGEST: PageSize = { size: 40, bytes: 4000 };

type Asked = readonly [query: ListQuery, page: PageSize];

/** A page of sold pets. */
function sold(limit: number, size: number): Asked {
  return [
    { limit, status: 'sold' },
    { size, bytes: size * PET },
  ];
}

/** The caps that pages in ASCII show, which were read one after another. */
function capsOf(...asked: readonly Asked[]): PageCaps {
  const caps = createPageCaps();
  caps.recordPet(PET);
  for (const [time, [query, page]] of asked.entries())
    caps.recordPage({ query, ...page, characters: page.bytes, sentAt: 10 * time, doneAt: 10 * time + 1 });
  return caps;
}

/** The caps that the largest page shows, and then short pages between it and another. */
function capsOfShort(...short: readonly Asked[]): PageCaps {
  return capsOf([{ limit: 100 }, LARGEST], ...short, [{ limit: 99 }, LARGEST]);
}

describe('a page is below every cap', () => {
  const caps = capsOf([{ limit: 100 }, { size: 25, bytes: 2000 }]);

  it('if it has fewer pets, and fewer bytes by more than a pet', () => {
    expect(caps.isBelow({ size: 10, bytes: 800 })).toBe(true);
  });

  it.each([
    ['as many pets as the largest page', { size: 25, bytes: 800 }],
    ['so many bytes that the largest pet might not fit', { size: 10, bytes: 1950 }],
  ])('but not with %s', (_, page) => {
    expect(caps.isBelow(page)).toBe(false);
  });
});

it('a page is not below a cap in characters if the largest page has few of them', () => {
  const caps = createPageCaps();
  caps.recordPet(PET);
  caps.recordPage({ query: { limit: 100 }, size: 25, bytes: 2000, characters: 850, sentAt: 0, doneAt: 1 });
  expect(caps.isBelow({ size: 10, bytes: 800 })).toBe(false);
  expect(caps.isBelow({ size: 10, bytes: 700 })).toBe(true);
});

describe('a service cuts at will', () => {
  it.each<[string, ...Asked[]]>([
    ['a cap in number', [{ limit: 30 }, { size: 40, bytes: 1000 }], [{ limit: 31 }, { size: 40, bytes: 1700 }]],
    ['a cap in bytes', [{ limit: 30 }, { size: 12, bytes: 3950 }], [{ limit: 31 }, { size: 20, bytes: 3920 }]],
  ])('not if %s explains each short page', (_, ...short) => {
    const caps = capsOfShort(...short);
    expect(caps.cutsAtWill()).toBe(false);
    expect(caps.isBelow({ size: 10, bytes: 800 })).toBe(true);
  });

  it('if no cap explains all short pages, and then no page is below a cap', () => {
    const caps = capsOfShort([{ limit: 30 }, { size: 12, bytes: 1000 }]);
    expect(caps.cutsAtWill()).toBe(true);
    expect(caps.isBelow({ size: 1, bytes: 80 })).toBe(false);
  });

  it('if filtered pages are short between larger ones with the same filter', () => {
    expect(capsOfShort(sold(50, 35), sold(20, 10), sold(60, 30)).cutsAtWill()).toBe(true);
    expect(capsOfShort(sold(20, 10)).cutsAtWill()).toBe(false);
    expect(capsOfShort(sold(50, 35), sold(20, 10)).cutsAtWill()).toBe(false);
  });

  it('if an unfiltered page is short after a larger one', () => {
    expect(capsOf([{ limit: 100 }, LARGEST], [{ limit: 20 }, { size: 12, bytes: 1000 }]).cutsAtWill()).toBe(true);
  });

  const full: Asked = [{ limit: 100 }, LARGEST];
  const short: Asked = [{ limit: 20 }, { size: 12, bytes: 1000 }];

  it.each<[string, ...Asked[]]>([
    ['the short page was returned before', short, full, short, full],
    ['no page was larger than the limit before', short, full],
    ['the limit was omitted', full, [{}, { size: 12, bytes: 1000 }], full],
  ])('not if %s', (_, ...asked) => {
    expect(capsOf(...asked).cutsAtWill()).toBe(false);
  });
});
