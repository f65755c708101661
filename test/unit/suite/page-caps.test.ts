import { describe, expect, it } from 'vitest';
import { createPageCaps, type PageSize } from '../../../src/suite/page-caps.ts';

const PET = 100;

/** The caps that pages show. All short pages had more pets known than their limit. */
function capsOf(largest: PageSize, ...short: readonly PageSize[]): ReturnType<typeof createPageCaps> {
  const caps = createPageCaps();
  caps.recordPet(PET);
  caps.recordPage(largest, 100, false);
  for (const page of short) caps.recordPage(page, 30, true);
  return caps;
}

describe('a page is below every cap', () => {
  const caps = capsOf({ size: 25, bytes: 2000 });

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

describe('a service cuts at will', () => {
  it.each([
    ['a cap in number', { size: 25, bytes: 1000 }, { size: 25, bytes: 1700 }],
    ['a cap in bytes', { size: 12, bytes: 1950 }, { size: 20, bytes: 1920 }],
  ])('not if %s explains each short page', (_, ...short) => {
    const caps = capsOf({ size: 25, bytes: 2000 }, ...short);
    expect(caps.cutsAtWill()).toBe(false);
    expect(caps.isBelow({ size: 10, bytes: 800 })).toBe(true);
  });

  it('not if a page is an old one', () => {
    const caps = capsOf({ size: 25, bytes: 2000 });
    caps.recordPage({ size: 12, bytes: 1000 }, 30, false);
    caps.recordPage({ size: 12, bytes: 1000 }, 30, true);
    expect(caps.cutsAtWill()).toBe(false);
  });

  it('if no cap explains all short pages, and then no page is below a cap', () => {
    const caps = capsOf({ size: 25, bytes: 2000 }, { size: 25, bytes: 1000 }, { size: 12, bytes: 1950 });
    expect(caps.cutsAtWill()).toBe(true);
    expect(caps.isBelow({ size: 1, bytes: 80 })).toBe(false);
  });
});
