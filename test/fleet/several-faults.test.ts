import { describe, expect, it } from 'vitest';
import { createFleet } from '../../lab/fleet.ts';
import { drawableFaults, fraction, judgeSet, judgeWith, shareShown } from '../../lab/several-faults.ts';
import { faults } from '../../src/reference/faults/index.ts';

// Some fixed sets. `npm run first-drafts` judges many more, and docs/first-drafts.md shows what their first runs show.

interface FixedSet {
  readonly id: string;
  readonly ids: readonly string[];
  /** The share that the first run must show. Default: everything. */
  readonly least?: number;
}

const SETS: readonly FixedSet[] = [
  {
    id: 'different-operations',
    ids: [
      'error-message-under-another-name',
      'forwarded-loopback-trusted',
      'array-taken-as-name',
      'category-missing-in-list',
      'nearest-id-read',
      'category-always-one',
    ],
    /** Measured: everything, in one round. */
    least: 0.85,
  },
  {
    id: 'hidden-by-invalid-json',
    ids: [
      'nan-in-animal',
      'key-first-characters-compared',
      'adopted-taken-as-sold',
      'basic-credentials-accepted',
      'empty-body-unsupported',
      'list-empty-without-filter',
    ],
    /** Measured: 10 of 13, in two rounds. */
    least: 0.6,
  },
  {
    id: 'hidden-by-other-wrong-reads',
    ids: ['get-gone-early', 'accept-field-required', 'list-empty-without-filter'],
  },
  {
    id: 'hidden-by-a-wrong-first-list',
    ids: ['list-without-parameters-fails', 'no-key-needed-after-creation'],
  },
  {
    id: 'stored-but-hardly-shown',
    ids: ['large-ids-not-found', 'list-empty-without-filter'],
  },
  {
    id: 'twin-with-wrong-fields',
    ids: ['every-30th-stored-twice', 'status-in-capitals'],
  },
  {
    id: 'twin-between-disturbances',
    ids: ['expected-stored-twice', 'escaped-query-crashes', 'id-missing-on-create'],
  },
  {
    id: 'cut-errors-between-disturbances',
    ids: ['length-one-too-many', 'filter-sold-crashes', 'invalid-utf-8-fails', 'several-problems-listed'],
  },
  {
    id: 'hidden-behind-the-first-pet',
    ids: ['ids-through-doubles', 'digit-behind-escape-not-read'],
  },
  {
    id: 'disturbed-before-a-damage',
    ids: ['pages-end-at-16-kib', 'filter-pending-crashes'],
  },
  {
    id: 'just-full-page-among-few-names',
    ids: ['names-of-ten-characters-at-most', 'page-just-full-lacks-last'],
  },
  {
    id: 'key-demanded-behind-a-redirect',
    ids: ['key-in-own-header-demanded', 'paths-without-slash-redirected', 'limit-plus-one'],
  },
  {
    id: 'hidden-behind-one-element',
    ids: ['quotes-in-names-not-escaped', 'name-that-is-json-parsed-in-list'],
  },
];

const drawable = new Map(drawableFaults(faults).map((fault) => [fault.id, fault]));
const fleet = createFleet(2);

describe('of several faults at once, the first run shows most, and some rounds show all', () => {
  it.concurrent.each(SETS)('$id', async ({ id, ids, least = 1 }) => {
    const set = { id, faults: ids.flatMap((each) => drawable.get(each) ?? []) };
    expect(set.faults).toHaveLength(ids.length);
    const row = await judgeSet(set, judgeWith(fleet, set));
    expect(fraction(shareShown(row)), `missed: ${JSON.stringify(row.missed)}`).toBeGreaterThanOrEqual(least);
    expect(row.left).toEqual([]);
    expect(row.rounds).toBeLessThanOrEqual(3);
  });
});
